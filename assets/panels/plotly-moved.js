/* Draws the next figure of a panel with plotly's own code for lines and marks, without its axes, bars and layout, where
   it differs from the drawn figure only in what a moved slider changes: a third of the work of Plotly.react. Anything
   else is refused, and the caller draws the whole figure. */

import { existing } from '../core/existing.js';

/** @import { Annotation, DrawnTrace, Graph, Interval, Layout, Trace } from '../core/types.js' */

/** What must be the same, as text. @typedef {{ layout: string, traces: string[] }} Outline */

/** @type {WeakMap<Graph, Outline>} */
const outlines = new WeakMap(); // of the figures that are drawn

/** A trace without what may differ. @param {Trace} trace */
function outlineOfTrace(trace) {
  if (trace.type !== 'scatter') return JSON.stringify({ ...trace, meta: undefined });
  const line = trace.line && { ...trace.line, width: undefined };
  return JSON.stringify({ ...trace, line, x: undefined, y: undefined, opacity: undefined, meta: undefined });
}

/** A title of an axis, whose text alone may differ. @param {Annotation} annotation */
const isTitle = ({ name, text }) => name === 'y-title' && !/[<&]/.test(text);

/** @param {Trace[]} data @param {Layout} layout @returns {Outline} */
function outlineOf(data, { meta, annotations = [], ...rest }) {
  const fixed = annotations.map((each) => (isTitle(each) ? { ...each, text: '' } : each));
  return {
    layout: JSON.stringify([rest, meta?.cost_axis, meta?.mode, fixed]),
    traces: data.map(outlineOfTrace),
  };
}

/** @param {Outline | undefined} before @param {Outline} after */
const isSame = (before, after) =>
  before !== undefined &&
  before.layout === after.layout &&
  before.traces.length === after.traces.length &&
  before.traces.every((text, k) => text === after.traces[k]);

/** Whether an axis shows the window that is asked for. @typedef {{ range?: Interval } | undefined} Windowed
   @param {Windowed} asked @param {Windowed} drawn */
const isInWindow = (asked, drawn) =>
  (!asked && !drawn) || Boolean(asked?.range?.every((end, k) => end === drawn?.range?.[k]));

/** Whether the graph has the size of its box, and the windows of the layout. @param {Graph} graph @param {Layout} layout */
const hasPlace = ({ _fullLayout: drawn, clientWidth, clientHeight }, { xaxis, yaxis, yaxis2 }) =>
  drawn.width === clientWidth &&
  drawn.height === clientHeight &&
  isInWindow(xaxis, drawn.xaxis) &&
  isInWindow(yaxis, drawn.yaxis) &&
  isInWindow(yaxis2, drawn.yaxis2);

/** Gives plotly the new values of a trace. @param {DrawnTrace} drawn @param {Trace} trace */
function update(drawn, trace) {
  drawn._input = trace;
  drawn.meta = trace.meta;
  if (trace.type !== 'scatter') return;
  Object.assign(drawn, { x: trace.x, y: trace.y, opacity: trace.opacity ?? 1 });
  drawn._length = Math.min(trace.x.length, trace.y.length);
  if (trace.line?.width !== undefined) drawn.line.width = trace.line.width;
}

/** Draws all lines and marks, since scripts have moved some of them meanwhile. @param {Graph} graph */
function drawScatter(graph) {
  const points = existing(graph.calcdata);
  const traces = existing(graph._fullData);
  const scatter = traces.find(({ type }) => type === 'scatter')?._module;
  if (!scatter) return;
  traces.forEach((trace, k) => {
    if (trace._module !== scatter) return;
    const [{ t }] = points[k];
    points[k] = trace._length ? scatter.calc(graph, trace) : [{}];
    points[k][0] = Object.assign(points[k][0], { t: points[k][0].t ?? t, trace });
  });
  for (const [name, subplot] of Object.entries(graph._fullLayout._plots)) {
    const here = points.filter((_, k) => traces[k]._module === scatter && traces[k].xaxis + traces[k].yaxis === name);
    if (here.length > 0) scatter.plot(graph, subplot, here, subplot.plot.select('.scatterlayer'));
  }
  scatter.style(graph);
}

/** Shows the annotations again that scripts have hidden or reworded. @param {Graph} graph @param {Annotation[]} annotations */
function restoreAnnotations(graph, annotations) {
  annotations.forEach((annotation, k) => {
    const group = /** @type {SVGElement | null} */ (graph.querySelector(`g.annotation[data-index="${k}"]`));
    if (!group) return;
    group.style.opacity = String(annotation.opacity ?? 1);
    const text = isTitle(annotation) && group.querySelector('text');
    if (!text) return;
    existing(graph._fullLayout.annotations)[k].text = annotation.text;
    text.dataset.unformatted = annotation.text;
    if (text.textContent !== annotation.text) text.textContent = annotation.text;
  });
}

/** @param {Graph} graph @param {DrawnTrace[]} drawn @param {Trace[]} data @param {Layout} layout */
function move(graph, drawn, data, layout) {
  drawn.forEach((trace, k) => update(trace, data[k]));
  Object.assign(graph, { data, layout });
  graph._fullLayout.meta = layout.meta;
  drawScatter(graph);
  restoreAnnotations(graph, layout.annotations ?? []);
  graph.emit?.('plotly_afterplot');
}

/**
 * Draws a figure into a graph that shows the same figure at another operating point; false if it cannot.
 * @param {Graph} graph
 * @param {Trace[]} data
 * @param {Layout} layout
 */
export function drawMoved(graph, data, layout) {
  const [before, after] = [outlines.get(graph), outlineOf(data, layout)];
  outlines.set(graph, after);
  const drawn = graph._fullData;
  if (!drawn || drawn.length !== data.length || !isSame(before, after) || !hasPlace(graph, layout)) return false;
  try {
    move(graph, drawn, data, layout);
  } catch (error) {
    console.error(error); // of a plotly.js that is made otherwise: the whole figure is drawn
    return false;
  }
  return true;
}
