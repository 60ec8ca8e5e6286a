/* Pure numbers of an operating point. The formulas are those of costdash/core, in the same order. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});

  function scale(point) {
    return point.prior * point.cost_fn + (1 - point.prior) * point.cost_fp;
  }

  function pcfOf(point) {
    return (point.prior * point.cost_fn) / scale(point);
  }

  function expectedCost(point, fpr, tpr) {
    const missed = point.prior * point.cost_fn * (1 - tpr);
    return missed + (1 - point.prior) * point.cost_fp * fpr;
  }

  /* null where nothing is called: 0/0. */
  function precision(fpr, tpr, prior) {
    const found = prior * tpr;
    const called = found + (1 - prior) * fpr;
    return called > 0 ? found / called : null;
  }

  /* First place whose value is not below x, as numpy's searchsorted. */
  function searchSorted(values, x) {
    let low = 0;
    let high = values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[middle] < x) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function trivialCall(point) {
    const rate = pcfOf(point) <= 0.5 ? 0 : 1;
    return { call: rate ? 'all' : 'none', vertex: null, owner: -1, text: null, index: null, fpr: rate, tpr: rate };
  }

  function bestCall(hull, point) {
    const trivial = trivialCall(point);
    const last = hull.fpr.length - 1;
    const pcf = pcfOf(point);
    const vertex = searchSorted(hull.tie, pcf);
    if (last < 2 || vertex === 0 || vertex === last) return trivial;
    const [fpr, tpr] = [hull.fpr[vertex], hull.tpr[vertex]];
    const nec = fpr * (1 - pcf) + (1 - tpr) * pcf;
    if (hull.convex && nec >= priced(trivial, point).nec) return trivial; // to rounding
    return {
      call: 'some',
      vertex,
      owner: hull.owner[vertex],
      text: hull.text[vertex],
      index: hull.index[vertex],
      fpr,
      tpr,
    };
  }

  function priced(call, point) {
    const cost = expectedCost(point, call.fpr, call.tpr);
    return {
      ...call,
      precision: precision(call.fpr, call.tpr, point.prior),
      nec: cost / scale(point),
      cost,
    };
  }

  /* Where the line of equal cost through (fpr, tpr) enters and leaves the unit square. */
  function isoLine(point, fpr, tpr) {
    const pcf = pcfOf(point);
    const height = pcf * tpr - (1 - pcf) * fpr; // of the line at fpr 0, times pcf
    const enters = height >= 0 ? [0, height / pcf] : [-height / (1 - pcf), 0];
    const room = pcf - height; // what is left to tpr 1
    const leaves = room <= 1 - pcf ? [room / (1 - pcf), 1] : [1, (1 - pcf + height) / pcf];
    return { x: [enters[0], leaves[0]], y: [enters[1], leaves[1]] };
  }

  const images = (fpr, tpr, prior) => tpr.map((t, k) => precision(fpr[k], t, prior));

  /* Everything that moves with the operating point, from what the page already holds. */
  function numbers(live, point) {
    const best = priced(bestCall(live.hull, point), point);
    const trivial = priced(trivialCall(point), point);
    return {
      ...best,
      pcf: pcfOf(point),
      slope: ((1 - point.prior) * point.cost_fp) / (point.prior * point.cost_fn),
      trivial,
      saving: trivial.cost - best.cost,
      iso: isoLine(point, best.fpr, best.tpr),
    };
  }

  /* Precision of every model's path, and of the ends of the bands, at the prior. */
  function reweighted(live, prior) {
    return {
      models: live.models.map((m) => ({ i: m.i, recall: m.tpr, precision: images(m.fpr, m.tpr, prior) })),
      bands: live.bands.map((b) => ({
        i: b.i,
        recall: b.recall,
        low: images(b.high, b.recall, prior),
        high: images(b.low, b.recall, prior),
      })),
    };
  }

  /* One model's cost curve: both ends of the piece of each vertex, which is a place in its lists.
     Between two pieces it bends, or jumps where thresholds were chosen on other rows. */
  function envelope({ fpr, tpr, hull, tie }) {
    const curve = { pcf: [], nec: [], vertex: [] };
    hull.forEach((at, k) => {
      for (const pcf of [k ? tie[k - 1] : 0, k < tie.length ? tie[k] : 1]) {
        curve.pcf.push(pcf);
        curve.nec.push(fpr[at] * (1 - pcf) + (1 - tpr[at]) * pcf);
        curve.vertex.push(at);
      }
    });
    return curve;
  }

  costdash.geometry = {
    bestCall,
    isoLine,
    numbers,
    reweighted,
    envelope,
    precision,
    expectedCost,
    searchSorted,
    pcfOf,
  };
})();
