/* A panel as a picture with its title, legend and caption; what is added comes with the figure (layout.meta.saved). */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});

  /* Names stand in the legend where something of that name is seen. */
  const named = (trace) => ({ ...trace, showlegend: Boolean(trace.name) && trace.opacity !== 0 });

  function pictured({ data, layout }) {
    const { layout: changes, caption } = layout.meta.saved;
    const annotations = [...(layout.annotations || []), caption];
    return { data: data.map(named), layout: { ...layout, ...changes, annotations } };
  }

  /* graph: an element that plotly has drawn; format: png or svg. */
  function save(graph, format, filename) {
    const { data, layout } = JSON.parse(JSON.stringify(pictured(graph)));
    const { width, height } = layout;
    return window.Plotly.downloadImage({ data, layout }, { format, width, height, filename, scale: format === 'png' ? 2 : 1 });
  }

  costdash.picture = { pictured, save };
})();
