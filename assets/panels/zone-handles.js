/* Lets the user drag both thresholds of a review on the axis of thresholds: by pointer, by touch, by keys. The other
   threshold is pushed, never crossed. A double click returns to the cheapest zone. */

import { axisCode, currentCostAxis } from '../core/cost-axes.js';
import { existing } from '../core/existing.js';
import { modelAt } from '../core/operating-point.js';
import { panelWith } from '../core/panels.js';
import { placeOfThreshold, zoneAt } from '../core/review-zone.js';
import { placeOf } from '../core/threshold-places.js';
import { dragConditions, presentConditions, setConditions } from '../state/conditions.js';
import { around, make } from '../state/elements.js';
import { emit, on } from '../state/events.js';
import { movingReview } from './decision-text.js';
import { currentPoint, liveData } from './live-point.js';
import { getPanel, pointerInPanel } from './plotly-adapter.js';

/** @import { Panel } from '../core/types.js' */
/** @import { ZoneResults } from '../core/review-zone.js' */
/** @import { LiveModel } from '../core/wire.js' */

const HALF = 12; // pixels on either side of a threshold in which a press grabs it
const LABEL = 130; // pixels that the label of a handle needs at its left
const WORDS = ['look from', 'flag from'];
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: -1, ArrowUp: -1, ArrowLeft: 1, ArrowDown: 1, PageUp: -10, PageDown: 10 };
const panelOfHandles = () => getPanel(panelWith('cost_axes'));

/** The zone, its model and the panel, where the axis is that of its model; null elsewhere.
   @returns {{ panel: Panel, zone: ZoneResults, model: LiveModel, x: number[] } | null} */
function shown() {
  const [panel, live, point, review] = [panelOfHandles(), liveData(), currentPoint(), movingReview()];
  if (!panel || !live || !point || !review || !axisCode().oneModel) return null;
  if (currentCostAxis().model !== review.owner) return null;
  const zone = zoneAt(live, review, point);
  if (!zone) return null;
  const x = zone.ends.map((end) => {
    const place = placeOf(panel.name, end, point);
    return place ? Math.min(panel.width, Math.max(0, panel.x(place[0]))) : panel.width;
  });
  return { panel, zone, model: modelAt(live, review.owner), x };
}

/** Both handles, lower threshold first. @param {Panel} panel @returns {HTMLElement[]} */
function handlesOf(panel) {
  const box = panel.graph.querySelector('.svg-container');
  if (!box) return [];
  /** @type {HTMLElement[]} */
  const present = [...box.querySelectorAll(':scope > .zone-handle')].filter((node) => node instanceof HTMLElement);
  if (present.length) return present;
  const handles = WORDS.map((words, k) => {
    const handle = make('div', `zone-handle ${k ? 'zone-high' : 'zone-low'}`, make('span', 'pill'));
    handle.tabIndex = 0;
    handle.setAttribute('role', 'slider');
    handle.setAttribute('aria-label', `Review: ${words}`);
    return handle;
  });
  box.append(...handles);
  return handles;
}

function place() {
  const panel = panelOfHandles();
  const here = shown();
  if (!here) {
    for (const handle of panel?.graph.querySelectorAll('.zone-handle') ?? []) handle.toggleAttribute('hidden', true);
    return;
  }
  const { zone, x } = here;
  const { left, top, height } = here.panel;
  handlesOf(here.panel).forEach((handle, k) => {
    const text = zone.ends[k].text || 'no score';
    handle.hidden = false;
    handle.style.cssText = `width:${2 * HALF}px;height:${height}px;top:${top}px;left:${left + x[k] - HALF}px`;
    handle.classList.toggle('at-left', x[k] < LABEL);
    const pill = existing(handle.firstElementChild);
    const words = `${WORDS[k]} ${text}`;
    if (pill.textContent !== words) pill.textContent = words;
    handle.setAttribute('aria-valuenow', String(Number(zone.ends[k].text || 1)));
    handle.setAttribute('aria-valuetext', words);
  });
}

