/* Curves in pixels: what the re-weighted PR panel shows, and the text of an SVG path. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const BEND = 0.2; // pixels that a chord may lie off the curve
  const DEPTH = 7; // halvings of one piece
  const NEAR = 0.3; // pixels below which a point adds nothing to what is seen

  const round = (pixel) => Math.round(pixel * 100) / 100;

  /* Davis and Goadrich: along a piece of the ROC curve the counts grow in proportion. Calls
     emit(x, y, at) with pixels and the place in the path of the threshold nearest by. */
  function precisionCurve(model, prior, panel, emit) {
    const { fpr, tpr } = model;
    const [left, wide, bottom, high] = panel.linear;
    const other = 1 - prior;
    const heightAt = (f, t) => bottom + (high * prior * t) / (prior * t + other * f);

    function between(k, s0, y0, s1, y1, depth) {
      const s = (s0 + s1) / 2;
      const t = tpr[k - 1] + s * (tpr[k] - tpr[k - 1]);
      const y = heightAt(fpr[k - 1] + s * (fpr[k] - fpr[k - 1]), t);
      if (depth === 0 || Math.abs(y - (y0 + y1) / 2) < BEND) return;
      between(k, s0, y0, s, y, depth - 1);
      emit(left + wide * t, y, s < 0.5 ? k - 1 : k);
      between(k, s, y, s1, y1, depth - 1);
    }

    let before = NaN;
    for (let k = 0; k < fpr.length; k += 1) {
      if (!(fpr[k] > 0 || tpr[k] > 0)) continue;
      const y = heightAt(fpr[k], tpr[k]);
      // From the origin counts grow in one proportion: precision is the same down to recall 0.
      if (Number.isNaN(before)) {
        if (k > 0 && tpr[k] > 0) emit(left, y, k);
      } else if (tpr[k] > tpr[k - 1]) {
        between(k, 0, before, 1, y, DEPTH);
      }
      emit(left + wide * tpr[k], y, k);
      before = y;
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
