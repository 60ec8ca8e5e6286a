/* Numbers while the hand moves, worded as report/numbers.py words them at rest. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const DIGITS = 3;
  const MOST_DIGITS = 6; // where fewer cannot tell two numbers apart

  function number(x, digits = DIGITS) {
    if (!Number.isFinite(x)) return 'undefined';
    if (x === 0) return '0';
    const [mantissa, power] = x.toExponential(digits - 1).split('e');
    const exponent = Number(power);
    if (exponent < -7 || exponent >= 15) return `${Number(mantissa)}e${exponent}`;
    const text = Number(`${mantissa}e${power}`).toFixed(Math.max(0, digits - 1 - exponent));
    const [whole, part = ''] = text.split('.');
    const decimals = part.replace(/0+$/, '');
    return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (decimals && '.' + decimals);
  }

  function money(x, digits = DIGITS) {
    const { currency = '$', currencyAfter } = document.body.dataset;
    let text = number(Math.abs(x), digits);
    if (text[text.length - 2] === '.') text += '0';
    const sign = x < 0 ? '-' : '';
    return currencyAfter === undefined ? sign + currency + text : `${sign}${text} ${currency}`.trimEnd();
  }

  /* "100 %" only where it is all. */
  function percent(x) {
    const text = number(100 * x);
    if (text !== '100' || x >= 1) return text + ' %';
    const missing = (100 * (1 - x)).toExponential(0);
    return (100 - Number(missing)).toFixed(-Number(missing.split('e')[1])) + ' %';
  }

  function countOf(n, thing) {
    const text = number(n);
    return `${text === '0' ? 'no' : text} ${thing}${text === '1' ? '' : 's'}`;
  }

  function times(ratio) {
    const text = number(Math.max(ratio, 1 / ratio));
    if (text === '1') return 'A missed positive and a false alarm are equally costly';
    const [dear, cheap] = ratio < 1 ? ['false alarm', 'missed positive'] : ['missed positive', 'false alarm'];
    return `A ${dear} is ${text} times as costly as a ${cheap}`;
  }

  function digitsApart(a, b) {
    for (let digits = DIGITS; digits < MOST_DIGITS; digits += 1) {
      if (number(a, digits) !== number(b, digits)) return digits;
    }
    return a === b ? DIGITS : MOST_DIGITS;
  }

  function spokenCases(prior) {
    let cases = 1000;
    while (cases * prior < 10 * (1 - 1e-9)) cases *= 10;
    return cases;
  }

  /* A cost as money, or as mistakes while both kinds cost 1. */
  function amounts(point) {
    const mistakes = point.cost_fn === 1 && point.cost_fp === 1;
    const bare = mistakes ? number : money;
    return {
      bare,
      total: (x) => (mistakes ? countOf(x, 'mistake') : money(x)),
      less: (x) => `${bare(x)} ${mistakes ? 'fewer' : 'less'}`,
      more: (x) => `${bare(x)} more`,
    };
  }

  costdash.numbers = { number, money, percent, countOf, times, digitsApart, spokenCases, amounts };
})();
