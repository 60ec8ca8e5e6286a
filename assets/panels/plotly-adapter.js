/* Everything that knows how plotly draws: its private fields, its elements, and overlays above its graphs. */

import { setCostAxis } from '../core/cost-axes.js';
import { existing } from '../core/existing.js';
import { graphIdOf, modeCode, modeRow, panelNames } from '../core/panels.js';
import { setPlaces } from '../core/threshold-places.js';
import { around, dataOf } from '../state/elements.js';
import { emit } from '../state/events.js';
import { makeTimer } from '../state/timer.js';

/** @import { Box, Figure, FigureMeta, Graph, Interval, Layout, Panel, Place, RateAxes, Spot, Trace } from '../core/types.js' */
/** @import { OperatingPoint } from '../core/wire.js' */

const SVG = 'http://www.w3.org/2000/svg';
const SEEK = 100; // ms between looks for graphs that are not drawn yet
const listening = new WeakSet();
const seeking = makeTimer();

/* The points of a drag, at which axes that depend on the prior are drawn until plotly draws the panel again. */
/** @type {Map<string, OperatingPoint>} */
const movedPoints = new Map();
/** @type {RateAxes} */
const PLAIN = { x: (value) => value, y: (value) => value, bent: false };

/**
 * The operating point at which the axes of a panel are from now on.
 * @param {string} name
 * @param {OperatingPoint} point
 */
export function moveAxes(name, point) {
  movedPoints.set(name, point);
}

/**
 * Places of values on the axes of a panel.
 * @param {RateAxes} axes
 * @param {number | undefined} prior
 * @returns {(u: number, v: number) => Place}
 */
function unitsOf({ x, y, across }, prior) {
  return across && prior !== undefined ? (fpr, tpr) => [across(fpr, tpr, prior), y(tpr)] : (u, v) => [x(u), y(v)];
}

/**
 * The element of a drawn graph: the element with this id, or an element inside it. Null if plotly has not drawn it.
 * @param {string | null} id
 * @returns {Graph | null}
 */
export function drawnGraph(id) {
  const holder = id && document.getElementById(id);
  if (!holder) return null;
  const graph = /** @type {Graph | null} */ (
    holder.matches('.js-plotly-plot') ? holder : holder.querySelector('.js-plotly-plot')
  );
  return graph && graph._fullLayout && graph._fullLayout.xaxis && graph._fullLayout.yaxis ? graph : null;
}

/**
 * The axes of a graph: pixels of the graph's element to values, and back.
 * @param {Graph} graph
 * @param {'yaxis' | 'yaxis2'} [vertical] name of the y-axis
 */
export function axesOf(graph, vertical = 'yaxis') {
  const { xaxis } = graph._fullLayout;
  const yaxis = existing(graph._fullLayout[vertical], vertical);
  return {
    left: xaxis._offset,
    top: yaxis._offset,
    width: xaxis._length,
    height: yaxis._length,
    /** @param {number} value */
    x: (value) => xaxis.l2p(value),
    /** @param {number} value */
    y: (value) => yaxis.l2p(value),
    /** @param {number} pixel */
    valueAtX: (pixel) => xaxis.p2l(pixel),
    /** @param {number} pixel */
    valueAtY: (pixel) => yaxis.p2l(pixel),
  };
}

/** [place of 0, length of 1] in pixels. Plotly rounds pixels, so both are taken from the ends of the axis.
   @param {(value: number) => number} place @param {Interval} range */
function lineThrough(place, [low, high]) {
  const perUnit = (place(high) - place(low)) / (high - low);
  return [place(low) - perUnit * low, perUnit];
}

/** The mode of a figure: its key, and what else its axes need.
   @param {Graph} graph @returns {{ key?: string, prior?: number }} */
const modeOf = ({ layout }) => layout?.meta?.mode || {};

/**
 * A panel's geometry. Pixels count from the corner of the plot area, as in plotly's own paths.
 * @param {string | null} name
 * @returns {Panel | null}
 */
export function getPanel(name) {
  const graph = name && drawnGraph(graphIdOf(name));
  if (!graph) return null;
  listen(name, graph);
  const { x, y, width, height, left: offsetLeft, top: offsetTop } = axesOf(graph);
  const [left, wide] = lineThrough(x, graph._fullLayout.xaxis.range);
  const [bottom, high] = lineThrough(y, graph._fullLayout.yaxis.range);
  if (!(width > 0 && height > 0 && Number.isFinite(left + bottom + wide + high))) return null;
  const { key: mode, prior } = modeOf(graph);
  const axes = modeCode(mode).axes || PLAIN;
  const units = unitsOf(axes, movedPoints.get(name)?.prior ?? prior);
  return {
    name,
    mode,
    graph,
    axes,
    units,
    at(first, second) {
      const [u, v] = units(first, second);
      return [left + wide * u, bottom + high * v];
    },
    width,
    height,
    left: offsetLeft,
    top: offsetTop,
    x: (value) => left + wide * axes.x(value),
    y: (value) => bottom + high * axes.y(value),
    valueAt: (pixel) => (pixel - left) / wide,
    valueAtY: (pixel) => (pixel - bottom) / high,
    contains: (px, py) => px >= 0 && py >= 0 && px <= width && py <= height,
    linear: [left, wide, bottom, high],
  };
}

