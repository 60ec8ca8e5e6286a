/* Draws the server's figures into their boxes, also those that come before plotly does. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const early = new Map();
  const script = document.querySelector('script[data-plotly]');

  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const { width, height } = target._fullLayout || {};
      const [wide, high] = [target.clientWidth, target.clientHeight];
      if (wide > 0 && high > 0 && (wide !== width || high !== height)) window.Plotly.Plots.resize(target);
    }
  });

  function draw(id, { data, layout }) {
    const box = document.getElementById(id);
    if (!box) return;
    if (!window.Plotly) {
      early.set(id, { data, layout });
      return;
    }
    // plotly writes the window that is zoomed to into the layout
    window.Plotly.react(box, data, structuredClone(layout), JSON.parse(box.dataset.config));
    sizes.observe(box);
  }

  if (script) {
    script.addEventListener('load', () => {
      for (const [id, figure] of early) draw(id, figure);
      early.clear();
    });
  }

  costdash.draw = draw;
})();
