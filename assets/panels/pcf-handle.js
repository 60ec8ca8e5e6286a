/* Lets the user drag the PC(+) line of the cost panel: by pointer, by touch, by keys. */

import { axisCode, axisRow, dragTo, growsUpwards, pointPlace } from '../core/cost-axes.js';
import { pcfOf } from '../core/operating-point.js';
import { panelWith } from '../core/panels.js';
import { costRatioSentence } from '../text/numbers.js';
import { around, firstOf, make } from '../state/elements.js';
import { emit, on } from '../state/events.js';
import { CLICK_TOLERANCE, nearestThreshold, reachOf, suspendHover, tapThreshold } from './hover.js';
import { currentPoint, liveData } from './live-point.js';
import { annotationElement, axesOf, getPanel, panelNameAt, pointerInPanel } from './plotly-adapter.js';
import { clearThreshold } from './threshold-highlight.js';

/** @import { Panel } from '../core/types.js' */
/** @import { LiveModel, OperatingPoint } from '../core/wire.js' */

/**
 * A press: its pointer, where it began, and how far it is from the line that it holds, in pixels of the panel; held: whether
 * it grabbed the line; near: the threshold that a click chooses; moved: whether it drags the line.
 * @typedef {object} Grip
 * @property {number} id
 * @property {number} x
 * @property {number} y
 * @property {number} off
 * @property {boolean} held
 * @property {{ model: LiveModel, at: number } | null} near
 * @property {boolean} moved
 */

/** @type {Record<string, number>} */
const HALF = { mouse: 12, touch: 14 }; // pixels on either side of the line in which a press grabs it
const PILL = 6; // pixels from the edge of the panel to the pill, at least
const STEP = 0.01;
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
/** @type {Grip | null} */
let grip = null; // the press that is going on
const panelOfHandle = () => panelWith('cost_axes');

/** Moves the operating point to a place of the x axis. @param {number} x */
function moveTo(x) {
  const point = currentPoint();
  const drag = point && dragTo(x, point);
  if (drag) emit(...drag);
}

/** @param {number} pcf */
const move = (pcf) => emit('pcf-dragged', Math.min(1, Math.max(0, pcf)));
const release = () => emit('pcf-released');

/** @param {Panel} panel @returns {HTMLElement | null} */
function handleOf(panel) {
  const box = panel.graph.querySelector('.svg-container');
  if (!box) return null;
  /** @type {HTMLElement | null} */
  const present = box.querySelector(':scope > .pcf-handle');
  if (present) return present;
  const about = { role: 'slider', 'aria-valuemin': '0', 'aria-valuemax': '1' };
  const handle = make('div', 'pcf-handle', make('span', 'pill'));
  handle.tabIndex = 0;
  for (const [key, value] of Object.entries(about)) handle.setAttribute(key, value);
  handle.addEventListener('keydown', onKey);
  handle.addEventListener('keyup', release);
  box.append(handle);
  return handle;
}

/* The handle covers plotly's line; it waits at an edge while the line is out of sight. */
function placeHandle() {
  const panel = getPanel(panelOfHandle());
  const handle = panel && handleOf(panel);
  if (!handle) return;
  const point = currentPoint();
  const place = point && pointPlace(point);
  handle.hidden = place === null || !liveData();
  if (!point || place === null || handle.hidden) return;
  const { left, top, width, height } = panel;
  const x = panel.x(place);
  const seen = Math.min(width, Math.max(0, x));
  handle.classList.toggle('beyond', Math.abs(seen - x) > 0.5);
  const half = HALF.mouse;
  const reach = height + axesOf(panel.graph, 'yaxis2').height;
  handle.style.cssText = `position:absolute;width:${2 * half}px;height:${reach}px;top:${top}px;left:${left + seen - half}px`;
  placeCaption(panel, seen, placePill(handle, panel, seen, pillWords(point)));
  handle.setAttribute('aria-label', axisRow().handle);
  handle.setAttribute('aria-valuenow', String(Number(pcfOf(point).toPrecision(3))));
  handle.setAttribute(
    'aria-valuetext',
    `${pillWords(point).replace('PC(+) ', '')}. ${costRatioSentence(point.cost_fn / point.cost_fp)}`,
  );
}

/** @type {WeakMap<SVGElement, number>} */
const captionWidths = new WeakMap(); // measuring costs a layout of the page

/** The caption of the operating ranges is placed at the end that is farther from the pill, if there is room.
   @param {Panel} panel @param {number} x @param {number} half width of the pill */
function placeCaption(panel, x, half) {
  const { graph, width } = panel;
  const at = (graph.layout.annotations || []).findIndex(({ name }) => name === 'ranges');
  const caption = annotationElement(panel, at);
  if (!caption) return;
  const wide = captionWidths.get(caption) || caption.getBBox().width; // 0 while the panel is out of sight
  captionWidths.set(caption, wide);
  const left = x > width / 2;
  caption.style.transform = left ? `translateX(${wide - width}px)` : '';
  caption.style.visibility = Math.max(x, width - x) - half < wide ? 'hidden' : '';
}

/** @type {Map<number, number>} */
const pillWidths = new Map(); // by the number of letters: measuring costs a layout of the page

/** @param {HTMLElement} pill @param {string} words */
function pillWidth(pill, words) {
  const wide = pillWidths.get(words.length) || pill.offsetWidth; // 0 while the panel is out of sight
  pillWidths.set(words.length, wide);
  return wide;
}

/** @param {OperatingPoint} point */
const pillWords = (point) => axisCode().pill?.(point) ?? '';

