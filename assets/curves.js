/* Curves in pixels: what the re-weighted PR panel shows, and the text of an SVG path. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const NEAR = 0.3; // pixels below which a point adds nothing to what is seen

  const round = (pixel) => Math.round(pixel * 100) / 100;

  const dense = new WeakMap(); // models with the points between, once per answer

  /* The ROC path with the points that let its PR image be drawn straight; `at` is the place of
     the threshold nearest by. */
  function drawn(model) {
    if (!dense.has(model)) dense.set(model, merged(model, model.between || { after: [], fpr: [], tpr: [] }));
    return dense.get(model);
  }

  function merged(model, between) {
    const [fpr, tpr, at] = [[], [], []];
    const put = (f, t, k) => {
      fpr.push(f);
      tpr.push(t);
      at.push(k);
    };
    let next = 0;
    for (let k = 0; k < model.fpr.length; k += 1) {
      put(model.fpr[k], model.tpr[k], k);
      const half = (model.tpr[k] + model.tpr[k + 1]) / 2;
      for (; between.after[next] === k; next += 1) {
        put(between.fpr[next], between.tpr[next], between.tpr[next] < half ? k : k + 1);
      }
    }
    return { fpr, tpr, at };
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

  /* Collects points into the `d` of a path; the last point is always there. */
  function pen() {
    let text = '';
    let [lastX, lastY, heldX, heldY] = [NaN, NaN, NaN, NaN];
    const put = (x, y) => {
      text += (text === '' ? 'M' : 'L') + round(x) + ',' + round(y);
      [lastX, lastY, heldX] = [x, y, NaN];
    };
    return {
      to(x, y) {
        if (Math.abs(x - lastX) < NEAR && Math.abs(y - lastY) < NEAR) [heldX, heldY] = [x, y];
        else put(x, y);
      },
      end() {
        if (!Number.isNaN(heldX)) put(heldX, heldY);
        return text;
      },
    };
  }

  function line(panel, xs, ys) {
    const path = pen();
    xs.forEach((x, k) => path.to(panel.x(x), panel.y(ys[k])));
    return path.end();
  }

  costdash.curves = { precisionCurve, pen, line };
})();
