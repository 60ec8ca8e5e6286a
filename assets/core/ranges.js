/* Prior and costs as ranges: which answers are best within them. The formulas are those of core/ranges. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const within = (x, [low, high]) => Math.min(Math.max(x, low), high);
  const odds = (p) => p / (1 - p);

  const at = (prior, cost_fn, cost_fp) => costdash.geometry.pcfOf({ prior, cost_fn, cost_fp });

  /* PC(+) from its least to its greatest; the same of the cost ratio. */
  const pcf = ({ prior, cost_fn, cost_fp }) => [
    at(prior[0], cost_fn[0], cost_fp[1]),
    at(prior[1], cost_fn[1], cost_fp[0]),
  ];
  const ratio = ({ cost_fn, cost_fp }) => [cost_fn[0] / cost_fp[1], cost_fn[1] / cost_fp[0]];

  function overlap(known, a, b) {
    const [low, high] = [within(a, known), within(b, known)];
    return [Math.min(low, high), high];
  }

  /* The narrowest ranges that hold all of these conditions with PC(+) from low to high. */
  function part(known, low, high) {
    const { prior, cost_fn, cost_fp } = known;
    const [least, most] = overlap(pcf(known), low, high).map(odds);
    const [start, end] = prior.map(odds);
    const [few, many] = ratio(known);
    return {
      prior: overlap([start, end], least / many, most / few).map((x) => x / (1 + x)),
      cost_fn: overlap(cost_fn, (least * cost_fp[0]) / end, (most * cost_fp[1]) / start),
      cost_fp: overlap(cost_fp, (start * cost_fn[0]) / most, (end * cost_fn[1]) / least),
    };
  }

  /* Least and greatest expected cost per case of one rule: both are found at corners. */
  function costs({ prior, cost_fn, cost_fp }, fpr, tpr) {
    const found = [];
    for (const p of prior) {
      for (const fn of cost_fn) {
        for (const fp of cost_fp) found.push(costdash.geometry.expectedCost({ prior: p, cost_fn: fn, cost_fp: fp }, fpr, tpr));
      }
    }
    return [Math.min(...found), Math.max(...found)];
  }

  function countNotAbove(values, x) {
    let n = costdash.geometry.searchSorted(values, x);
    while (n < values.length && values[n] === x) n += 1;
    return n;
  }

  /* [vertex, low, high] of every answer that is best somewhere from low to high, PC(+) rising. */
  function pieces(tie, low, high) {
    if (low === high) return [[costdash.geometry.searchSorted(tie, low), low, high]];
    const first = countNotAbove(tie, low);
    const last = costdash.geometry.searchSorted(tie, high);
    const ends = [low, ...tie.slice(first, last), high];
    const found = [];
    for (let k = 0; k + 1 < ends.length; k += 1) {
      if (ends[k] < ends[k + 1]) found.push([first + k, ends[k], ends[k + 1]]);
    }
    return found;
  }

  /* Without a model call none up to PC(+) 1/2, call all above: a hull of two points. */
  const TRIVIAL = { fpr: [0, 1], tpr: [0, 1], tie: [0.5] };

  /* {vertex, fpr, tpr, pcf, known, cost}: report/sensitivity's answers, before they get words. */
  function answers(live, known) {
    const hull = live.hull.fpr.length ? live.hull : TRIVIAL;
    return pieces(hull.tie, ...pcf(known)).map(([vertex, low, high]) => {
      const held = part(known, low, high);
      const [fpr, tpr] = [hull.fpr[vertex], hull.tpr[vertex]];
      const last = hull.tie.length;
      const call = vertex === 0 ? 'none' : vertex === last ? 'all' : 'some';
      return { vertex, call, fpr, tpr, pcf: [low, high], known: held, cost: costs(held, fpr, tpr) };
    });
  }

  costdash.between = { pcf, ratio, answers };
})();