/** The pill stays within the panel. Returns half its width.
   @param {HTMLElement} handle @param {Panel} panel @param {number} x @param {string} words */
function placePill(handle, panel, x, words) {
  const pill = firstOf('.pill', handle);
  if (pill.textContent !== words) pill.textContent = words;
  const half = pillWidth(pill, words) / 2;
  const space = [panel.left + x - PILL, panel.width - x];
  const shift = Math.max(0, half - space[0]) - Math.max(0, half - space[1]);
  pill.style.transform = `translateX(calc(-50% + ${shift}px))`;
  return half;
}

/** Steps stay on hundredths, although the costs are rounded after each of them. PC(+) falls along some axes.
   @param {KeyboardEvent} event @param {number} pcf */
function placeOfKey({ key, shiftKey }, pcf) {
  const way = growsUpwards() ? -1 : 1;
  if (key in STEPS) return Math.round(pcf / STEP) * STEP + STEPS[key] * way * (shiftKey ? 10 : 1) * STEP;
  const ends = way > 0 ? ['Home', 'End'] : ['End', 'Home'];
  return ends.includes(key) ? ends.indexOf(key) : null;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const point = currentPoint();
  if (!point || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = placeOfKey(event, pcfOf(point));
  if (next === null) return;
  move(next);
  event.preventDefault();
  event.stopPropagation();
}

/** @param {PointerEvent} event */
const startsGrip = (event) =>
  event.button === 0 &&
  event.isPrimary &&
  liveData() &&
  currentPoint() &&
  panelNameAt(event.target) === panelOfHandle() &&
  !around(event.target, '.modebar, .zone-handle');

/** Pixels from x to the line; infinite if the axis does not show it. @param {Panel} panel @param {number} x */
function distanceToLine(panel, x) {
  const point = currentPoint();
  const place = point && pointPlace(point);
  return place === null ? Infinity : panel.x(place) - x;
}

/** Whether a press at this distance from the line grabs it. @param {PointerEvent} event @param {number} off */
const isHeld = (event, off) =>
  Math.abs(off) <= (HALF[event.pointerType] || HALF.mouse) || Boolean(around(event.target, '.pill'));

/** @param {PointerEvent} event */
function begin(event) {
  const panel = startsGrip(event) ? getPanel(panelOfHandle()) : null;
  if (!panel) return;
  const { x, y } = pointerInPanel(panel, event);
  if (!around(event.target, '.pcf-handle') && !panel.contains(x, y)) return;
  const off = distanceToLine(panel, x);
  const held = isHeld(event, off);
  const near = nearestThreshold(panel, x, y, reachOf(event));
  const press = { id: event.pointerId, x, y, off: held ? off : 0, held, near, moved: false };
  setGrip(press);
  takePointer(panel, event);
  // A finger may be about to scroll the page: nothing moves before the finger moves sideways.
  if (!held && !near && event.pointerType !== 'touch') drag(panel, press, x);
}

/** No mouse events follow, so plotly does nothing; the focus that they would set is set here.
   @param {Panel} panel @param {PointerEvent} event */
function takePointer(panel, event) {
  event.preventDefault();
  panel.graph.setPointerCapture(event.pointerId);
  const handle = handleOf(panel);
  if (handle) handle.focus({ preventScroll: true, focusVisible: false });
}

/** @param {Grip | null} next */
function setGrip(next) {
  grip = next;
  suspendHover(Boolean(grip && grip.moved));
}

/** @param {Panel} panel @param {Grip} press @param {number} x */
function drag(panel, press, x) {
  setGrip({ ...press, moved: true });
  clearThreshold();
  moveTo(panel.valueAt(x + press.off));
}

/** @param {PointerEvent} event */
function onMove(event) {
  if (!grip || event.pointerId !== grip.id) return;
  const panel = getPanel(panelOfHandle());
  if (!panel) return;
  const { x, y } = pointerInPanel(panel, event);
  const way = grip.moved ? 'along' : wayOf(event, x - grip.x, y - grip.y);
  if (way === 'along') drag(panel, grip, x);
  if (way === 'across') setGrip(null); // the page scrolls
}

/** Where a press goes that has moved so far: a finger that moves up or down scrolls the page.
   @param {PointerEvent} event @param {number} dx @param {number} dy */
function wayOf({ pointerType }, dx, dy) {
  if (Math.hypot(dx, dy) < CLICK_TOLERANCE) return null;
  return pointerType === 'touch' && Math.abs(dx) <= Math.abs(dy) ? 'across' : 'along';
}

/** @param {PointerEvent} event */
function onUp(event) {
  if (!grip || event.pointerId !== grip.id) return;
  const panel = getPanel(panelOfHandle());
  const { near, moved, held, off, x } = grip;
  if (!moved && near) tapThreshold(near, event);
  else if (!moved && panel && !(held && Math.abs(off) < CLICK_TOLERANCE)) moveTo(panel.valueAt(x));
  setGrip(null);
  release();
}

/** @param {PointerEvent} event */
function onCancel(event) {
  if (!grip || event.pointerId !== grip.id) return;
  if (grip.moved) emit('drag-cancelled');
  setGrip(null);
  release();
}

document.addEventListener('pointerdown', begin, true);
document.addEventListener('pointermove', onMove, true);
document.addEventListener('pointerup', onUp, true);
document.addEventListener('pointercancel', onCancel, true);
on('panel-drawn', (name) => {
  if (name === panelOfHandle()) placeHandle();
});
on('panels-moved', placeHandle);