/** @param {string} name @param {Graph} graph */
function listen(name, graph) {
  if (listening.has(graph) || typeof graph.on !== 'function') return;
  listening.add(graph);
  graph.on('plotly_afterplot', () => {
    movedPoints.delete(name); // the figure is at the prior of its answer
    emit('panel-drawn', name);
  });
  setTimeout(emit, 0, 'panel-drawn', name);
}

/** Looks for the panels until all are drawn, because a graph appears some time after its data. */
export function watchPanels() {
  seeking.stop();
  const missing = panelNames().filter((name) => !getPanel(name));
  if (missing.length > 0) seeking.start(watchPanels, SEEK);
}

/**
 * A pointer event in the pixels of the plot area.
 * @param {Panel} panel
 * @param {MouseEvent} event
 */
export function pointerInPanel(panel, event) {
  const box = panel.graph.getBoundingClientRect();
  const ratio = panel.graph.offsetWidth ? box.width / panel.graph.offsetWidth : 1;
  return {
    x: (event.clientX - box.left) / ratio - panel.left,
    y: (event.clientY - box.top) / ratio - panel.top,
  };
}

/**
 * The name of the panel that holds an element; null elsewhere.
 * @param {EventTarget | null} target
 */
export const panelNameAt = (target) => panelNames().find((name) => around(target, '#' + graphIdOf(name))) ?? null;

/**
 * A group of an SVG layer above the graph; it is part of the graph's box, so that it moves and hides with it.
 * @param {Panel} panel
 * @param {string} kind
 * @returns {SVGGElement | null}
 */
