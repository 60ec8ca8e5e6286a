/* Steps of the reliability reading under the pointer, or dragged across, light what they cost in the cost panel. */

import { bandOutline, costCurve, currentReading, lossBetween } from '../../core/cost-readings.js';
import { panelNames } from '../../core/panels.js';
import { hasPlaces } from '../../core/places.js';
import { linePath } from '../../core/polyline.js';
import { chosenBasis } from '../../state/conditions.js';
import { on } from '../../state/events.js';
import { basisAt } from '../../text/basis.js';
import { costFormatter, formatNumber, formatPercent } from '../../text/numbers.js';
import { CLICK_TOLERANCE, reachOf } from '../hover.js';
import { currentPoint, liveData } from '../live-point.js';
import { getPanel, overlayLayer, panelNameAt, pointerInPanel, svgElement } from '../plotly-adapter.js';
import { cornersPath } from '../redraw.js';
import { clearThreshold, modelColour, moveTooltip, showTooltip } from '../threshold-highlight.js';

const LAYER = 'step-layer';
const BELOW = 56; // pixels from the steps to the tooltip, for the bars and their axis
const NO_LOSS = 1e-9; // a cost that comes of rounding
let lit = null; // {i, first, last, by, scores}: by 'pointer' until the pointer leaves, by 'drag' or 'keys' until Escape
let press = null; // {x, y, model}: where a drag began, in pixels of the panel
let told = false; // whether the tooltip is ours

// --- the steps of a model ---

/* What the figure says of the steps of each model; empty while the panel shows something else. */
function modelsWithSteps() {
  const panel = getPanel('pr');
  return (panel && panel.graph.layout.meta && panel.graph.layout.meta.steps) || [];
}

const litModel = () => lit && modelsWithSteps().find(({ i }) => i === lit.i);

/* The step at a score, or the nearest to it. */
function stepAt({ first, last }, score) {
  const away = first.map((low, k) => Math.max(low - score, score - last[k], 0));
  return away.indexOf(Math.min(...away));
}

/* The model that the panel's text tells of. */
function toldModel() {
  const models = modelsWithSteps();
  const { told: place } = getPanel('pr').graph.layout.meta;
  return models.find(({ i }) => i === place) || models[0];
}

/* The model whose steps pass within reach of a place in pixels, or else the one that the text tells of. */
function modelAt(panel, { x, y }, event) {
  const score = panel.valueAt(x);
  const away = (model) => Math.abs(panel.y(model.observed[stepAt(model, score)]) - y);
  const near = modelsWithSteps().filter((model) => away(model) <= reachOf(event));
  return near.sort((a, b) => away(a) - away(b))[0] || toldModel();
}

// --- drawing ---

const pathElement = (d, kind) => svgElement('path', { d, class: kind });

function stepShapes(panel, { first, last, observed }) {
  const [left, right] = [panel.x(first[lit.first]), panel.x(last[lit.last])];
  const chosen = observed.slice(lit.first, lit.last + 1);
  const xs = chosen.flatMap((_, k) => [first[lit.first + k], last[lit.first + k]]);
  const ys = chosen.flatMap((share) => [share, share]);
  const area = svgElement('rect', { x: left, y: 0, width: Math.max(right - left, 1), height: panel.height });
  return [area, pathElement(linePath(panel, xs, ys), 'part')];
}

const hullShapes = (panel, { fpr, tpr }) => [
  pathElement(linePath(panel, fpr.slice(lit.first, lit.last + 2), tpr.slice(lit.first, lit.last + 2)), 'part'),
];

/* Along thresholds these are the scores themselves. */
function curveShapes(panel, { i, first, last }, point) {
  const model = currentReading().model === i && liveData().models.find((one) => one.i === i);
  const within = (score) => score >= first[lit.first] && score <= last[lit.last];
  const inside = (corner) => within(Number(model.text[corner[2]]));
  const corners = model ? costCurve(model, point).filter(inside) : [];
  return [pathElement(cornersPath(panel, corners), 'part')];
}

/* Parts of PC(+) in which the steps lose something; elsewhere the loss is a line of no height. */
function lossRuns({ pcf, low, high }) {
  const runs = [];
  pcf.forEach((p, k) => {
    const inside = [k - 1, k, k + 1].some((near) => high[near] > low[near] + NO_LOSS);
    if (!inside) return;
    if (runs.at(-1)?.end !== k - 1) runs.push({ pcf: [], low: [], high: [] });
    const run = runs.at(-1);
    run.end = k;
    run.pcf.push(p);
    run.low.push(low[k]);
    run.high.push(high[k]);
  });
  return runs;
}

