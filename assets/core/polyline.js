/* Curves in pixels: what the re-weighted PR panel shows, and the text of an SVG path. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const DISTANCE = 0.0005; // how far a curve drawn straight may be from the exact one
  const RATIO = 1.1; // by which recall and fpr may grow from one drawn point to the next

  const round = (pixel) => Math.round(pixel * 100) / 100;

  const dense = new WeakMap(); // models with the points between, once per answer

  /* The ROC path with the points that let its PR image be drawn straight, the same as in
     core/drawn.py; `at` is the place of the threshold nearest by. */
  function drawn(model) {
    if (dense.has(model)) return dense.get(model);
    const path = { fpr: [], tpr: [], at: [] };
    model.fpr.forEach((fpr, k) => {
      put(path, fpr, model.tpr[k], k);
      if (k + 1 < model.fpr.length) between(path, model, k);
    });
    dense.set(model, path);
    return path;
  }

  function put(path, fpr, tpr, at) {
    path.fpr.push(fpr);
    path.tpr.push(tpr);
    path.at.push(at);
  }

  function between(path, { fpr, tpr }, k) {
    const [run, rise] = [fpr[k + 1] - fpr[k], tpr[k + 1] - tpr[k]];
    if (!(rise > DISTANCE) || run * tpr[k] === rise * fpr[k]) return;
    const toAxis = run > 0 ? fpr[k] / run : Infinity;
    const origin = Math.max(Math.min(tpr[k] / rise, toAxis), DISTANCE / (2 * (RATIO - 1) * rise));
    const growth = Math.log1p(1 / origin);
    const pieces = Math.ceil(growth / Math.log(RATIO));
    for (let step = 1; step < pieces; step += 1) {
      const share = origin * Math.expm1((growth * step) / pieces);
      put(path, fpr[k] + share * run, tpr[k] + share * rise, share < 0.5 ? k : k + 1);
    }
  }

  /* Calls emit(x, y, at) with pixels along the PR curve at the prior. At the origin, 0/0, stands
     the limit of what follows. */
  function precisionCurve(model, prior, panel, emit) {
    const { fpr, tpr, at } = drawn(model);
    const [left, wide, bottom, high] = panel.linear;
    const other = 1 - prior;
    for (let k = 0; k < fpr.length; k += 1) {
      const seen = k === 0 && fpr[0] === 0 && tpr[0] === 0 ? 1 : k;
      const found = prior * tpr[seen];
      emit(left + wide * tpr[k], bottom + (high * found) / (found + other * fpr[seen]), at[k]);
    }
  }

  /* Collects points into the `d` of a path, every one of them: dashes are counted along it. */
  function pen() {
    let text = '';
    return {
      to(x, y) {
        text += (text === '' ? 'M' : 'L') + round(x) + ',' + round(y);
      },
      end: () => text,
    };
  }

  function line(panel, xs, ys) {
    const path = pen();
    xs.forEach((x, k) => path.to(panel.x(x), panel.y(ys[k])));
    return path.end();
  }

  costdash.curves = { precisionCurve, pen, line, round };
})();
