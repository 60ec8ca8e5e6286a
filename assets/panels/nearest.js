/* Which model's threshold is meant by a place in a panel. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});

  /* Each walker calls emit(x, y, at): pixels, and the place in the model's lists. */
  const WALK = {
    roc(panel, model, emit) {
      model.fpr.forEach((fpr, k) => emit(panel.x(fpr), panel.y(model.tpr[k]), k));
    },
    pr(panel, model, emit) {
      const point = costdash.live.point();
      if (point) costdash.curves.precisionCurve(model, point.prior, panel, emit);
    },
    cost(panel, model, emit) {
      const { pcf, nec, vertex } = costdash.geometry.envelope(model);
      pcf.forEach((p, k) => emit(panel.x(p), panel.y(nec[k]), vertex[k]));
    },
  };

  function project(x, y, x0, y0, x1, y1) {
    const [wide, high] = [x1 - x0, y1 - y0];
    const length = wide * wide + high * high;
    const share = length > 0 ? Math.min(1, Math.max(0, ((x - x0) * wide + (y - y0) * high) / length)) : 0;
    return { share, distance: Math.hypot(x - x0 - share * wide, y - y0 - share * high) };
  }

  /* The nearest curve within `reach` pixels, as {model, at, distance}, or null. A piece of an
     envelope belongs to one vertex, a piece between two points to the nearer of them. */
  function find(panel, x, y, reach) {
    const live = costdash.live.data();
    let best = null;
    for (const model of live ? live.models : []) {
      let [x0, y0, at0] = [NaN, NaN, 0];
      WALK[panel.name](panel, model, (x1, y1, at1) => {
        const { share, distance } = project(x, y, x0, y0, x1, y1);
        if (distance <= reach && (!best || distance < best.distance)) {
          best = { model, at: panel.name === 'cost' || share < 0.5 ? at0 : at1, distance };
        }
        [x0, y0, at0] = [x1, y1, at1];
      });
    }
    return best;
  }

  costdash.nearest = { find };
})();