function lossShapes(panel, model, point) {
  const runs = lossRuns(lossBetween(model, lit.first, lit.last));
  return runs.map((run) => pathElement(cornersPath(panel, bandOutline(run, point)) + 'Z', 'loss'));
}

const SHAPES = {
  roc: hullShapes,
  pr: stepShapes,
  cost: (panel, model, point) => (currentReading().key === 'threshold' ? curveShapes : lossShapes)(panel, model, point),
};

const shapesIn = (name, panel) => (litModel() && currentPoint() ? SHAPES[name](panel, litModel(), currentPoint()) : []);

function draw(name) {
  const panel = name === 'pr' || hasPlaces(name) ? getPanel(name) : null;
  if (!panel || !(name in SHAPES)) return;
  if (!lit && !panel.graph.querySelector('svg.' + LAYER)) return;
  const layer = overlayLayer(panel, LAYER);
  if (!layer) return;
  layer.replaceChildren(...shapesIn(name, panel));
  if (lit) layer.style.color = modelColour(lit.i);
}

// --- words ---

const total = (values) => values.reduce((before, one) => before + one, 0);
const sum = (values) => total(values.slice(lit.first, lit.last + 1)); // of the steps that are lit

/* "logistic scores .27 to .33: 22 % of 41 are positive." */
function stepWords({ name, first, last, observed, rows }) {
  const n = sum(rows);
  const share = sum(rows.map((count, k) => count * observed[k])) / n;
  const [low, high] = [first[lit.first], last[lit.last]].map((score) => formatNumber(score));
  const scores = low === high ? low : `${low} to ${high}`;
  return `${name} scores ${scores}: ${formatPercent(share)} of ${formatNumber(n)} are positive.`;
}

function lossWords({ excess, miscalibration }) {
  const point = currentPoint();
  const { cases, words } = basisAt(chosenBasis(), point.prior);
  const lost = cases * sum(excess);
  const { errors, more } = costFormatter(point);
  const amount = `${errors ? 'make' : 'cost'} ${more(lost)}${errors ? ' errors' : ''}`;
  const said = lost > NO_LOSS ? `${amount} at your conditions, ${words}` : 'cost nothing more at your conditions';
  const all = total(miscalibration);
  const part =
    all > 0 ? ` They make up ${formatPercent(sum(miscalibration) / all)} of the model's miscalibration.` : '';
  return `Taken as probabilities they ${said}.${part}`;
}

/* Below the steps, so that what lights up stays in sight. */
function say() {
  const [model, panel] = [litModel(), getPanel('pr')];
  told = Boolean(model && panel && currentPoint());
  showTooltip(told ? `${stepWords(model)} ${lossWords(model)}` : '', told ? modelColour(model.i) : '');
  if (!told) return;
  const { left, top } = panel.graph.getBoundingClientRect();
  moveTooltip(left, top + panel.top + panel.height + BELOW);
}

// --- what is lit ---

function light(next) {
  if (JSON.stringify(next) === JSON.stringify(lit)) return;
  clearThreshold();
  lit = next;
  panelNames().forEach(draw);
  say();
}

function hush() {
  if (told) showTooltip('', '');
  told = false;
}

function clear() {
  if (!lit) return;
  lit = null;
  panelNames().forEach(draw);
  hush();
}

const isKept = () => Boolean(lit) && lit.by !== 'pointer';

/* The scores say whether these are still the same steps when figures are drawn again. */
function lightSteps(model, first, last, by) {
  light({ i: model.i, first, last, by, scores: [model.name, model.first[first], model.last[last]] });
}

/* Steps between two places of the panel, of the model where the drag began. */
function lightBetween(panel, model, x0, x1, by) {
  const ends = [x0, x1].map((x) => stepAt(model, panel.valueAt(x))).sort((a, b) => a - b);
  lightSteps(model, ends[0], ends[1], by);
}

function isOutdated() {
  const model = litModel();
  if (!model) return true;
  const [name, low, high] = lit.scores;
  return model.name !== name || model.first[lit.first] !== low || model.last[lit.last] !== high;
}

