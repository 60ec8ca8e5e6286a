/* Steps of the reliability diagram under the pointer, or dragged across, light what they cost in the cost panel. */

import { graphIdOf, panelCode, panelNames } from '../../core/panels.js';
import { linePath } from '../../core/polyline.js';
import { hasPlaces } from '../../core/threshold-places.js';
import { caseUnitAt } from '../../text/case-unit.js';
import { costFormatter, formatNumber, formatPercent } from '../../text/numbers.js';
import { currentCaseUnit } from '../../state/conditions.js';
import { on } from '../../state/events.js';
import { CLICK_TOLERANCE, reachOf } from '../hover.js';
import { currentPoint, liveData } from '../live-point.js';
import { getPanel, overlayLayer, panelNameAt, pointerInPanel, svgElement } from '../plotly-adapter.js';
import { clearThreshold, modelColour, moveTooltip, showTooltip } from '../threshold-highlight.js';

const LAYER = 'step-layer';
const BELOW = 56; // pixels from the steps to the tooltip, for the bars and their axis
const NO_LOSS = 1e-9; // a cost that comes of rounding
let highlighted = null; // {i, first, last, by, scores}; by 'pointer': until it leaves, by 'drag' or 'keys': until Escape
let press = null; // {x, y, model}: where a drag began, in pixels of the panel
let showsTooltip = false; // whether the tooltip shows the steps

// --- the steps of a model ---

const figureOf = (panel) => panel?.graph.layout.meta || {};

/* The panel whose figure is a reliability diagram; null if none is. */
const panelOfSteps = () =>
  panelNames()
    .map((name) => getPanel(name))
    .find((panel) => figureOf(panel).steps) || null;

/* The reliability steps of each model, from the figure. */
const modelsWithSteps = () => figureOf(panelOfSteps()).steps || [];

const highlightedModel = () => highlighted && modelsWithSteps().find(({ i }) => i === highlighted.i);

/* The step at a score, or the nearest to it. */
function stepAt({ first, last }, score) {
  const away = first.map((low, k) => Math.max(low - score, score - last[k], 0));
  return away.indexOf(Math.min(...away));
}

/* The model that the panel's text describes. */
function describedModel() {
  const models = modelsWithSteps();
  const { described: place } = figureOf(panelOfSteps());
  return models.find(({ i }) => i === place) || models[0];
}

/* The model whose steps pass within reach of a place in pixels, or else the model that the text describes. */
function modelAt(panel, { x, y }, event) {
  const score = panel.valueAt(x);
  const away = (model) => Math.abs(panel.y(model.observed[stepAt(model, score)]) - y);
  const near = modelsWithSteps().filter((model) => away(model) <= reachOf(event));
  return near.sort((a, b) => away(a) - away(b))[0] || describedModel();
}

// --- drawing ---

const pathElement = (d, kind) => svgElement('path', { d, class: kind });

function stepShapes(panel, { first, last, observed }) {
  const [left, right] = [panel.x(first[highlighted.first]), panel.x(last[highlighted.last])];
  const chosen = observed.slice(highlighted.first, highlighted.last + 1);
  const xs = chosen.flatMap((_, k) => [first[highlighted.first + k], last[highlighted.first + k]]);
  const ys = chosen.flatMap((share) => [share, share]);
  const area = svgElement('rect', { x: left, y: 0, width: Math.max(right - left, 1), height: panel.height });
  return [area, pathElement(linePath(panel, xs, ys), 'range')];
}

/* The steps themselves, or in other panels what belongs to them. */
function shapes(panel) {
  const [model, point] = [highlightedModel(), currentPoint()];
  if (!model || !point) return [];
  if (figureOf(panel).steps) return stepShapes(panel, model);
  const paths =
    panelCode(panel.name).steps?.(panel, model, highlighted.first, highlighted.last, liveData(), point) || [];
  return paths.map(([d, kind]) => pathElement(d, kind));
}

function draw(name) {
  const panel = getPanel(name);
  if (!panel || !(hasPlaces(name) || figureOf(panel).steps)) return;
  if (!highlighted && !panel.graph.querySelector('svg.' + LAYER)) return;
  const layer = overlayLayer(panel, LAYER);
  if (!layer) return;
  layer.replaceChildren(...shapes(panel));
  if (highlighted) layer.style.color = modelColour(highlighted.i);
}

// --- words ---

const total = (values) => values.reduce((before, value) => before + value, 0);
const sum = (values) => total(values.slice(highlighted.first, highlighted.last + 1)); // of the highlighted steps

/* "logistic scores .27 to .33: 22 % of 41 are positive." */
function stepWords({ name, first, last, observed, rows }) {
  const n = sum(rows);
  const share = sum(rows.map((count, k) => count * observed[k])) / n;
  const [low, high] = [first[highlighted.first], last[highlighted.last]].map((score) => formatNumber(score));
  const scores = low === high ? low : `${low} to ${high}`;
  return `${name} scores ${scores}: ${formatPercent(share)} of ${formatNumber(n)} are positive.`;
}

function lossWords({ excess, miscalibration }) {
  const point = currentPoint();
  const { cases, words } = caseUnitAt(currentCaseUnit(), point.prior);
  const lost = cases * sum(excess);
  const { errors, more } = costFormatter(point);
  const amount = `${errors ? 'make' : 'cost'} ${more(lost)}${errors ? ' errors' : ''}`;
  const loss = lost > NO_LOSS ? `${amount} at your conditions, ${words}` : 'cost nothing more at your conditions';
  const all = total(miscalibration);
  const part =
    all > 0 ? ` They make up ${formatPercent(sum(miscalibration) / all)} of the model's miscalibration.` : '';
  return `Taken as probabilities they ${loss}.${part}`;
}

