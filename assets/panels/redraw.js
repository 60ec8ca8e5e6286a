/* Rewrites plotly's own elements through its own axes: what moves in each panel. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});

  function drawPath(panel, uid, kind, d) {
    const trace = costdash.graphs.trace(panel, uid);
    if (!trace) return;
    for (const path of trace.querySelectorAll('path.' + kind)) path.setAttribute('d', d);
  }

  function place(panel, mark, x, y) {
    const [px, py] = [panel.x(x), panel.y(y)];
    mark.setAttribute('transform', `translate(${costdash.curves.round(px)},${costdash.curves.round(py)})`);
    // Plotly takes marks outside the axes off the display, and those come back here.
    if (panel.holds(px, py)) mark.removeAttribute('display');
    else mark.setAttribute('display', 'none');
  }

  function drawMark(panel, uid, x, y) {
    const trace = costdash.graphs.trace(panel, uid);
    const mark = trace && trace.querySelector('path.point');
    if (mark) place(panel, mark, x, y);
  }

  /* As many marks as there are points: plotly's own count them anew at its next drawing. */
  function drawPoints(panel, uid, xs, ys) {
    const trace = costdash.graphs.trace(panel, uid);
    const marks = trace ? Array.from(trace.querySelectorAll('path.point')) : [];
    if (marks.length === 0) return;
    while (marks.length < xs.length) {
      const more = marks[0].cloneNode();
      marks[0].parentNode.append(more);
      marks.push(more);
    }
    marks.forEach((mark, k) => (k < xs.length ? place(panel, mark, xs[k], ys[k]) : mark.setAttribute('display', 'none')));
  }

  function reveal(panel, uid, shown) {
    const trace = costdash.graphs.trace(panel, uid);
    if (trace) trace.style.opacity = shown ? '1' : '0';
  }

  /* The stroke of a line, which is its colour in the theme of now. */
  function strokeOf(panel, uid) {
    const trace = costdash.graphs.trace(panel, uid);
    const path = trace && trace.querySelector('path.js-line');
    return path ? path.style.stroke : '';
  }

  /* What is best changes its owner, and the marks of the best wear the owner's colour. */
  function colourBest(panel, found, ink) {
    const stroke = strokeOf(panel, found.call === 'some' ? 'model-' + found.owner : ink);
    for (const uid of stroke ? ['best', 'best-line'] : []) {
      const trace = costdash.graphs.trace(panel, uid);
      const shapes = trace ? trace.querySelectorAll('path.point, path.js-line') : [];
      for (const path of shapes) path.style.stroke = stroke;
    }
  }

  function note(panel, start) {
    const notes = panel.graph._fullLayout.annotations || [];
    const index = notes.findIndex((annotation) => String(annotation.text).startsWith(start));
    return index < 0 ? null : { ...at(panel, index), drawn: notes[index] };
  }

  function at(panel, index) {
    const node = panel.graph.querySelector(`g.annotation[data-index="${index}"]`);
    return { node, text: node && node.querySelector('text') };
  }

  const set = new WeakMap(); // texts of notes: how plotly set them
  const ruler = document.createElement('canvas').getContext('2d'); // the page is not laid out for it

  function widthOf(words, font) {
    ruler.font = font;
    return ruler.measureText(words).width;
  }

  /* A note that stands at the right keeps its right end; plotly sets its left one on a whole pixel. */
  function rewordAtRight(panel, start, words) {
    const { text, drawn } = note(panel, start) || {};
    if (!text || text.textContent === words) return;
    if (!set.has(text)) {
      const { font } = window.getComputedStyle(text);
      const width = widthOf(text.textContent, font);
      set.set(text, { font, width, room: Number(text.getAttribute('x')) - width / 2 });
    }
    const { font, width, room } = set.get(text);
    const [end, now] = [panel.left + panel.x(drawn.x), widthOf(words, font)];
    const left = (of) => Math.round(end - Math.round(of + 2 * room));
    text.textContent = words;
    text.setAttribute('x', String(room + now / 2 + left(now) - left(width)));
  }

  function drawRoc(panel, found) {
    const { iso } = found;
    drawPath(panel, 'iso', 'js-line', costdash.curves.line(panel, iso.x, iso.y));
    drawMark(panel, 'best', found.fpr, found.tpr);
    colourBest(panel, found, 'iso');
    const slope = costdash.numbers.number(found.slope);
    rewordAtRight(panel, 'iso-performance', 'iso-performance line, slope ' + slope);
  }

  /* The image of a ROC path. */
  function drawPrecisionPath(panel, uid, path, prior) {
    if (!costdash.graphs.trace(panel, uid)) return;
    const pen = costdash.curves.pen();
    costdash.curves.precisionCurve(path, prior, panel, pen.to);
    drawPath(panel, uid, 'js-line', pen.end());
  }

  /* Precision falls as fpr rises, so the ends of the band change places. */
  function drawPrecisionBand(panel, band, prior) {
    if (!costdash.graphs.trace(panel, 'band-' + band.i)) return;
    const path = costdash.curves.pen();
    const put = (fpr, k) => {
      const precision = costdash.geometry.precision(fpr[k], band.recall[k], prior);
      if (precision !== null) path.to(panel.x(band.recall[k]), panel.y(precision));
    };
    for (let k = 0; k < band.recall.length; k += 1) put(band.high, k);
    for (let k = band.recall.length - 1; k >= 0; k -= 1) put(band.low, k);
    const d = path.end();
    drawPath(panel, 'band-' + band.i, 'js-fill', d + 'Z');
    drawPath(panel, 'band-' + band.i, 'js-line', d);
  }

  /* A held threshold keeps its rates, which the ROC panel knows; its precision follows. */
  function drawHeld(panel, uid, prior) {
    const roc = costdash.graphs.get('roc');
    const mark = roc && roc.graph._fullData.find((trace) => trace.uid === uid);
    if (!mark || !(mark.opacity > 0)) return;
    const precision = costdash.geometry.precision(mark.x[0], mark.y[0], prior);
    if (precision !== null) drawMark(panel, uid, mark.y[0], precision);
    reveal(panel, uid, precision !== null);
  }

  function drawPrecisionNotes(panel, found, prior) {
    const title = panel.graph.querySelector('.ytitle');
    const words = 'Precision at prior ' + costdash.numbers.percent(prior);
    if (title && title.textContent !== words) title.textContent = words;
    const none = note(panel, 'call none');
    const another = costdash.graphs.trace(panel, 'choice'); // what another criterion chose has a point
    if (none && none.node && !another) none.node.style.opacity = found.call === 'none' ? '1' : '0';
    const skill = note(panel, 'no skill');
    if (!skill || !skill.node) return;
    const moved = Math.round(panel.top + panel.y(prior)) - Math.round(panel.top + panel.y(skill.drawn.y));
    skill.node.setAttribute('transform', `translate(0,${moved})`);
  }

  function drawPrecision(panel, found, live, prior) {
    for (const model of live.models) drawPrecisionPath(panel, 'model-' + model.i, model, prior);
    for (const band of live.bands) drawPrecisionBand(panel, band, prior);
    drawPath(panel, 'noskill', 'js-line', costdash.curves.line(panel, [0, 1], [prior, prior]));
    drawPrecisionPath(panel, 'iso', { fpr: found.iso.x, tpr: found.iso.y }, prior);
    if (found.precision !== null) drawMark(panel, 'best', found.tpr, found.precision);
    reveal(panel, 'best', found.precision !== null);
    colourBest(panel, found, 'iso');
    drawHeld(panel, 'pin', prior);
    drawHeld(panel, 'chosen', prior);
    drawPrecisionNotes(panel, found, prior);
  }

  function drawRule(panel, pcf) {
    const trace = costdash.graphs.trace(panel, 'pcf');
    const drawn = panel.graph._fullData.find((data) => data.uid === 'pcf');
    if (!trace || !drawn) return;
    const heights = Array.from(drawn.y);
    drawPath(panel, 'pcf', 'js-line', costdash.curves.line(panel, heights.map(() => pcf), heights));
    const marks = trace.querySelectorAll('path.point');
    if (marks.length === heights.length) marks.forEach((mark, k) => place(panel, mark, pcf, heights[k]));
  }

  function drawCost(panel, found) {
    drawRule(panel, found.pcf);
    drawPath(panel, 'best-line', 'js-line', costdash.curves.line(panel, [0, 1], [found.fpr, 1 - found.tpr]));
    drawMark(panel, 'best', found.pcf, found.nec);
    colourBest(panel, found, 'pcf');
  }

  costdash.redraw = { roc: drawRoc, pr: drawPrecision, cost: drawCost, path: drawPath, mark: drawMark, points: drawPoints, reveal };
})();
