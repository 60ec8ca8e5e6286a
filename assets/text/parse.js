/* What stands in the boxes: numbers as they were typed, and typed text read as numbers. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const currency = () => (document.body.dataset.currency === undefined ? '$' : document.body.dataset.currency);

  /* Shortest text that reads back as the same number. */
  function plain(x) {
    const text = String(x);
    return text.includes('e') ? text : text.replace(/^(\d+)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
  }

  function percent(p) {
    return plain(Number((p * 100).toPrecision(12))) + ' %';
  }

  /* Three digits are enough to read a file's prevalence; a typed prior is shown as typed. */
  function prior(p) {
    const exact = Number((p * 100).toPrecision(12));
    const short = Number((p <= 0.5 ? p * 100 : 100 - Number(((1 - p) * 100).toPrecision(3))).toPrecision(12));
    return String(exact).length <= 8 ? percent(p) : plain(p <= 0.5 ? Number(short.toPrecision(3)) : short) + ' %';
  }

  function readNumber(text) {
    const bare = String(text).replace(/[\s_]/g, '');
    const grouped = /^[1-9]\d{0,2}(,\d{3})+(\.|$)/.test(bare); // else a comma is the decimal one
    const cleaned = grouped ? bare.replace(/,/g, '') : bare.replace(',', '.');
    if (!/^[+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(cleaned)) return null;
    const number = Number(cleaned);
    return Number.isFinite(number) ? number : null;
  }

  function readPrior(text) {
    const asked = String(text).trim();
    const odds = asked.match(/^(.+?)\s*(?:in|\/|of|out of)\s*(.+)$/i);
    let prior;
    if (odds) {
      const [part, whole] = [readNumber(odds[1]), readNumber(odds[2])];
      prior = part === null || !whole ? null : part / whole;
    } else if (asked.endsWith('%')) {
      const share = readNumber(asked.slice(0, -1));
      prior = share === null ? null : share / 100;
    } else {
      prior = readNumber(asked);
    }
    return prior !== null && prior > 0 && prior < 1 ? prior : null;
  }

  function readCost(text) {
    const number = readNumber(String(text).replace(currency(), '').trim());
    return number !== null && number > 0 ? number : null;
  }

  costdash.format = {
    prior,
    cost: (x) => currency() + plain(x),
    plain,
    percent,
    readPrior,
    readCost,
  };
})();
