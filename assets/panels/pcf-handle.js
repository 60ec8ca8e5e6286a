/* Lets the user drag the PC(+) line of the cost panel: by pointer, by touch, by keys. */

import { axisCode, axisRow, dragTo, growsUpwards, pointPlace } from '../core/cost-axes.js';
import { pcfOf } from '../core/operating-point.js';
import { panelWith } from '../core/panels.js';
import { costRatioSentence } from '../text/numbers.js';
import { emit, on } from '../state/events.js';
import { CLICK_TOLERANCE, nearestThreshold, reachOf, suspendHover, tapThreshold } from './hover.js';
import { currentPoint, liveData } from './live-point.js';
import { axesOf, getPanel, panelNameAt, pointerInPanel } from './plotly-adapter.js';
import { clearThreshold } from './threshold-highlight.js';

const HALF = { mouse: 12, touch: 14 }; // pixels on either side of the line in which a press grabs it
const PILL = 6; // pixels from the edge of the panel to the pill, at least
const STEP = 0.01;
const STEPS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
let grip = null; // the press that is going on
const panelOfHandle = () => panelWith('cost_axes');

function currentPcf() {
  const point = currentPoint();
  return point ? pcfOf(point) : null;
}

/* Moves the operating point to a place of the x axis. */
function moveTo(x) {
  const [event, value] = dragTo(x, currentPoint()) || [];
  if (event) emit(event, value);
}

const move = (pcf) => emit('pcf-dragged', Math.min(1, Math.max(0, pcf)));
const release = () => emit('pcf-released');

function handleOf(panel) {
  const box = panel.graph.querySelector('.svg-container');
  if (!box) return null;
  const existing = box.querySelector(':scope > .pcf-handle');
  if (existing) return existing;
  const handle = document.createElement('div');
  const about = { role: 'slider', 'aria-valuemin': '0', 'aria-valuemax': '1' };
  handle.className = 'pcf-handle';
  const pill = document.createElement('span');
  pill.className = 'pill';
  handle.append(pill);
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
  const pcf = currentPcf();
  const place = pcf === null ? null : pointPlace(currentPoint());
  handle.hidden = place === null || !liveData();
  if (handle.hidden) return;
  const { left, top, width, height } = panel;
  const x = panel.x(place);
  const seen = Math.min(width, Math.max(0, x));
  handle.classList.toggle('beyond', Math.abs(seen - x) > 0.5);
  const half = HALF.mouse;
  const reach = height + axesOf(panel.graph, 'yaxis2').height;
  handle.style.cssText = `position:absolute;width:${2 * half}px;height:${reach}px;top:${top}px;left:${left + seen - half}px`;
  placeCaption(panel, seen, placePill(handle, panel, seen));
  const point = currentPoint();
  handle.setAttribute('aria-label', axisRow().handle);
  handle.setAttribute('aria-valuenow', String(Number(pcf.toPrecision(3))));
  handle.setAttribute(
    'aria-valuetext',
    `${pillWords(point).replace('PC(+) ', '')}. ${costRatioSentence(point.cost_fn / point.cost_fp)}`,
  );
}

const captionWidths = new WeakMap(); // measuring costs a layout of the page

/* The caption of the operating ranges is placed at the end that is farther from the pill, if there is room. */
function placeCaption({ graph, width }, x, half) {
  const at = (graph.layout.annotations || []).findIndex(({ name }) => name === 'ranges');
  const caption = /** @type {SVGGElement | null} */ (graph.querySelector(`.annotation[data-index="${at}"]`));
  if (!caption) return;
  const wide = captionWidths.get(caption) || caption.getBBox().width; // 0 while the panel is out of sight
  captionWidths.set(caption, wide);
  const left = x > width / 2;
  caption.style.transform = left ? `translateX(${wide - width}px)` : '';
  caption.style.visibility = Math.max(x, width - x) - half < wide ? 'hidden' : '';
}

const pillWidths = new Map(); // by the number of letters: measuring costs a layout of the page

function pillWidth(pill, words) {
  if (!pillWidths.get(words.length)) pillWidths.set(words.length, pill.offsetWidth);
  return pillWidths.get(words.length);
}

const pillWords = (point) => axisCode().pill?.(point) ?? '';

