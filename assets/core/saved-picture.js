/* A panel as a picture with title, legend and caption. The additions come with the figure (layout.meta.saved). */

/** @import { Figure, Trace } from './types.js' */

/** Traces are listed in the legend if anything of that name is visible. @param {Trace} trace */
const withLegend = (trace) => ({ ...trace, showlegend: Boolean(trace.name) && trace.opacity !== 0 });

/**
 * The figure of the picture, from the figure of a panel.
 * @param {Figure} figure
 */
export function pictureOf({ data, layout }) {
  const { layout: changes, caption } = layout.meta.saved;
  const annotations = [...(layout.annotations || []), ...(layout.meta.labels || []), caption];
  return { data: data.map(withLegend), layout: { ...layout, ...changes, annotations } };
}

/**
 * Saves a panel as a file.
 * @param {Window['Plotly']} plotly
 * @param {Figure} graph an element that plotly has drawn
 * @param {string} format png or svg
 * @param {string} filename
 */
export function savePicture(plotly, graph, format, filename) {
  const { data, layout } = JSON.parse(JSON.stringify(pictureOf(graph)));
  const { width, height } = layout;
  return plotly.downloadImage({ data, layout }, { format, width, height, filename, scale: format === 'png' ? 2 : 1 });
}
