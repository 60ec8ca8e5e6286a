/* Zoom to where the operating point lives, in all three panels at once, and back. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const ROOM = 2.5; // the point stands at this share of the window from its nearer corner
  const LEAST = 0.01; // no window is narrower

  const within = (x) => Math.min(Math.max(x, LEAST), 1);

  /* The window that holds `value` and the nearer end of [0, end]. */
  function around(value, end) {
    return value <= end / 2 ? [0, end * within((ROOM * value) / end)] : [end * (1 - within((ROOM * (end - value)) / end)), end];
  }

  function windows() {
    const live = costdash.live.data();
    const point = costdash.live.point();
    if (!live || !point) return null;
    const { fpr, tpr, precision, pcf, nec } = costdash.live.numbers(live, point);
    return {
      roc: [around(fpr, 1), [Math.max(0, tpr - 0.6), Math.min(1.02, tpr + 0.4)]],
      pr: [[Math.max(0, tpr - 0.5), Math.min(1, tpr + 0.5)], precision === null || precision > 0.4 ? null : around(precision, 1)],
      cost: [around(pcf, 1), around(nec, 0.5)],
    };
  }

  function relayout(name, [x, y]) {
    const panel = costdash.graphs.get(name);
    if (!panel) return;
    const change = x ? { 'xaxis.range': x } : { 'xaxis.autorange': false };
    if (y) change['yaxis.range'] = y;
    window.Plotly.relayout(panel.graph, change);
  }

  let home = null;

  function remember() {
    home = home || {};
    for (const name of costdash.graphs.names) {
      const panel = costdash.graphs.get(name);
      if (!panel || home[name]) continue;
      const { xaxis, yaxis } = panel.graph._fullLayout;
      home[name] = [xaxis.range.slice(), yaxis.range.slice()];
    }
  }

  let zoomed = null;

  function apply(ranges) {
    remember();
    zoomed = ranges;
    for (const name of costdash.graphs.names) relayout(name, ranges ? ranges[name] : home[name]);
  }

  costdash.zoom = {
    /* A new figure keeps the window that was asked for. */
    kept(name, figure) {
      if (!zoomed || !zoomed[name]) return figure;
      const [x, y] = zoomed[name];
      const layout = { ...figure.layout, xaxis: { ...figure.layout.xaxis, range: x } };
      if (y) layout.yaxis = { ...figure.layout.yaxis, range: y };
      return { ...figure, layout };
    },
  };

  /* A panel by itself: closer to its strict corner or its operating point, or away from it. */
  function closer(name, factor) {
    const panel = costdash.graphs.get(name);
    const all = windows();
    if (!panel || !all) return;
    remember();
    const now = panel.graph._fullLayout;
    const ranges = [now.xaxis.range, now.yaxis.range].map(([low, high], i) => {
      const [least, most] = home[name][i];
      const middle = centre(name, i, (low + high) / 2);
      return [Math.max(least, middle - (middle - low) * factor), Math.min(most, middle + (high - middle) * factor)];
    });
    zoomed = { ...zoomed, [name]: ranges };
    relayout(name, ranges);
  }

  /* Zoom keeps the operating point's mark where it is. */
  function centre(name, i, otherwise) {
    const { fpr, tpr, precision, pcf, nec } = costdash.live.numbers(costdash.live.data(), costdash.live.point());
    const at = { roc: [fpr, tpr], pr: [tpr, precision], cost: [pcf, nec] }[name][i];
    return at === null ? otherwise : at;
  }

  const TOOLS = {
    in: (name) => closer(name, 0.5),
    out: (name) => closer(name, 2),
  };

  document.addEventListener('click', (event) => {
    const tool = event.target.closest('[data-tool]');
    if (tool) TOOLS[tool.dataset.tool](tool.dataset.graph.replace('-panel', ''));
    const button = event.target.closest('#zoom-here, #zoom-reset');
    if (!button) return;
    const ranges = button.id === 'zoom-here' ? windows() : null;
    if (ranges || button.id === 'zoom-reset') apply(ranges);
  });
})();