/* Places the tooltip below the steps, so that it does not cover the highlight. */
function say() {
  const [model, panel] = [highlightedModel(), panelOfSteps()];
  showsTooltip = Boolean(model && panel && currentPoint());
  showTooltip(showsTooltip ? `${stepWords(model)} ${lossWords(model)}` : '', showsTooltip ? modelColour(model.i) : '');
  if (!showsTooltip) return;
  const { left, top } = panel.graph.getBoundingClientRect();
  moveTooltip(left, top + panel.top + panel.height + BELOW);
}

// --- the highlight ---

function light(next) {
  if (JSON.stringify(next) === JSON.stringify(highlighted)) return;
  clearThreshold();
  highlighted = next;
  panelNames().forEach(draw);
  say();
}

function hush() {
  if (showsTooltip) showTooltip('', '');
  showsTooltip = false;
}

function clear() {
  if (!highlighted) return;
  highlighted = null;
  panelNames().forEach(draw);
  hush();
}

const isSticky = () => Boolean(highlighted) && highlighted.by !== 'pointer';

/* The scores identify the steps when figures are drawn again. */
function lightSteps(model, first, last, by) {
  light({ i: model.i, first, last, by, scores: [model.name, model.first[first], model.last[last]] });
}

/* Steps between two places of the panel, of the model where the drag began. */
function lightBetween(panel, model, x0, x1, by) {
  const ends = [x0, x1].map((x) => stepAt(model, panel.valueAt(x))).sort((a, b) => a - b);
  lightSteps(model, ends[0], ends[1], by);
}

function isOutdated() {
  const model = highlightedModel();
  if (!model) return true;
  const [name, low, high] = highlighted.scores;
  return model.name !== name || model.first[highlighted.first] !== low || model.last[highlighted.last] !== high;
}

function placeOfPointer(event) {
  const panel = modelsWithSteps().length > 0 ? panelOfSteps() : null;
  if (!panel || panelNameAt(event.target) !== panel.name) return null;
  const at = pointerInPanel(panel, event);
  return panel.contains(at.x, at.y) ? { panel, ...at } : null;
}

function hover(here, event) {
  if (isSticky()) {
    if (!showsTooltip) say();
    return;
  }
  lightBetween(here.panel, modelAt(here.panel, here, event), here.x, here.x, 'pointer');
}

/* A finger that moves up or down scrolls the page. */
function drag(event) {
  const panel = panelOfSteps();
  if (!panel) return;
  const { x, y } = pointerInPanel(panel, event);
  const [across, along] = [Math.abs(x - press.x), Math.abs(y - press.y)];
  if (!press.moved && Math.hypot(across, along) < CLICK_TOLERANCE) return;
  press.moved = press.moved || event.pointerType !== 'touch' || across > along;
  if (press.moved) lightBetween(panel, press.model, press.x, x, 'drag');
}

/* A click pins the highlight of a step; a click on a highlighted step clears it. */
function click(here, event) {
  const model = modelAt(here.panel, here, event);
  const at = stepAt(model, here.panel.valueAt(here.x));
  const again = isSticky() && highlighted.i === model.i && at >= highlighted.first && at <= highlighted.last;
  if (again) clear();
  else lightSteps(model, at, at, 'drag');
}

document.addEventListener('pointermove', (event) => {
  if (press) {
    drag(event);
    return;
  }
  if (/** @type {Element} */ (event.target).closest?.('#highlight-tip')) return;
  const here = event.pointerType === 'touch' ? null : placeOfPointer(event);
  if (here) hover(here, event);
  else if (highlighted && !isSticky()) clear();
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
  const model = highlightedModel() || describedModel();
  const last = Math.min(Math.max((highlighted ? highlighted.last : -1) + by, 0), model.first.length - 1);
  lightSteps(model, adds && highlighted ? Math.min(highlighted.first, last) : last, last, 'keys');
}

function toEnd(end) {
  const model = highlightedModel() || describedModel();
  const last = end < 0 ? 0 : model.first.length - 1;
  lightSteps(model, last, last, 'keys');
}

/* Moves the highlight to the step of another model at this score. */
function otherModel(by) {
  const models = modelsWithSteps();
  const model = highlightedModel() || describedModel();
  const next = models[(models.indexOf(model) + by + models.length) % models.length];
  const at = highlighted ? stepAt(next, model.first[highlighted.first]) : 0;
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
  Boolean(card.matches?.('.panel')) &&
  modelsWithSteps().length > 0 &&
  Boolean(card.querySelector('#' + graphIdOf(panelOfSteps().name)));

function onKey(event) {
  if (event.key === 'Escape') clear();
  if (!Object.hasOwn(KEYS, event.key) || !holdsSteps(event.target)) return;
  event.preventDefault(); // in the other modes the arrows step through thresholds
  KEYS[event.key](event.shiftKey);
}

document.addEventListener('keydown', onKey, true);
document.addEventListener('focusout', (event) => {
  if (highlighted && highlighted.by === 'keys' && /** @type {HTMLElement} */ (event.target).matches?.('.panel'))
    clear();
});

on('panel-drawn', (name) => {
  if (highlighted && isOutdated())
    clear(); // another mode, or other data
  else if (highlighted) draw(name);
});
on('panels-moved', (results) => {
  if (highlighted && results) panelNames().forEach(draw);
});
