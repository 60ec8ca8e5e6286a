/* Marks and curves that follow the hand: rewrites plotly's own elements through its own axes. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const followers = (costdash.onMove = costdash.onMove || []); // scripts load in any order
  let live = null;
  let point = null; // the newest asked for
  let rest = null; // the one that the figures were drawn at
  let frame = 0;
  let moving = false;

  const same = (a, b) =>
    Boolean(a && b) && ['prior', 'cost_fn', 'cost_fp'].every((key) => a[key] === b[key]);

  function drawPath(panel, uid, kind, d) {
    const trace = costdash.graphs.trace(panel, uid);
    if (!trace) return;
    for (const path of trace.querySelectorAll('path.' + kind)) path.setAttribute('d', d);
  }

  function drawMark(panel, uid, x, y) {
    const trace = costdash.graphs.trace(panel, uid);
    const mark = trace && trace.querySelector('path.point');
    if (!mark) return;
    const [px, py] = [panel.x(x), panel.y(y)];
    mark.setAttribute('transform', `translate(${px},${py})`);
    // Plotly takes marks outside the axes off the display, and those come back here.
    if (panel.holds(px, py)) mark.removeAttribute('display');
    else mark.setAttribute('display', 'none');
  }

  function reveal(panel, uid, shown) {
    const trace = costdash.graphs.trace(panel, uid);
    if (trace) trace.style.opacity = shown ? '1' : '0';
  }

  function drawRoc(panel, found) {
    const { iso } = found;
    drawPath(panel, 'iso', 'js-line', costdash.curves.line(panel, iso.x, iso.y));
    drawMark(panel, 'best', found.fpr, found.tpr);
  }

  function drawPrecisionPath(panel, model, prior) {
    if (!costdash.graphs.trace(panel, 'model-' + model.i)) return;
    const path = costdash.curves.pen();
    costdash.curves.precisionCurve(model, prior, panel, path.to);
    drawPath(panel, 'model-' + model.i, 'js-line', path.end());
  }

  /* Precision falls as fpr rises, so the ends of the band change places. */
  function drawPrecisionBand(panel, band, prior) {
    if (!costdash.graphs.trace(panel, 'band-' + band.i)) return;
    const path = costdash.curves.pen();
    const put = (fpr) => (recall, k) => {
      const precision = costdash.geometry.precision(fpr[k], recall, prior);
      if (precision !== null) path.to(panel.x(recall), panel.y(precision));
    };
    band.recall.forEach(put(band.high));
    const [recall, low] = [band.recall.slice().reverse(), band.low.slice().reverse()];
    recall.forEach(put(low));
    const d = path.end();
    drawPath(panel, 'band-' + band.i, 'js-fill', d + 'Z');
    drawPath(panel, 'band-' + band.i, 'js-line', d);
  }

  /* A pin keeps its rates, which the ROC panel holds; its precision follows the prior. */
  function drawPrecisionPin(panel, uid, prior) {
    const roc = costdash.graphs.get('roc');
    const mark = roc && roc.graph._fullData.find((trace) => trace.uid === uid);
    if (!mark || !(mark.opacity > 0)) return;
    const precision = costdash.geometry.precision(mark.x[0], mark.y[0], prior);
    if (precision !== null) drawMark(panel, uid, mark.y[0], precision);
    reveal(panel, uid, precision !== null);
  }

  function drawPrecision(panel, found) {
    const { prior } = point;
    for (const model of live.models) drawPrecisionPath(panel, model, prior);
    for (const band of live.bands) drawPrecisionBand(panel, band, prior);
    const { recall, precision } = found.isoCurve;
    drawPath(panel, 'noskill', 'js-line', costdash.curves.line(panel, [0, 1], [prior, prior]));
    drawPath(panel, 'iso', 'js-line', costdash.curves.line(panel, recall, precision));
    reveal(panel, 'iso', recall.length > 1);
    if (found.precision !== null) drawMark(panel, 'best', found.tpr, found.precision);
    reveal(panel, 'best', found.precision !== null);
    drawPrecisionPin(panel, 'pin', prior);
    drawPrecisionPin(panel, 'chosen', prior);
    const title = panel.graph.querySelector('.ytitle');
    const text = 'Precision at prior ' + costdash.numbers.percent(prior);
    if (title && title.textContent !== text) title.textContent = text;
  }

  function drawCost(panel, found) {
    const { pcf } = found;
    drawPath(panel, 'pcf', 'js-line', costdash.curves.line(panel, [pcf, pcf], [0, 0.5]));
    drawPath(panel, 'best-line', 'js-line', costdash.curves.line(panel, [0, 1], [found.fpr, 1 - found.tpr]));
    drawMark(panel, 'best', pcf, found.nec);
  }

  const DRAW = { roc: drawRoc, pr: drawPrecision, cost: drawCost };

  function paint() {
    frame = 0;
    if (!live || !point) return;
    const found = costdash.geometry.numbers(live, point);
    for (const name of costdash.graphs.names) {
      const panel = costdash.graphs.get(name);
      if (panel) DRAW[name](panel, found);
    }
    costdash.headline.show(live, point, found);
    for (const follower of followers) follower(found);
  }

  function wait() {
    if (!frame) frame = requestAnimationFrame(paint);
  }

  function mark(value) {
    moving = value;
    document.body.classList.toggle('moving', value);
  }

  costdash.live = {
    numbers: (data, at) => ({ ...costdash.geometry.numbers(data, at), ...costdash.geometry.reweighted(data, at.prior) }),
    data: () => live,
    point: () => point || (costdash.conditions && costdash.conditions.now && costdash.conditions.now()) || null,
    set(data) {
      live = data && data.models && data.hull ? { bands: [], ...data } : null;
      costdash.graphs.seek();
      for (const follower of followers) follower(null);
    },
    move(at) {
      if (!at || !(at.prior > 0)) return;
      point = { prior: at.prior, cost_fn: at.cost_fn, cost_fp: at.cost_fp };
      mark(!same(point, rest));
      wait();
    },
    /* The figures now show the conditions `at`, or what was asked for last. */
    settle(at) {
      rest = at || costdash.live.point();
      mark(Boolean(point) && !same(point, rest));
      if (moving) wait();
    },
  };

  // A figure that is redrawn in mid-move shows where the hand was, not where it is.
  (costdash.onDrawn = costdash.onDrawn || []).push(() => {
    if (moving) wait();
  });
})();
