(function () {
  'use strict';
  const { panels, palettes } = JSON.parse(document.getElementById('figures').textContent);
  const dark = window.matchMedia('(prefers-color-scheme: dark)');

  /* Figures come in the light palette; every colour of it stands for its place in the other. */
  const other = new Map(Object.keys(palettes.light).map((key) => [palettes.light[key], palettes.dark[key]]));

  function recoloured(value, key) {
    if (typeof value === 'string') return key === 'text' || key === 'name' ? value : other.get(value) || value;
    if (Array.isArray(value)) return value.map((item) => recoloured(item, key));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([k, item]) => [k, recoloured(item, k)]));
  }

  /* With a viewBox the pictures take any width, so that they fit the printed page too. */
  function fit(graph) {
    for (const svg of graph.querySelectorAll('.main-svg')) {
      const { width, height } = graph._fullLayout;
      svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    }
  }

  function draw(theme) {
    for (const [id, panel] of Object.entries(panels)) {
      const graph = document.getElementById(id);
      const figure = theme === 'dark' ? recoloured({ data: panel.data, layout: panel.layout }) : panel;
      const copy = JSON.parse(JSON.stringify({ data: figure.data, layout: figure.layout }));
      Plotly.react(graph, copy.data, copy.layout, panel.config).then(() => {
        fit(graph);
        graph.removeAllListeners('plotly_afterplot');
        graph.on('plotly_afterplot', () => fit(graph));
      });
    }
  }

  const present = () => (dark.matches ? 'dark' : 'light');
  draw(present());
  dark.addEventListener('change', () => draw(present()));
  window.addEventListener('beforeprint', () => dark.matches && draw('light'));
  window.addEventListener('afterprint', () => dark.matches && draw('dark'));

  document.addEventListener('click', (event) => {
    const { save, kind } = event.target.dataset;
    if (!save) return;
    window.costdash.picture.save(document.getElementById(save), kind, panels[save].config.toImageButtonOptions.filename);
  });
})();