function placeOfPointer(event) {
  const panel = panelNameAt(event.target) === 'pr' && modelsWithSteps().length > 0 ? getPanel('pr') : null;
  if (!panel) return null;
  const at = pointerInPanel(panel, event);
  return panel.contains(at.x, at.y) ? { panel, ...at } : null;
}

function hover(here, event) {
  if (isKept()) {
    if (!told) say();
    return;
  }
  lightBetween(here.panel, modelAt(here.panel, here, event), here.x, here.x, 'pointer');
}

/* A finger that moves up or down scrolls the page. */
function drag(event) {
  const panel = getPanel('pr');
  if (!panel) return;
  const { x, y } = pointerInPanel(panel, event);
  const [across, along] = [Math.abs(x - press.x), Math.abs(y - press.y)];
  if (!press.moved && Math.hypot(across, along) < CLICK_TOLERANCE) return;
  press.moved = press.moved || event.pointerType !== 'touch' || across > along;
  if (press.moved) lightBetween(panel, press.model, press.x, x, 'drag');
}

/* A click keeps the step lit; a second one on what is kept lets it go. */
function click(here, event) {
  const model = modelAt(here.panel, here, event);
  const at = stepAt(model, here.panel.valueAt(here.x));
  const again = isKept() && lit.i === model.i && at >= lit.first && at <= lit.last;
  if (again) clear();
  else lightSteps(model, at, at, 'drag');
}

document.addEventListener('pointermove', (event) => {
  if (press) {
    drag(event);
    return;
  }
  if (/** @type {Element} */ (event.target).closest?.('#lit-tip')) return;
  const here = event.pointerType === 'touch' ? null : placeOfPointer(event);
  if (here) hover(here, event);
  else if (lit && !isKept()) clear();
});
document.addEventListener(
  'pointerdown',
  (event) => {
    const here = event.button === 0 && event.isPrimary ? placeOfPointer(event) : null;
    press = here && { x: here.x, y: here.y, model: modelAt(here.panel, here, event), moved: false };
    if (!here) hush();
  },
  true,
);
document.addEventListener(
  'pointerup',
  (event) => {
    const here = press && !press.moved && placeOfPointer(event);
    const still = here && Math.hypot(here.x - press.x, here.y - press.y) < CLICK_TOLERANCE;
    press = null;
    if (still) click(here, event);
  },
  true,
);
document.addEventListener('pointercancel', () => (press = null), true);
document.addEventListener('scroll', hush, true);

// --- keys: arrows go from step to step, with Shift they add the next; up and down change the model ---

function stepBy(by, adds) {
  const model = litModel() || toldModel();
  const last = Math.min(Math.max((lit ? lit.last : -1) + by, 0), model.first.length - 1);
  lightSteps(model, adds && lit ? Math.min(lit.first, last) : last, last, 'keys');
}

function toEnd(end) {
  const model = litModel() || toldModel();
  const last = end < 0 ? 0 : model.first.length - 1;
  lightSteps(model, last, last, 'keys');
}

/* The step of another model at the same score. */
function otherModel(by) {
  const models = modelsWithSteps();
  const model = litModel() || toldModel();
  const next = models[(models.indexOf(model) + by + models.length) % models.length];
  const at = lit ? stepAt(next, model.first[lit.first]) : 0;
  lightSteps(next, at, at, 'keys');
}

const KEYS = {
  ArrowLeft: (adds) => stepBy(-1, adds),
  ArrowRight: (adds) => stepBy(1, adds),
  ArrowUp: () => otherModel(-1),
  ArrowDown: () => otherModel(1),
  Home: () => toEnd(-1),
  End: () => toEnd(1),
};

const holdsSteps = (card) =>
  Boolean(card.matches?.('.panel') && card.querySelector('#pr-panel')) && modelsWithSteps().length > 0;

function onKey(event) {
  if (event.key === 'Escape') clear();
  if (!Object.hasOwn(KEYS, event.key) || !holdsSteps(event.target)) return;
  event.preventDefault(); // in the other readings the arrows step through thresholds
  KEYS[event.key](event.shiftKey);
}

document.addEventListener('keydown', onKey, true);
document.addEventListener('focusout', (event) => {
  if (lit && lit.by === 'keys' && /** @type {HTMLElement} */ (event.target).matches?.('.panel')) clear();
});

on('panel-drawn', (name) => {
  if (lit && isOutdated())
    clear(); // another reading, or other data
  else if (lit) draw(name);
});
on('panels-moved', (results) => {
  if (lit && results) panelNames().forEach(draw);
});
