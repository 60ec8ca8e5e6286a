/* Lets the user drag both thresholds of a review, on the axis of thresholds and on other pictures of the scores: by
   pointer, by touch, by keys. The other threshold is pushed, never crossed. A double click returns to the cheapest zone. */

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

/** @import { ZoneResults } from '../core/review-zone.js' */
/** @import { LiveModel, OperatingPoint } from '../core/wire.js' */

/**
 * A zone, its model, and the conditions.
 * @typedef {{ zone: ZoneResults, model: LiveModel, point: OperatingPoint }} MovingZone
 */

/**
 * A picture of the scores that shows both thresholds: the element that holds the handles, where they stand, and which
 * threshold of the model lies at a pointer.
 * @typedef {object} Track
 * @property {Element} box
 * @property {{ left: number, top: number, height: number }} frame in pixels of the box
 * @property {number[]} x pixels of both thresholds right of the frame's left
 * @property {(event: PointerEvent) => number} pointer pixels right of the frame's left
 * @property {(x: number) => number} nearest place in the model's arrays
 */

const HALF = 12; // pixels on either side of a threshold in which a press grabs it
const LABEL = 130; // pixels that the label of a handle needs at its left
const WORDS = ['look from', 'flag from'];
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: -1, ArrowUp: -1, ArrowLeft: 1, ArrowDown: 1, PageUp: -10, PageDown: 10 };
const panelOfHandles = () => getPanel(panelWith('cost_axes'));

/** The zone that scripts can move; null without one. @returns {MovingZone | null} */
export function movingZone() {
  const [live, point, review] = [liveData(), currentPoint(), movingReview()];
  const zone = live && point && review && zoneAt(live, review, point);
  return zone ? { zone, model: modelAt(live, review.owner), point } : null;
}

/** The axis of thresholds, where it is that of the zone's model. @param {MovingZone} moving @returns {Track | null} */
function trackOfPanel({ zone, model, point }) {
  const panel = panelOfHandles();
  const box = panel?.graph.querySelector('.svg-container');
  if (!panel || !box || !axisCode().oneModel || currentCostAxis().model !== zone.owner) return null;
  const { left, top, height, width } = panel;
  const x = zone.ends.map((end) => {
    const place = placeOf(panel.name, end, point);
    return place ? Math.min(width, Math.max(0, panel.x(place[0]))) : width;
  });
  return {
    box,
    frame: { left, top, height },
    x,
    pointer: (event) => pointerInPanel(panel, event).x,
    nearest: (pixel) => nearestOfPanel(pixel, model, point),
  };
}

/** The threshold of the model nearest to a place of the axis. @param {number} x @param {LiveModel} model @param {OperatingPoint} point */
function nearestOfPanel(x, model, point) {
  const panel = existing(panelOfHandles());
  let [best, distance] = [0, Infinity];
  model.text.forEach((text, k) => {
    const at = placeOf(panel.name, { fpr: model.fpr[k], tpr: model.tpr[k], text, i: model.i }, point);
    const off = at ? Math.abs(panel.x(at[0]) - x) : Infinity;
    if (off < distance) [best, distance] = [k, off];
  });
  return x > panel.width ? 0 : best;
}

/** @type {((moving: MovingZone) => Track | null)[]} */
const tracks = [trackOfPanel];

/** Lets both thresholds be dragged on another picture too. @param {(moving: MovingZone) => Track | null} track null where
   the picture does not show the model of the zone */
export function addZoneTrack(track) {
  tracks.push(track);
}

/** Both handles, lower threshold first. @param {Element} box @returns {HTMLElement[]} */
function handlesOf(box) {
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

/** @param {Track} track @param {ZoneResults} zone */
function placeHandles({ box, frame, x }, zone) {
  handlesOf(box).forEach((handle, k) => {
    const text = zone.ends[k].text || 'no score';
    handle.hidden = false;
    const { left, top, height } = frame;
    handle.style.cssText = `width:${2 * HALF}px;height:${height}px;top:${top}px;left:${left + x[k] - HALF}px`;
    handle.classList.toggle('at-left', x[k] < LABEL);
    const pill = existing(handle.firstElementChild);
    const words = `${WORDS[k]} ${text}`;
    if (pill.textContent !== words) pill.textContent = words;
    handle.setAttribute('aria-valuenow', String(Number(zone.ends[k].text || 1)));
    handle.setAttribute('aria-valuetext', words);
  });
}

/** Shows the handles on every picture of the zone's model, and hides all others. */
export function placeZoneHandles() {
  const moving = movingZone();
  const shown = moving ? tracks.flatMap((track) => track(moving) ?? []) : [];
  for (const handle of document.querySelectorAll('.zone-handle')) {
    if (!shown.some(({ box }) => handle.parentElement === box)) handle.toggleAttribute('hidden', true);
  }
  if (moving) shown.forEach((track) => placeHandles(track, moving.zone));
}

/** The zone and the picture that a handle stands on. @param {Element} handle */
function holding(handle) {
  const moving = movingZone();
  if (!moving) return null;
  const track = tracks.map((each) => each(moving)).find((each) => each?.box === handle.parentElement);
  return track ? { ...moving, track } : null;
}

/** Both thresholds, one of them at a place in the model's arrays.
   @param {number} which 0: the lower, 1: the upper @param {number} at */
function moveTo(which, at) {
  const [moving, { review }] = [movingZone(), presentConditions()];
  if (!moving || !review) return;
  const { zone, model } = moving;
  const last = model.text.length - 1;
  const places = zone.ends.map(({ text }) => placeOfThreshold(model, text ? Number(text) : null));
  places[which] = Math.min(last, Math.max(which ? 0 : 1, at));
  places[1 - which] = which ? Math.max(places[0], places[1], 1) : Math.min(places[0], places[1]);
  const [low, high] = places.map((k) => (model.text[k] === '' ? null : Number(model.text[k])));
  if (low === null) return;
  dragConditions({ review: { ...review, between: { model: model.name, low, high } } });
}

/** @param {EventTarget | null} target */
const handleAt = (target) => around(target, '.zone-handle');
/** @param {Element} handle */
const whichOf = (handle) => Number(handle.classList.contains('zone-high'));

/** @type {{ id: number, handle: Element, off: number } | null} */
let grip = null;

/** @param {PointerEvent} event */
function begin(event) {
  const handle = event.button === 0 && event.isPrimary ? handleAt(event.target) : null;
  const held = handle && holding(handle);
  if (!handle || !held) return;
  grip = { id: event.pointerId, handle, off: held.track.x[whichOf(handle)] - held.track.pointer(event) };
  if (handle instanceof HTMLElement) handle.focus({ preventScroll: true, focusVisible: false });
  handle.setPointerCapture(event.pointerId);
  event.preventDefault();
  event.stopPropagation();
}

/** @param {PointerEvent} event */
function move(event) {
  if (!grip || event.pointerId !== grip.id) return;
  const track = holding(grip.handle)?.track;
  if (track) moveTo(whichOf(grip.handle), track.nearest(track.pointer(event) + grip.off));
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
  const held = handle && event.key in STEPS ? holding(handle) : null;
  if (!handle || !held || event.ctrlKey || event.metaKey || event.altKey) return;
  const which = whichOf(handle);
  const { text } = held.zone.ends[which];
  moveTo(which, placeOfThreshold(held.model, text ? Number(text) : null) + STEPS[event.key]);
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
on('panels-moved', placeZoneHandles);
on('answer', placeZoneHandles);
on('panel-drawn', placeZoneHandles);
