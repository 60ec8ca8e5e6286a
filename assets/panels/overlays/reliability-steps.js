/* Steps of the reliability diagram under the pointer, or dragged across, light what they cost in the cost panel. */

import { panelCode, panelNames } from '../../core/panels.js';
import { linePath } from '../../core/polyline.js';
import { hasPlaces } from '../../core/threshold-places.js';
import { caseUnitAt } from '../../text/case-unit.js';
import { costFormatter, formatNumber, formatPercent } from '../../text/numbers.js';
import { currentCaseUnit } from '../../state/conditions.js';
import { around } from '../../state/elements.js';
import { on } from '../../state/events.js';
import { CLICK_TOLERANCE, reachOf } from '../hover.js';
import { currentPoint, liveData } from '../live-point.js';
import { getPanel, overlayLayer, panelNameAt, pointerInPanel, svgElement } from '../plotly-adapter.js';
import { clearThreshold, modelColour, moveTooltip, showTooltip } from '../threshold-highlight.js';

/** @import { ConditionPoint, FigureMeta, Panel, ReliabilityModel } from '../../core/types.js' */

/**
 * Highlighted steps of the model at place i; by 'pointer': until it leaves, by 'drag' or 'keys': until Escape. scores: name of
 * the model and scores of the steps, which identify them when figures are drawn again.
 * @typedef {{
 *   i: number, first: number, last: number, by: 'pointer' | 'drag' | 'keys', scores: [string, number, number]
 * }} Highlight
 */

/** @typedef {{ model: ReliabilityModel, from: number, to: number }} Steps of a model, from the first to the last */
/** @typedef {{ panel: Panel, x: number, y: number }} Here a place in a panel, in pixels */

const LAYER = 'step-layer';
const BELOW = 56; // pixels from the steps to the tooltip, for the bars and their axis
const NO_LOSS = 1e-9; // a cost that comes of rounding
/** @type {Highlight | null} */
let highlighted = null;
/** @type {{ x: number, y: number, model: ReliabilityModel, moved: boolean } | null} */
let press = null; // where a drag began, in pixels of the panel
let showsTooltip = false; // whether the tooltip shows the steps

// --- the steps of a model ---

/** @param {Panel | null} panel @returns {Partial<FigureMeta>} */
const figureOf = (panel) => panel?.graph.layout.meta || {};

/* The panel whose figure is a reliability diagram; null if none is. */
const panelOfSteps = () =>
  panelNames()
    .map((name) => getPanel(name))
    .find((panel) => figureOf(panel).steps) || null;

/* The reliability steps of each model, from the figure. */
const modelsWithSteps = () => figureOf(panelOfSteps()).steps || [];

/** The highlighted steps; null if the figure lacks their model. @returns {Steps | null} */
function highlightedSteps() {
  if (!highlighted) return null;
  const { i: place, first: from, last: to } = highlighted;
  const model = modelsWithSteps().find(({ i }) => i === place);
  return model ? { model, from, to } : null;
}

/** The step at a score, or the nearest to it. @param {ReliabilityModel} model @param {number} score */
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

/** The model whose steps pass within reach of a place in pixels, or else the model that the text describes.
   @param {Here} here @param {PointerEvent} event */
function modelAt({ panel, x, y }, event) {
  const score = panel.valueAt(x);
  /** @param {ReliabilityModel} model */
  const away = (model) => Math.abs(panel.y(model.observed[stepAt(model, score)]) - y);
  const near = modelsWithSteps().filter((model) => away(model) <= reachOf(event));
  return near.sort((a, b) => away(a) - away(b))[0] || describedModel();
}

// --- drawing ---

/** @param {string} d @param {string} kind */
const pathElement = (d, kind) => svgElement('path', { d, class: kind });

/** @param {Panel} panel @param {Steps} steps */
function stepShapes(panel, { model: { first, last, observed }, from, to }) {
  const [left, right] = [panel.x(first[from]), panel.x(last[to])];
  const chosen = observed.slice(from, to + 1);
  const xs = chosen.flatMap((_, k) => [first[from + k], last[from + k]]);
  const ys = chosen.flatMap((share) => [share, share]);
  const area = svgElement('rect', { x: left, y: 0, width: Math.max(right - left, 1), height: panel.height });
  return [area, pathElement(linePath(panel, xs, ys), 'range')];
}

