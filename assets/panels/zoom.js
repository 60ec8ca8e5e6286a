/* Zooms all panels to the operating point, or one panel in and out. */

import { resultsAt } from '../core/operating-point.js';
import { modeRow, panelCode, panelNames, panelOfGraph } from '../core/panels.js';
import { hasPlaces, placeOf } from '../core/threshold-places.js';
import { around, dataOf } from '../state/elements.js';
import { currentPoint, liveData } from './live-point.js';
import { axisRanges, getPanel } from './plotly-adapter.js';

/** @import { Figure, Interval, LayoutAxis, Panel, Results, Window } from '../core/types.js' */
/** @import { OperatingPoint } from '../core/wire.js' */

/** @type {Record<string, [Interval, Interval]>} */
const home = {}; // the windows before the first zoom, by panel
/** @type {Record<string, string | undefined>} */
const axesOfZoom = {}; // by panel: the axes that its windows are about
/** @type {Record<string, Window> | null} */
let zoomed = null; // the windows that the user asked for, by panel

/** Each panel's window around the operating point. */
function windowsAroundPoint() {
  const [live, point] = [liveData(), currentPoint()];
  if (!live || !point) return null;
  const results = resultsAt(live, point);
  /** @type {Record<string, Window>} */
  const windows = {};
  for (const name of panelNames()) {
    const panel = getPanel(name);
    const target = panel && panelCode(name).window?.(panel, results, home[name] || axisRanges(panel), live, point);
    if (target) windows[name] = target;
  }
  return windows;
}

/** @param {string} name @param {Window} target */
function relayout(name, target) {
  const [x, y] = target;
  const panel = getPanel(name);
  if (!panel) return;
  /** @type {Record<string, number[] | boolean>} */
  const change = x ? { 'xaxis.range': x } : { 'xaxis.autorange': false };
  if (y) change['yaxis.range'] = y;
  window.Plotly.relayout(panel.graph, change);
}

function rememberHome() {
  for (const name of panelNames()) {
    const panel = getPanel(name);
    if (panel) home[name] ||= axisRanges(panel);
  }
}

/** The page offers the way back while a panel is zoomed. @param {Record<string, Window> | null} windows */
function setZoomed(windows) {
  zoomed = windows;
  document.body.classList.toggle('zoomed', Boolean(windows));
}

/** @param {Record<string, Window> | null} windows */
function zoomAll(windows) {
  rememberHome();
  setZoomed(windows);
  for (const name of panelNames()) {
    const target = (windows || home)[name];
    if (target && hasPlaces(name)) relayout(name, target);
  }
}

/** @param {LayoutAxis} axis @param {Interval | null} range */
const withRange = (axis, range) => (range ? { ...axis, range } : axis);

/**
 * A new figure in the window that the user asked for.
 * @param {string} name of the panel
 * @param {Figure} figure
 */
export function inWindow(name, figure) {
  const { cost_axis: axis, mode } = figure.layout.meta;
  const row = modeRow(mode?.key);
  forgetOtherAxes(name, (row?.axes ? mode : axis)?.key);
  if (!zoomed || !zoomed[name] || row?.places === false) return figure;
  const [x, y] = zoomed[name];
  const { xaxis, yaxis } = figure.layout;
  return { ...figure, layout: { ...figure.layout, xaxis: withRange(xaxis, x), yaxis: withRange(yaxis, y) } };
}

/** The windows of a panel are about its axes. @param {string} name @param {string | undefined} key */
function forgetOtherAxes(name, key) {
  if (key === axesOfZoom[name]) return;
  axesOfZoom[name] = key;
  delete home[name];
  delete zoomed?.[name];
}

/** Zooms a single panel; the operating point keeps its place in the window.
   @param {string} name @param {number} factor */
function zoomPanel(name, factor) {
  const panel = getPanel(name);
  const [live, point] = [liveData(), currentPoint()];
  if (!panel || !live || !point) return;
  rememberHome();
  const centres = centresOf(panel, resultsAt(live, point), point);
  const ranges = axisRanges(panel);
  /** @param {0 | 1} axis @returns {Interval} */
  const rangeOf = (axis) => {
    const [[low, high], [least, most]] = [ranges[axis], home[name][axis]];
    const middle = centres[axis] ?? (low + high) / 2;
    return [Math.max(least, middle - (middle - low) * factor), Math.min(most, middle + (high - middle) * factor)];
  };
  /** @type {Window} */
  const target = [rangeOf(0), rangeOf(1)];
  setZoomed({ ...zoomed, [name]: target });
  relayout(name, target);
}

/** @param {Panel} panel @param {Results} results @param {OperatingPoint} point @returns {(number | null)[]} */
function centresOf(panel, results, point) {
  if (!hasPlaces(panel.name)) return [null, null];
  const place = placeOf(panel.name, results, point);
  return panelCode(panel.name).centre?.(results) || (place ? panel.units(...place) : [null, null]);
}

/** @type {Record<string, number>} */
const FACTORS = { in: 0.5, out: 2 };

document.addEventListener('click', (event) => {
  const tool = around(event.target, '[data-tool]');
  const name = tool && panelOfGraph(dataOf(tool, 'graph'));
  if (name) zoomPanel(name, FACTORS[dataOf(tool, 'tool')]);
  const button = around(event.target, '#zoom-here, #zoom-reset');
  if (!button) return;
  const windows = button.id === 'zoom-here' ? windowsAroundPoint() : null;
  if (windows || button.id === 'zoom-reset') zoomAll(windows);
});
