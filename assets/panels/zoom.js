/* Zooms all panels to the operating point, or one panel in and out. */

import { resultsAt } from '../core/operating-point.js';
import { modeRow, panelCode, panelNames, panelOfGraph } from '../core/panels.js';
import { hasPlaces, placeOf } from '../core/threshold-places.js';
import { currentPoint, liveData } from './live-point.js';
import { axisRanges, getPanel } from './plotly-adapter.js';

let home = null; // the windows before the first zoom, by panel
const axesOfZoom = {}; // by panel: the axes that its windows are about
let zoomed = null; // the windows that the user asked for, by panel

function resultsNow() {
  const [live, point] = [liveData(), currentPoint()];
  return live && point ? resultsAt(live, point) : null;
}

/* [x, y] of each panel's window around the operating point; null keeps an axis as it is. */
function windowsAroundPoint() {
  const results = resultsNow();
  if (!results) return null;
  const windows = panelNames().map((name) => {
    const panel = getPanel(name);
    const whole = panel && (home?.[name] || axisRanges(panel));
    return [name, panel && panelCode(name).window?.(panel, results, whole, liveData(), currentPoint())];
  });
  return Object.fromEntries(windows.filter(([, target]) => target));
}

function relayout(name, target) {
  const [x, y] = target;
  const panel = getPanel(name);
  if (!panel) return;
  const change = x ? { 'xaxis.range': x } : { 'xaxis.autorange': false };
  if (y) change['yaxis.range'] = y;
  window.Plotly.relayout(panel.graph, change);
}

function rememberHome() {
  home = home || {};
  for (const name of panelNames()) {
    const panel = getPanel(name);
    if (panel && !home[name]) home[name] = axisRanges(panel);
  }
}

/* The page offers the way back while a panel is zoomed. */
function setZoomed(windows) {
  zoomed = windows;
  document.body.classList.toggle('zoomed', Boolean(windows));
}

function zoomAll(windows) {
  rememberHome();
  setZoomed(windows);
  for (const name of panelNames()) {
    const target = (windows || home)[name];
    if (target && hasPlaces(name)) relayout(name, target);
  }
}

/**
 * A new figure in the window that the user asked for.
 * @param {string} name of the panel
 * @param {{ data: any[], layout: any }} figure
 */
export function inWindow(name, figure) {
  const { cost_axis: axis, mode } = figure.layout.meta;
  const row = modeRow(mode?.key);
  forgetOtherAxes(name, (row?.axes ? mode : axis)?.key);
  if (!zoomed || !zoomed[name] || row?.places === false) return figure;
  const [x, y] = zoomed[name];
  const layout = { ...figure.layout, xaxis: { ...figure.layout.xaxis, range: x } };
  if (y) layout.yaxis = { ...figure.layout.yaxis, range: y };
  return { ...figure, layout };
}

/* The windows of a panel are about its axes. */
function forgetOtherAxes(name, key) {
  if (key === axesOfZoom[name]) return;
  axesOfZoom[name] = key;
  for (const windows of [home, zoomed]) if (windows) delete windows[name];
}

/* Zooms a single panel; the operating point keeps its place in the window. */
function zoomPanel(name, factor) {
  const panel = getPanel(name);
  const results = resultsNow();
  if (!panel || !results) return;
  rememberHome();
  const centres = centresOf(panel, results);
  const ranges = axisRanges(panel).map(([low, high], i) => {
    const [least, most] = home[name][i];
    const middle = centres[i] === null ? (low + high) / 2 : centres[i];
    return [Math.max(least, middle - (middle - low) * factor), Math.min(most, middle + (high - middle) * factor)];
  });
  setZoomed({ ...zoomed, [name]: ranges });
  relayout(name, ranges);
}

function centresOf(panel, results) {
  if (!hasPlaces(panel.name)) return [null, null];
  const place = placeOf(panel.name, results, currentPoint());
  return panelCode(panel.name).centre?.(results) || (place ? panel.units(...place) : [null, null]);
}

const TOOLS = {
  in: (name) => zoomPanel(name, 0.5),
  out: (name) => zoomPanel(name, 2),
};

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  const tool = /** @type {HTMLElement | null} */ (target.closest('[data-tool]'));
  if (tool) TOOLS[tool.dataset.tool](panelOfGraph(tool.dataset.graph));
  const button = target.closest('#zoom-here, #zoom-reset');
  if (!button) return;
  const windows = button.id === 'zoom-here' ? windowsAroundPoint() : null;
  if (windows || button.id === 'zoom-reset') zoomAll(windows);
});
