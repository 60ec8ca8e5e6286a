/* How much the answer depends on the ranges: the words of report/sensitivity, ratio and tables, while the hand moves. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
  const THOUSAND = { cases: 1000 };
  const TRIVIAL = { none: 'call none', all: 'call all' };

  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const word = (n) => WORDS[n] || n.toLocaleString('en-US');
  const listed = (items) => [items.slice(0, -1).join(', '), items[items.length - 1]].filter(Boolean).join(' and ');
  const doing = (rule) => rule.replace('call ', 'calling ');

  /* Two ends told apart, or one value. */
  function span(low, high, unit = '') {
    const { number, digitsApart } = costdash.numbers;
    const digits = digitsApart(low, high);
    const ends = [number(low, digits) + unit, number(high, digits) + unit];
    return ends[0] === ends[1] ? ends[0] : ends.join(' to ');
  }

  function ratioRange([low, high]) {
    if (low === 1 && high === 1) return 'a missed positive and a false alarm are equally costly';
    if (high <= 1 && low < 1) return `a false alarm costs ${span(1 / high, 1 / low)} times a missed positive`;
    return `a missed positive costs ${span(low, high)} times a false alarm`;
  }

  /* The owners of each vertex, as [place of a model, its threshold as it can be typed]. */
  function ownersOf({ hull }, vertex) {
    return (hull.shared && hull.shared[vertex]) || [[hull.owner[vertex], hull.text[vertex]]];
  }

  /* One owner of each, changed as rarely as going along allows. */
  function followed(owners) {
    const chosen = [];
    while (chosen.length < owners.length) {
      let common = owners[chosen.length].map(([i]) => i);
      let run = 0;
      for (const among of owners.slice(chosen.length)) {
        const still = common.filter((i) => among.some(([other]) => other === i));
        if (still.length === 0) break;
        common = still;
        run += 1;
      }
      for (let k = 0; k < run; k += 1) chosen.push(common[0]);
    }
    return chosen;
  }

  /* The answers with the rule in words; model and threshold are null for call none and call all. */
  function worded(live, known) {
    const found = costdash.between.answers(live, known);
    const inner = found.filter(({ call }) => call === 'some');
    const owners = inner.map(({ vertex }) => ownersOf(live, vertex));
    const chosen = followed(owners);
    inner.forEach((answer, k) => {
      const [i, threshold] = owners[k].find(([place]) => place === chosen[k]);
      const { name } = live.models.find((model) => model.i === i);
      Object.assign(answer, { model: name, threshold, rule: `${name} at ${threshold}` });
    });
    return found.map((answer) => (answer.rule ? answer : { ...answer, model: null, rule: TRIVIAL[answer.call] }));
  }

  function whileWords({ prior, cost_fn, cost_fp }) {
    const conditions = [];
    if (prior[0] < prior[1]) conditions.push(`${span(100 * prior[0], 100 * prior[1], ' %')} of cases are positive`);
    const ratio = costdash.between.ratio({ cost_fn, cost_fp });
    if (ratio[0] < ratio[1]) conditions.push(ratioRange(ratio));
    return conditions.length ? `While ${conditions.join(' and ')}` : 'At these conditions';
  }

  function thresholds(found) {
    const at = found.filter(({ model }) => model).map(({ threshold }) => threshold);
    if (at.length < 3) return `at ${at.join(' or ')}`;
    return `at ${word(at.length)} thresholds from ${at[0]} to ${at[at.length - 1]}`;
  }

  function changes(found) {
    const models = [...new Set(found.filter(({ model }) => model).map(({ model }) => model))];
    const trivial = found.filter(({ model }) => !model).map(({ rule }) => doing(rule));
    if (found.length === 1) return `the answer does not change: ${found[0].rule}.`;
    if (models.length === 0) return `${trivial[0]} is best in part of this range and ${trivial[1]} in the rest.`;
    let said = `${models[0]} is best in part of this range, ${thresholds(found)}.`;
    if (models.length > 1) said = `${word(models.length)} models are best in parts of this range: ${listed(models)}.`;
    else if (trivial.length === 0) return `the model does not change: ${models[0]}, ${thresholds(found)}.`;
    if (trivial.length === 0) return said;
    const best = trivial.length === 1 ? 'is best in part of it.' : 'are best in parts of it.';
    return `${said} ${capital(listed(trivial))} ${best}`;
  }

  function row({ rule, pcf, known, cost }) {
    const { number, money, digitsApart } = costdash.numbers;
    const equal = [...known.cost_fn, ...known.cost_fp].every((x) => x === 1);
    const basis = costdash.basis.now() || THOUSAND;
    const [low, high] = cost.map((x) => basis.cases * x);
    const ends = [low, high].map((x) => (equal ? number : money)(x, digitsApart(low, high)));
    return [
      rule,
      span(...pcf),
      span(100 * known.prior[0], 100 * known.prior[1], ' %'),
      span(...costdash.between.ratio(known)),
      ends[0] === ends[1] ? ends[0] : ends.join(' to '),
    ];
  }

  costdash.sensitivity = {
    capital,
    span,
    ratioRange,
    /* The sentence, and the rows of the table, that the server says at rest. */
    say(live, known) {
      const found = worded(live, known);
      return { sentence: `${whileWords(known)}, ${changes(found)}`, rows: found.map(row) };
    },
  };
})();
