/* How the threshold table sorts and prints. */
(function () {
  'use strict';
  const functions = (window.dashAgGridFunctions = window.dashAgGridFunctions || {});

  functions.threeDigits = (value) => (value === null || value === undefined ? '' : window.costdash.numbers.number(value));

  /* The infinite threshold has no text and stands above all others. */
  functions.byThreshold = (a, b) => {
    const number = (text) => (text === null || text === undefined ? Infinity : Number(text));
    return number(a) === number(b) ? 0 : number(a) - number(b);
  };
})();
