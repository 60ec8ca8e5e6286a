/* Draws the server's figures into their boxes, and again when those change their size. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const { width, height } = target._fullLayout || {};
      const [wide, high] = [target.clientWidth, target.clientHeight];
      if (wide > 0 && high > 0 && (wide !== width || high !== height)) window.Plotly.Plots.resize(target);
    }
  });

  function draw(id, { data, layout }) {
    const box = document.getElementById(id);
    if (!box || !window.Plotly) return;
    // plotly writes the window that is zoomed to into the layout
    window.Plotly.react(box, data, structuredClone(layout), JSON.parse(box.dataset.config));
    sizes.observe(box);
  }

  costdash.draw = draw;
})();