export function overlayLayer(panel, kind) {
  const box = panel.graph.querySelector('.svg-container');
  if (!box) return null;
  let svg = /** @type {SVGElement | null} */ (box.querySelector(':scope > svg.' + kind));
  if (!svg) {
    svg = svgElement('svg', { class: kind, 'aria-hidden': 'true' });
    svg.append(svgElement('g', {}));
    box.append(svg);
  }
  const { left, top, width, height } = panel;
  svg.style.cssText =
    `position:absolute;pointer-events:none;overflow:hidden;` +
    `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
  return /** @type {SVGGElement} */ (svg.firstChild);
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
export function svgElement(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}

/**
 * The element of a trace.
 * @param {Panel} panel
 * @param {string} uid
 * @returns {SVGElement | null}
 */
export function traceElement(panel, uid) {
  return panel.graph.querySelector('.scatterlayer .trace' + CSS.escape(uid));
}

/**
 * The line of a trace.
 * @param {Panel} panel
 * @param {string} uid
 * @returns {SVGPathElement | null}
 */
export const lineElement = (panel, uid) => traceElement(panel, uid)?.querySelector('path.js-line') ?? null;

/**
 * The element of an annotation.
 * @param {Panel} panel
 * @param {number} index
 * @returns {SVGGElement | null}
 */
export const annotationElement = ({ graph }, index) => graph.querySelector(`g.annotation[data-index="${index}"]`);

/**
 * The points of a trace in pixels of the plot area; none without it.
 * @param {Panel} panel
 * @param {string} uid
 * @returns {Spot[]}
 */
export function traceSpots(panel, uid) {
  const trace = traceData(panel.graph, uid);
  if (!trace) return [];
  const { x, y } = axesOf(panel.graph);
  return Array.from(trace.x, (value, k) => ({ x: x(value), y: y(trace.y[k]) }));
}

/** @typedef {Element & { __data__: { trace: Trace }[] }} TraceElement of plotly, with its data */

/** The numbers of a path's corners, for each of its parts: plotly and our scripts write M, L, H and V only.
   @param {string} d @returns {Spot[][]} */
function cornersOf(d) {
  /** @type {Spot[][]} */
  const parts = [];
  for (const [, letter, numbers] of d.matchAll(/([MLHV])([^MLHVZ]*)/g)) {
    const values = numbers.split(/[ ,]/).map(Number);
    if (letter === 'M') parts.push([]);
    const part = parts[parts.length - 1];
    const last = part[part.length - 1];
    if (letter === 'H') part.push({ x: values[0], y: last.y });
    else if (letter === 'V') part.push({ x: last.x, y: values[0] });
    else part.push({ x: values[0], y: values[1] });
  }
  return parts;
}

/** @param {SVGElement} path */
const isInked = ({ style: { stroke, strokeWidth, strokeOpacity } }) =>
  stroke !== 'none' && parseFloat(strokeWidth) > 0 && strokeOpacity !== '0';

/** The boxes of the marks of a trace. @param {TraceElement} element @returns {Box[]} */
function marksOf(element) {
  const { size = 0, line } = element.__data__[0].trace.marker ?? {};
  const marks = Array.from(element.querySelectorAll('path.point:not([display=none])'));
  return marks.flatMap((mark, k) => {
    const across = Array.isArray(size) ? size[k] : size;
    const [x, y] = mark.getAttribute('transform')?.match(/-?[\d.]+/g) ?? [];
    const whole = across + 2 * (Number(line?.width) || 0);
    return across > 0 && y !== undefined ? [{ x: Number(x), y: Number(y), wide: whole, high: whole }] : [];
  });
}

/**
 * What is drawn in the plot area now, in its pixels: the path of each line, and a box around each mark.
 * @param {Graph} graph
 * @returns {{ lines: { uid: string, d: string, corners: () => Spot[][] }[], marks: Box[] }}
 */
export function drawnShapes(graph) {
  /** @type {NodeListOf<TraceElement & SVGElement>} */
  const elements = graph.querySelectorAll('.subplot.xy .scatterlayer .trace');
  const seen = Array.from(elements).filter(({ style }) => style.opacity !== '0');
  const lines = seen.flatMap((element) => {
    /** @type {NodeListOf<SVGPathElement>} */
    const paths = element.querySelectorAll('path.js-line');
    const { uid } = element.__data__[0].trace;
    return Array.from(paths).flatMap((path) => {
      const d = path.getAttribute('d');
      return d && isInked(path) ? [{ uid, d, corners: () => cornersOf(d) }] : [];
    });
  });
  return { lines, marks: seen.flatMap(marksOf) };
}

/**
 * The elements of the bars, by the uid of their trace.
 * @param {Panel} panel
 * @returns {Record<string, Element>}
 */
export function barElements(panel) {
  /** @type {NodeListOf<Element & { __data__: { trace: Trace }[] }>} */
  const bars = panel.graph.querySelectorAll('.barlayer .trace');
  return Object.fromEntries(Array.from(bars, (bar) => [bar.__data__[0].trace.uid, bar]));
}

/**
 * A trace's data with plotly's defaults filled in.
 * @param {Graph} graph
 * @param {string} uid
 */
export function traceData(graph, uid) {
  return graph._fullData ? graph._fullData.find((trace) => trace.uid === uid) : undefined;
}

/**
 * The annotation whose text begins with `start`: its place in the units of the axes, and its elements.
 * @param {Panel} panel
 * @param {string} start
 */
export function annotationStarting(panel, start) {
  const annotations = panel.graph._fullLayout.annotations || [];
  const index = annotations.findIndex(({ text }) => String(text).startsWith(start));
  if (index < 0) return null;
  const node = annotationElement(panel, index);
  return { node, text: node && node.querySelector('text'), x: annotations[index].x, y: annotations[index].y };
}

/**
 * The window that the axes show: [[left, right], [bottom, top]].
 * @param {Panel} panel
 * @returns {[Interval, Interval]}
 */
export function axisRanges(panel) {
  const { xaxis, yaxis } = panel.graph._fullLayout;
  return [[...xaxis.range], [...yaxis.range]];
}

const NARROW = 440; // pixels, below which titles of axes are cut short

/** The titles of the axes where the whole of them has no room. @param {Layout} layout @param {number} width */
function shortenTitles({ xaxis, annotations }, width) {
  if (width >= NARROW) return;
  if (xaxis?.title?.text) xaxis.title.text = xaxis.title.text.split(/:|, at |, which /)[0];
  for (const title of annotations || []) {
    if (title.name === 'y-title') title.text = title.text.split(', at the best ')[0];
  }
}

const LETTER = 7.5; // pixels of a letter on a bar

/** The names on bars, where they have room: the server does not know how wide the page is.
   @param {Trace[]} data @param {Layout} layout @param {number} width */
function fitNames(data, { xaxis }, width) {
  if (width >= NARROW || !xaxis?.range) return data;
  const perUnit = (width - NARROW / 8) / (xaxis.range[1] - xaxis.range[0]);
  /** @param {string} text @param {Trace} trace */
  const fits = (text, trace) => LETTER * text.length <= perUnit * trace.x[0];
  return data.map((trace) =>
    trace.type === 'bar' && trace.text
      ? { ...trace, text: trace.text.map((text) => (fits(text, trace) ? text : '')) }
      : trace,
  );
}

/** What lies below the curves of a panel keeps its height in pixels (layout.meta.foot).
   @param {Layout} layout @param {number} height */
function holdFoot(layout, height) {
  const foot = layout.meta && layout.meta.foot;
  if (!foot || !layout.yaxis2) return layout;
  const end = Math.min(0.5, foot / Math.max(1, height - layout.margin.t - layout.margin.b));
  layout.yaxis.domain = [end, 1];
  layout.yaxis2.domain = [0, end];
  return layout;
}

const CELL = 140; // pixels; narrower panels of a grid would be too small
const MOST_COLUMNS = 5;
const FILLED = 0.84; // of its cell that a panel fills, by width
const HEAD = 24; // pixels above a panel, for its title

/** Arranges the small panels of a figure (layout.meta.multiples) in as many columns as have room.
   @param {Layout} layout @param {HTMLElement} box */
function arrange(layout, box) {
  const { multiples } = layout.meta || {};
  if (!multiples) return;
  const columns = Math.max(2, Math.min(MOST_COLUMNS, Math.floor(box.clientWidth / CELL), multiples.count));
  const rows = Math.ceil(multiples.count / columns);
  const height = rows * multiples.height + layout.margin.t + layout.margin.b;
  existing(box.parentElement).style.height = `${height}px`;
  const part = 1 - HEAD / multiples.height;
  for (let k = 0; k < multiples.count; k += 1) {
    const [row, column] = [Math.floor(k / columns), k % columns];
    const [x, y] = k ? [layout[`xaxis${k + 1}`], layout[`yaxis${k + 1}`]] : [layout.xaxis, layout.yaxis];
    const bottom = 1 - (row + 1) / rows;
    x.domain = [column / columns, (column + FILLED) / columns];
    y.domain = [bottom, bottom + part / rows];
    x.showticklabels = k + columns >= multiples.count;
    y.showticklabels = column === 0;
  }
}

const sizes = new ResizeObserver((entries) => {
  for (const entry of entries) {
    const target = /** @type {Graph} */ (entry.target);
    const { width, height } = target._fullLayout || {};
    const [wide, high] = [target.clientWidth, target.clientHeight];
    if (!(wide > 0 && high > 0 && (wide !== width || high !== height))) continue;
    holdFoot(target.layout, high);
    arrange(target.layout, target);
    window.Plotly.Plots.resize(target);
  }
});

/** In a mode without thresholds, no overlays lie over the figure.
   @param {HTMLElement} box @param {FigureMeta['mode']} mode */
function setPanelMode(box, mode) {
  const name = panelNameAt(box);
  if (!name) return;
  const places = modeRow(mode?.key)?.places ?? true;
  setPlaces(name, places);
  if (!places) for (const layer of box.querySelectorAll('svg[class$="-layer"]')) layer.remove();
}

/** Draws the data and layout by less than Plotly.react; false if it cannot.
   @typedef {(graph: Graph, data: Trace[], layout: Layout) => boolean} DrawLess */

/** @param {HTMLElement} box @param {string | undefined} alt */
function describe(box, alt) {
  if (!alt) return;
  box.setAttribute('role', 'img');
  box.setAttribute('aria-label', alt);
}

/** @type {Map<string, [Figure, DrawLess | undefined]>} */
const waiting = new Map(); // figures of which plotly.js knows nothing yet, by the id of their box

/** Draws what was to be drawn before plotly.js had arrived. */
export function drawWaiting() {
  for (const [id, [figure, drawLess]] of waiting) drawFigure(id, figure, drawLess);
  waiting.clear();
  watchPanels();
}

/** @param {string} id */
const endFirstLook = (id) => document.querySelector(`#${id} + .look-picture`)?.remove();

/**
 * Draws a figure into its box, and again when the box changes its size.
 * @param {string} id
 * @param {Figure} figure
 * @param {DrawLess} [drawLess]
 */
export function drawFigure(id, { data, layout }, drawLess) {
  const box = document.getElementById(id);
  if (!window.Plotly) waiting.set(id, [{ data, layout }, drawLess]);
  if (!box || !window.Plotly) return;
  // Plotly writes the window that the user zooms to into the layout.
  const boxLayout = holdFoot(structuredClone(layout), box.clientHeight);
  shortenTitles(boxLayout, box.clientWidth);
  arrange(boxLayout, box);
  if (boxLayout.meta && boxLayout.meta.cost_axis) setCostAxis(boxLayout.meta.cost_axis);
  setPanelMode(box, boxLayout.meta?.mode);
  describe(box, boxLayout.meta?.alt);
  const traces = fitNames(data, boxLayout, box.clientWidth);
  if (!drawLess?.(/** @type {Graph} */ (box), traces, boxLayout)) {
    window.Plotly.react(box, traces, boxLayout, JSON.parse(dataOf(box, 'config')));
  }
  endFirstLook(id);
  sizes.observe(box);
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', watchPanels);
else watchPanels();