/* The pill stays within the panel. Returns half its width. */
function placePill(handle, panel, x) {
  const pill = handle.querySelector('.pill');
  const words = pillWords(currentPoint());
  if (pill.textContent !== words) pill.textContent = words;
  const half = pillWidth(pill, words) / 2;
  const space = [panel.left + x - PILL, panel.width - x];
  const shift = Math.max(0, half - space[0]) - Math.max(0, half - space[1]);
  pill.style.transform = `translateX(calc(-50% + ${shift}px))`;
  return half;
}

/* Steps stay on hundredths, although the costs are rounded after each of them. PC(+) falls along some axes. */
function placeOfKey({ key, shiftKey }, pcf) {
  const way = growsUpwards() ? -1 : 1;
  if (key in STEPS) return Math.round(pcf / STEP) * STEP + STEPS[key] * way * (shiftKey ? 10 : 1) * STEP;
  const ends = way > 0 ? ['Home', 'End'] : ['End', 'Home'];
  return ends.includes(key) ? ends.indexOf(key) : null;
}

function onKey(event) {
  const pcf = currentPcf();
  if (pcf === null || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = placeOfKey(event, pcf);
  if (next === null) return;
  move(next);
  event.preventDefault();
  event.stopPropagation();
}

const startsGrip = (event) =>
  event.button === 0 &&
  event.isPrimary &&
  liveData() &&
  currentPoint() &&
  panelNameAt(event.target) === panelOfHandle() &&
  !event.target.closest('.modebar');

/* Whether a press at this distance from the line grabs it. */
const isHeld = (event, off) =>
  Math.abs(off) <= (HALF[event.pointerType] || HALF.mouse) || Boolean(event.target.closest('.pill'));

function begin(event) {
  const panel = startsGrip(event) ? getPanel(panelOfHandle()) : null;
  if (!panel) return;
  const { x, y } = pointerInPanel(panel, event);
  if (!event.target.closest('.pcf-handle') && !panel.contains(x, y)) return;
  const place = pointPlace(currentPoint());
  const off = place === null ? Infinity : panel.x(place) - x;
  const held = isHeld(event, off);
  const near = nearestThreshold(panel, x, y, reachOf(event));
  setGrip({ id: event.pointerId, x, y, off: held ? off : 0, held, near, moved: false });
  takePointer(panel, event);
  // A finger may be about to scroll the page: nothing moves before the finger moves sideways.
  if (!held && !near && event.pointerType !== 'touch') drag(panel, x);
}

/* No mouse events follow, so plotly does nothing; the focus that they would set is set here. */
function takePointer(panel, event) {
  event.preventDefault();
  panel.graph.setPointerCapture(event.pointerId);
  const handle = handleOf(panel);
  if (handle) handle.focus({ preventScroll: true, focusVisible: false });
}

function setGrip(next) {
  grip = next;
  suspendHover(Boolean(grip && grip.moved));
}

function drag(panel, x) {
  setGrip({ ...grip, moved: true });
  clearThreshold();
  moveTo(panel.valueAt(x + grip.off));
}

function onMove(event) {
  if (!grip || event.pointerId !== grip.id) return;
  const panel = getPanel(panelOfHandle());
  if (!panel) return;
  const { x, y } = pointerInPanel(panel, event);
  const way = grip.moved ? 'along' : wayOf(event, x - grip.x, y - grip.y);
  if (way === 'along') drag(panel, x);
  if (way === 'across') setGrip(null); // the page scrolls
}

/* Where a press goes that has moved so far: a finger that moves up or down scrolls the page. */
function wayOf({ pointerType }, dx, dy) {
  if (Math.hypot(dx, dy) < CLICK_TOLERANCE) return null;
  return pointerType === 'touch' && Math.abs(dx) <= Math.abs(dy) ? 'across' : 'along';
}

function onUp(event) {
  if (!grip || event.pointerId !== grip.id) return;
  const panel = getPanel(panelOfHandle());
  const { near, moved, held, off, x } = grip;
  if (!moved && near) tapThreshold(near, event);
  else if (!moved && panel && !(held && Math.abs(off) < CLICK_TOLERANCE)) moveTo(panel.valueAt(x));
  setGrip(null);
  release();
}

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
