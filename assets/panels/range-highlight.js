/* A range of PC(+) lit in all three panels: its models, and the stretch of hull that is used in it. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const RING = 7;
  let lit = null; // {owners, pieces, said, by}; a piece is a vertex and the PC(+) it is used from and to

  const path = (d, kind) => costdash.graphs.make('path', { d, class: kind });
  const ring = (x, y) => costdash.graphs.make('circle', { cx: x, cy: y, r: RING, class: 'part' });
  const colour = () => (lit.owners.length ? costdash.lit.colour(lit.owners[0]) : 'currentColor');

  /* The models' own curves, as plotly has drawn them. */
  function whole(panel) {
    return lit.owners.map((i) => {
      const trace = costdash.graphs.trace(panel, 'model-' + i);
      const line = trace && trace.querySelector('path.js-line');
      const drawn = path(line ? line.getAttribute('d') : '', 'whole');
      drawn.style.stroke = costdash.lit.colour(i);
      return drawn;
    });
  }

  const rates = () => ({ fpr: lit.pieces.map(({ fpr }) => fpr), tpr: lit.pieces.map(({ tpr }) => tpr) });

  const PARTS = {
    roc(panel) {
      const { fpr, tpr } = rates();
      return fpr.length > 1 ? path(costdash.curves.line(panel, fpr, tpr), 'part') : ring(panel.x(fpr[0]), panel.y(tpr[0]));
    },
    pr(panel) {
      const { prior } = costdash.live.point();
      const { fpr, tpr } = rates();
      if (fpr.length > 1) {
        const pen = costdash.curves.pen();
        costdash.curves.precisionCurve({ fpr, tpr }, prior, panel, pen.to);
        return path(pen.end(), 'part');
      }
      const precision = costdash.geometry.precision(fpr[0], tpr[0], prior);
      return precision === null ? '' : ring(panel.x(tpr[0]), panel.y(precision));
    },
    cost(panel) {
      const line = ({ fpr, tpr, low, high }) => {
        const nec = (pcf) => fpr * (1 - pcf) + (1 - tpr) * pcf;
        return costdash.curves.line(panel, [low, high], [nec(low), nec(high)]);
      };
      return path(lit.pieces.map(line).join(''), 'part');
    },
  };

  function draw(name) {
    const panel = costdash.graphs.get(name);
    if (!panel || (!lit && !panel.graph.querySelector('svg.segment-layer'))) return;
    const layer = costdash.graphs.layer(panel, 'segment-layer');
    if (!layer) return;
    const shown = lit && lit.pieces.length > 0 && costdash.live.point();
    layer.replaceChildren(...(shown ? [...whole(panel), PARTS[name](panel)] : lit ? whole(panel) : []));
    if (lit) layer.style.stroke = colour();
  }

  function refresh() {
    costdash.graphs.names.forEach(draw);
    if (lit || !costdash.lit.held()) costdash.lit.tell(lit ? lit.said : '', lit ? colour() : '');
  }

  costdash.segment = {
    set(found) {
      const known = lit && JSON.stringify(lit) === JSON.stringify(found);
      costdash.lit.clear();
      lit = found;
      if (!known) refresh();
    },
    clear(by) {
      if (!lit || (by && lit.by !== by)) return;
      lit = null;
      refresh();
    },
    /* Pieces of a hull within low and high; ties are the PC(+) at which its vertices change. */
    pieces({ fpr, tpr }, ties, low, high) {
      const from = (k) => Math.max(low, k === 0 ? 0 : ties[k - 1]);
      const to = (k) => Math.min(high, k === ties.length ? 1 : ties[k]);
      const used = fpr.map((x, k) => ({ fpr: x, tpr: tpr[k], low: from(k), high: to(k) }));
      return used.filter((piece) => piece.low < piece.high);
    },
  };

  (costdash.onDrawn = costdash.onDrawn || []).push((name) => lit && draw(name));
  (costdash.onMove = costdash.onMove || []).push((found) => {
    if (!found) costdash.segment.clear(); // other curves, maybe
    else if (lit) costdash.graphs.names.forEach(draw);
  });
  document.addEventListener('scroll', () => lit && lit.by !== 'strip-keys' && costdash.segment.clear(), true);
  document.addEventListener('keydown', (event) => event.key === 'Escape' && costdash.segment.clear());
})();