/** The steps themselves, or in other panels what belongs to them. @param {Panel} panel */
function shapes(panel) {
  const [steps, live, point] = [highlightedSteps(), liveData(), currentPoint()];
  if (!steps || !live || !point) return [];
  if (figureOf(panel).steps) return stepShapes(panel, steps);
  const paths = panelCode(panel.name).steps?.(panel, steps.model, steps.from, steps.to, live, point) || [];
  return paths.map(([d, kind]) => pathElement(d, kind));
}

/** @param {string} name of a panel */
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

/** The sum of values, of those from one step to another. @param {number[]} values @param {number} from @param {number} to */
const sum = (values, from = 0, to = values.length) => values.slice(from, to + 1).reduce((all, value) => all + value, 0);

/** "logistic scores .27 to .33: 22 % of 41 are positive." @param {Steps} steps */
function stepWords({ model: { name, first, last, observed, rows }, from, to }) {
  const n = sum(rows, from, to);
  const positives = rows.map((count, k) => count * observed[k]);
  const share = sum(positives, from, to) / n;
  const [low, high] = [first[from], last[to]].map((score) => formatNumber(score));
  const scores = low === high ? low : `${low} to ${high}`;
  return `${name} scores ${scores}: ${formatPercent(share)} of ${formatNumber(n)} are positive.`;
}

/** @param {Steps} steps @param {ConditionPoint} point */
function lossWords({ model: { excess, miscalibration }, from, to }, point) {
  const { cases, words } = caseUnitAt(currentCaseUnit(), point.prior);
  const lost = cases * sum(excess, from, to);
  const { errors, more } = costFormatter(point);
  const amount = `${errors ? 'make' : 'cost'} ${more(lost)}${errors ? ' errors' : ''}`;
  const loss = lost > NO_LOSS ? `${amount} at your conditions, ${words}` : 'cost nothing more at your conditions';
  const all = sum(miscalibration);
  const part =
    all > 0 ? ` They make up ${formatPercent(sum(miscalibration, from, to) / all)} of the model's miscalibration.` : '';
  return `Taken as probabilities they ${loss}.${part}`;
}

/* Places the tooltip below the steps, so that it does not cover the highlight. */
function say() {
  const [steps, panel, point] = [highlightedSteps(), panelOfSteps(), currentPoint()];
  showsTooltip = Boolean(steps && panel && point);
  if (!steps || !panel || !point) {
    showTooltip('', '');
    return;
  }
  showTooltip(`${stepWords(steps)} ${lossWords(steps, point)}`, modelColour(steps.model.i));
  const { left, top } = panel.graph.getBoundingClientRect();
  moveTooltip(left, top + panel.top + panel.height + BELOW);
}

// --- the highlight ---

/** @param {Highlight} next */
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

const isSticky = () => highlighted !== null && highlighted.by !== 'pointer';

/** @param {ReliabilityModel} model @param {number} first @param {number} last @param {Highlight['by']} by */
function lightSteps(model, first, last, by) {
  light({ i: model.i, first, last, by, scores: [model.name, model.first[first], model.last[last]] });
}

/** Steps between two places of the panel, of the model where the drag began.
   @param {Panel} panel @param {ReliabilityModel} model @param {number} x0 @param {number} x1 @param {Highlight['by']} by */
function lightBetween(panel, model, x0, x1, by) {
  const ends = [x0, x1].map((x) => stepAt(model, panel.valueAt(x))).sort((a, b) => a - b);
  lightSteps(model, ends[0], ends[1], by);
}

function isOutdated() {
  const steps = highlightedSteps();
  if (!highlighted || !steps) return true;
  const { model, from, to } = steps;
  const [name, low, high] = highlighted.scores;
  return model.name !== name || model.first[from] !== low || model.last[to] !== high;
}

/** @param {PointerEvent} event @returns {Here | null} */
function placeOfPointer(event) {
  const panel = modelsWithSteps().length > 0 ? panelOfSteps() : null;
  if (!panel || panelNameAt(event.target) !== panel.name) return null;
  const at = pointerInPanel(panel, event);
  return panel.contains(at.x, at.y) ? { panel, ...at } : null;
}

/** @param {Here} here @param {PointerEvent} event */
function hover(here, event) {
  if (isSticky()) {
    if (!showsTooltip) say();
    return;
  }
  lightBetween(here.panel, modelAt(here, event), here.x, here.x, 'pointer');
}

