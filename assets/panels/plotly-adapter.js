/* The three graphs as the scripts see them: their axes, their elements, a layer above each. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const IDS = { roc: 'roc-panel', pr: 'pr-panel', cost: 'cost-panel' };
  const SVG = 'http://www.w3.org/2000/svg';
  const SEEK = 100; // ms between looks for graphs that are not drawn yet
  const heard = new WeakSet();
  const listeners = (costdash.onDrawn = costdash.onDrawn || []); // scripts load in any order
  let seeking = null;

  function element(name) {
    const holder = document.getElementById(IDS[name]);
    if (!holder) return null;
    const graph = holder.matches('.js-plotly-plot') ? holder : holder.querySelector('.js-plotly-plot');
    return graph && graph._fullLayout && graph._fullLayout.xaxis && graph._fullLayout.yaxis ? graph : null;
  }

  /* Pixels are counted from the corner of the plot area, as in plotly's own paths. */
  function get(name) {
    const graph = element(name);
    if (!graph) return null;
    listen(name, graph);
    const { xaxis, yaxis } = graph._fullLayout;
    const [left, bottom] = [xaxis.l2p(0), yaxis.l2p(0)];
    const [wide, high] = [xaxis.l2p(1) - left, yaxis.l2p(1) - bottom];
    if (!(xaxis._length > 0 && yaxis._length > 0 && Number.isFinite(left + bottom + wide + high))) return null;
    return {
      name,
      graph,
      width: xaxis._length,
      height: yaxis._length,
      left: xaxis._offset,
      top: yaxis._offset,
      x: (value) => left + wide * value,
      y: (value) => bottom + high * value,
      valueAt: (pixel) => (pixel - left) / wide,
      holds: (x, y) => x >= 0 && y >= 0 && x <= xaxis._length && y <= yaxis._length,
      linear: [left, wide, bottom, high],
    };
  }

  function listen(name, graph) {
    if (heard.has(graph) || typeof graph.on !== 'function') return;
    heard.add(graph);
    graph.on('plotly_afterplot', () => tell(name));
    setTimeout(tell, 0, name);
  }

  function tell(name) {
    for (const listener of listeners) listener(name);
  }

  /* A graph appears some time after its data; nothing in the page says when. */
  function seek() {
    clearTimeout(seeking);
    const missing = Object.keys(IDS).filter((name) => !get(name));
    if (missing.length > 0) seeking = setTimeout(seek, SEEK);
  }

  /* Pointer events in the pixels of the plot area. */
  function place(panel, event) {
    const box = panel.graph.getBoundingClientRect();
    const ratio = panel.graph.offsetWidth ? box.width / panel.graph.offsetWidth : 1;
    return {
      x: (event.clientX - box.left) / ratio - panel.left,
      y: (event.clientY - box.top) / ratio - panel.top,
    };
  }

  function nameOf(target) {
    if (!target || !target.closest) return null;
    return Object.keys(IDS).find((name) => target.closest('#' + IDS[name])) || null;
  }

  /* Above the graph and part of its box, so that it moves and hides with it. */
  function layer(panel, kind) {
    const box = panel.graph.querySelector('.svg-container');
    if (!box) return null;
    let svg = box.querySelector(':scope > svg.' + kind);
    if (!svg) {
      svg = make('svg', { class: kind, 'aria-hidden': 'true' });
      svg.append(make('g', {}));
      box.append(svg);
    }
    const { left, top, width, height } = panel;
    svg.style.cssText =
      `position:absolute;pointer-events:none;overflow:hidden;` +
      `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
    return svg.firstChild;
  }

  function make(tag, attributes) {
    const node = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  }

  function trace(panel, uid) {
    return panel.graph.querySelector('.scatterlayer .trace' + CSS.escape(uid));
  }

  costdash.graphs = {
    get,
    seek,
    place,
    nameOf,
    layer,
    make,
    trace,
    names: Object.keys(IDS),
  };

  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', seek);
  else seek();
})();