/** Both thresholds, one of them at a place in the model's arrays.
   @param {number} which 0: the lower, 1: the upper @param {number} at */
function moveTo(which, at) {
  const [here, { review }] = [shown(), presentConditions()];
  if (!here || !review) return;
  const { zone, model } = here;
  const last = model.text.length - 1;
  const places = zone.ends.map(({ text }) => placeOfThreshold(model, text ? Number(text) : null));
  places[which] = Math.min(last, Math.max(which ? 0 : 1, at));
  places[1 - which] = which ? Math.max(places[0], places[1], 1) : Math.min(places[0], places[1]);
  const [low, high] = places.map((k) => (model.text[k] === '' ? null : Number(model.text[k])));
  if (low === null) return;
  dragConditions({ review: { ...review, between: { model: model.name, low, high } } });
}

/** The threshold of the model nearest to a place of the axis. @param {number} x */
function nearest(x) {
  const [here, point] = [shown(), currentPoint()];
  if (!here || !point) return null;
  const { panel, model } = here;
  let [best, distance] = [0, Infinity];
  model.text.forEach((text, k) => {
    const at = placeOf(panel.name, { fpr: model.fpr[k], tpr: model.tpr[k], text, i: model.i }, point);
    const off = at ? Math.abs(panel.x(at[0]) - x) : Infinity;
    if (off < distance) [best, distance] = [k, off];
  });
  return x > panel.width ? 0 : best;
}

/** @param {EventTarget | null} target */
const handleAt = (target) => around(target, '.zone-handle');
/** @param {Element} handle */
const whichOf = (handle) => Number(handle.classList.contains('zone-high'));

/** @type {{ id: number, which: number, off: number } | null} */
let grip = null;

/** @param {PointerEvent} event */
function begin(event) {
  const handle = event.button === 0 && event.isPrimary ? handleAt(event.target) : null;
  const here = handle && shown();
  if (!handle || !here) return;
  const which = whichOf(handle);
  grip = { id: event.pointerId, which, off: here.x[which] - pointerInPanel(here.panel, event).x };
  if (handle instanceof HTMLElement) handle.focus({ preventScroll: true, focusVisible: false });
  handle.setPointerCapture(event.pointerId);
  event.preventDefault();
  event.stopPropagation();
}

/** @param {PointerEvent} event */
function move(event) {
  const panel = panelOfHandles();
  if (!grip || event.pointerId !== grip.id || !panel) return;
  const at = nearest(pointerInPanel(panel, event).x + grip.off);
  if (at !== null) moveTo(grip.which, at);
}

/** @param {PointerEvent} event */
function end(event) {
  if (!grip || event.pointerId !== grip.id) return;
  grip = null;
  emit('pcf-released');
}

/** @param {KeyboardEvent} event */
function step(event) {
  const handle = handleAt(event.target);
  const here = handle && event.key in STEPS ? shown() : null;
  if (!handle || !here || event.ctrlKey || event.metaKey || event.altKey) return;
  const which = whichOf(handle);
  const { text } = here.zone.ends[which];
  moveTo(which, placeOfThreshold(here.model, text ? Number(text) : null) + STEPS[event.key]);
  event.preventDefault();
  event.stopPropagation();
}

document.addEventListener('pointerdown', begin, true);
document.addEventListener('pointermove', move, true);
document.addEventListener('pointerup', end, true);
document.addEventListener('pointercancel', end, true);
document.addEventListener('keydown', step, true);
document.addEventListener('keyup', ({ target }) => handleAt(target) && emit('pcf-released'));
document.addEventListener('dblclick', ({ target }) => {
  const review = handleAt(target) && presentConditions().review;
  if (review) setConditions({ review: { ...review, between: null } });
});
on('panels-moved', place);
on('answer', place);
on('panel-drawn', place);
