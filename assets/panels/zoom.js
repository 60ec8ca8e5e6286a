/* Zooms all panels to the operating point, or one panel in and out. */

import { costCurve, costPlace, currentCostAxis, flatZone, growsUpwards } from '../core/cost-axes.js';
import { caseRates, resultsAt } from '../core/operating-point.js';
import { panelNames } from '../core/panels.js';
import { hasPlaces } from '../core/threshold-places.js';
import { currentPoint, liveData } from './live-point.js';
import { axisRanges, getPanel } from './plotly-adapter.js';

const WINDOW_RATIO = 2.5; // the point is at 1 / WINDOW_RATIO of the window from its nearer corner
const SIDE = 0.15; // of the axis on either side, along shares of positives and thresholds
const DEVIATES = 1; // on either side of the point, on DET axes
const LEAST = 0.01; // smallest share of the axis in a window

let home = null; // the windows before the first zoom, by panel
const axesOfZoom = {}; // by panel: the axes that its windows are about
let zoomed = null; // the windows that the user asked for, by panel

const clampShare = (x) => Math.min(Math.max(x, LEAST), 1);

/* The window that contains `value` and the nearer end of [0, end]. */
function windowAround(value, end) {
  if (value <= end / 2) return [0, end * clampShare((WINDOW_RATIO * value) / end)];
  return [end * (1 - clampShare((WINDOW_RATIO * (end - value)) / end)), end];
}

function resultsNow() {
  const [live, point] = [liveData(), currentPoint()];
  return live && point ? resultsAt(live, point) : null;
}

/* [x, y] of each panel's window; null keeps an axis as it is. */
function windowsAroundPoint() {
  const results = resultsNow();
  if (!results) return null;
  const { fpr, tpr, precision, pcf, nec } = results;
  const recall = caseRates(results).tpr;
  const high = precision === null || precision > 0.4;
  return {
    roc: rocWindow(fpr, tpr),
    pr: [[Math.max(0, recall - 0.5), Math.min(1, recall + 0.5)], high ? null : windowAround(precision, 1)],
    ...costWindows(results, pcf, nec),
  };
}

function rocWindow(fpr, tpr) {
  const panel = getPanel('roc');
  const [x, y] = panel ? panel.units(fpr, tpr) : [fpr, tpr];
  if (!panel || !panel.axes.bent) return [windowAround(x, 1), [Math.max(0, y - 0.6), Math.min(1.02, y + 0.4)]];
  return [
    [x - DEVIATES, x + DEVIATES],
    [y - DEVIATES, y + DEVIATES],
  ];
}

/* [x, y] around a range of places and above an amount, within the window before the first zoom. */
function windowAbove(from, to, amount) {
  const panel = getPanel('cost');
  const [[low, high], [, top]] = (home && home.cost) || axisRanges(panel);
  const beside = Math.max(to - from, SIDE * (high - low));
  return [
    [Math.max(low, from - beside), Math.min(high, to + beside)],
    [0, Math.min(top, WINDOW_RATIO * amount)],
  ];
}

/* The cost panel around the operating point, or around the thresholds that cost hardly more than the best. */
function costWindows(results, pcf, nec) {
  const [{ key, model: modelPlace, flat }, point] = [currentCostAxis(), currentPoint()];
  if (!getPanel('cost')) return {};
  if (key === 'probability-cost') return { cost: [windowAround(pcf, 1), windowAround(nec, 0.5)] };
  if (key === 'positives') {
    const [x, amount] = costPlace(results, point);
    return { cost: windowAbove(x, x, amount) };
  }
  if (growsUpwards()) {
    const [x] = costPlace(results, point);
    return { cost: [windowAbove(x, x, 1)[0], null] };
  }
  const model = liveData().models.find(({ i }) => i === modelPlace);
  const corners = model ? costCurve(model, point) : [];
  if (corners.length === 0) return {};
  const costs = corners.map(([, y]) => y);
  const ends = flatZone(costs, flat).map((k) => corners[k][0]);
  return { cost: windowAbove(Math.min(...ends), Math.max(...ends), Math.min(...costs)) };
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
  const { cost_axis: axis, rate_axes: rates, panel_mode: other } = figure.layout.meta;
  forgetOtherAxes(name, (axis || rates || { key: '' }).key);
  if (!zoomed || !zoomed[name] || other) return figure;
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
  const centres = centresOf(name, results);
  const ranges = axisRanges(panel).map(([low, high], i) => {
    const [least, most] = home[name][i];
    const middle = centres[i] === null ? (low + high) / 2 : centres[i];
    return [Math.max(least, middle - (middle - low) * factor), Math.min(most, middle + (high - middle) * factor)];
  });
  setZoomed({ ...zoomed, [name]: ranges });
  relayout(name, ranges);
}

function centresOf(name, results) {
  if (!hasPlaces(name)) return [null, null];
  const { fpr, tpr, precision } = results;
  const cost = name === 'cost' && costPlace(results, currentPoint());
  return (
    { roc: getPanel('roc')?.units(fpr, tpr), pr: [caseRates(results).tpr, precision] }[name] || cost || [null, null]
  );
}

const TOOLS = {
  in: (name) => zoomPanel(name, 0.5),
  out: (name) => zoomPanel(name, 2),
};

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  const tool = /** @type {HTMLElement | null} */ (target.closest('[data-tool]'));
  if (tool) TOOLS[tool.dataset.tool](tool.dataset.graph.replace('-panel', ''));
  const button = target.closest('#zoom-here, #zoom-reset');
  if (!button) return;
  const windows = button.id === 'zoom-here' ? windowsAroundPoint() : null;
  if (windows || button.id === 'zoom-reset') zoomAll(windows);
});