/** A finger that moves up or down scrolls the page. @param {PointerEvent} event @param {NonNullable<typeof press>} from */
function drag(event, from) {
  const panel = panelOfSteps();
  if (!panel) return;
  const { x, y } = pointerInPanel(panel, event);
  const [across, along] = [Math.abs(x - from.x), Math.abs(y - from.y)];
  if (!from.moved && Math.hypot(across, along) < CLICK_TOLERANCE) return;
  from.moved = from.moved || event.pointerType !== 'touch' || across > along;
  if (from.moved) lightBetween(panel, from.model, from.x, x, 'drag');
}

/** A click pins the highlight of a step; a click on a highlighted step clears it.
   @param {Here} here @param {PointerEvent} event */
function click(here, event) {
  const model = modelAt(here, event);
  const at = stepAt(model, here.panel.valueAt(here.x));
  const chosen = isSticky() ? highlighted : null;
  if (chosen?.i === model.i && at >= chosen.first && at <= chosen.last) clear();
  else lightSteps(model, at, at, 'drag');
}

document.addEventListener('pointermove', (event) => {
  if (press) {
    drag(event, press);
    return;
  }
  if (around(event.target, '#highlight-tip')) return;
  const here = event.pointerType === 'touch' ? null : placeOfPointer(event);
  if (here) hover(here, event);
  else if (highlighted && !isSticky()) clear();
});
document.addEventListener(
  'pointerdown',
  (event) => {
    const here = event.button === 0 && event.isPrimary ? placeOfPointer(event) : null;
    press = here && { x: here.x, y: here.y, model: modelAt(here, event), moved: false };
    if (!here) hush();
  },
  true,
);
document.addEventListener(
  'pointerup',
  (event) => {
    const [from, here] = [press, press && !press.moved ? placeOfPointer(event) : null];
    press = null;
    if (from && here && Math.hypot(here.x - from.x, here.y - from.y) < CLICK_TOLERANCE) click(here, event);
  },
  true,
);
document.addEventListener('pointercancel', () => (press = null), true);
document.addEventListener('scroll', hush, true);

// --- keys: arrows go from step to step, with Shift they add the next; up and down change the model ---

const modelOfKeys = () => highlightedSteps()?.model || describedModel();

/** @param {number} by @param {boolean} adds */
function stepBy(by, adds) {
  const model = modelOfKeys();
  const last = Math.min(Math.max((highlighted ? highlighted.last : -1) + by, 0), model.first.length - 1);
  lightSteps(model, adds && highlighted ? Math.min(highlighted.first, last) : last, last, 'keys');
}

/** @param {1 | -1} end */
function toEnd(end) {
  const model = modelOfKeys();
  const last = end < 0 ? 0 : model.first.length - 1;
  lightSteps(model, last, last, 'keys');
}

/** Moves the highlight to the step of another model at this score. @param {1 | -1} by */
function otherModel(by) {
  const models = modelsWithSteps();
  const model = modelOfKeys();
  const next = models[(models.indexOf(model) + by + models.length) % models.length];
  const at = highlighted ? stepAt(next, model.first[highlighted.first]) : 0;
  lightSteps(next, at, at, 'keys');
}

/** @type {Record<string, (adds: boolean) => void>} */
const KEYS = {
  ArrowLeft: (adds) => stepBy(-1, adds),
  ArrowRight: (adds) => stepBy(1, adds),
  ArrowUp: () => otherModel(-1),
  ArrowDown: () => otherModel(1),
  Home: () => toEnd(-1),
  End: () => toEnd(1),
};

/** Whether an element is the card of the panel with the steps. @param {EventTarget | null} card */
function holdsSteps(card) {
  const panel = modelsWithSteps().length > 0 ? panelOfSteps() : null;
  return panel !== null && card instanceof Element && card.matches('.panel') && card.contains(panel.graph);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.key === 'Escape') clear();
  if (!Object.hasOwn(KEYS, event.key) || !holdsSteps(event.target)) return;
  event.preventDefault(); // in the other modes the arrows step through thresholds
  KEYS[event.key](event.shiftKey);
}

document.addEventListener('keydown', onKey, true);
document.addEventListener('focusout', (event) => {
  const { target } = event;
  if (highlighted?.by === 'keys' && target instanceof Element && target.matches('.panel')) clear();
});

on('panel-drawn', (name) => {
  if (highlighted && isOutdated())
    clear(); // another mode, or other data
  else if (highlighted) draw(name);
});
on('panels-moved', (results) => {
  if (highlighted && results) panelNames().forEach(draw);
});
