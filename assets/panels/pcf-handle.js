/* Lets the user drag the PC(+) line of the cost panel: by pointer, by touch, by keys. */

import { pcfOf } from '../core/operating-point.js';
import { emit, on } from '../state/events.js';
import { costRatioSentence, formatNumber } from '../text/numbers.js';
import { CLICK_TOLERANCE, nearestThreshold, reachOf, suspendHover, tapThreshold } from './hover.js';
import { currentPoint, liveData } from './live-point.js';
import { getPanel, panelNameAt, pointerInPanel } from './plotly-adapter.js';
import { clearThreshold } from './threshold-highlight.js';

const HALF = 12; // pixels on either side of the line that hold it
const STEP = 0.01;
const STEPS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
let grip = null; // the press that is going on

function currentPcf() {
  const point = currentPoint();
  return point ? pcfOf(point) : null;
}

const move = (pcf) => emit('pcf-dragged', Math.min(1, Math.max(0, pcf)));
const release = () => emit('pcf-released');

function handleOf(panel) {
  const box = panel.graph.querySelector('.svg-container');
  if (!box) return null;
  const known = box.querySelector(':scope > .pcf-handle');
  if (known) return known;
  const handle = document.createElement('div');
  const about = { role: 'slider', 'aria-label': 'Probability cost PC(+)', 'aria-valuemin': '0', 'aria-valuemax': '1' };
  handle.className = 'pcf-handle';
  handle.tabIndex = 0;
  for (const [key, value] of Object.entries(about)) handle.setAttribute(key, value);
  handle.addEventListener('keydown', onKey);
  handle.addEventListener('keyup', release);
  box.append(handle);
  return handle;
}

/* The handle covers plotly's line; it waits at an edge while the line is out of sight. */
function placeHandle() {
  const panel = getPanel('cost');
  const handle = panel && handleOf(panel);
  if (!handle) return;
  const pcf = currentPcf();
  handle.hidden = pcf === null || !liveData();
  if (handle.hidden) return;
  const { left, top, width, height } = panel;
  const x = panel.x(pcf);
  const seen = Math.min(width, Math.max(0, x));
  handle.classList.toggle('beyond', Math.abs(seen - x) > 0.5);
  handle.style.cssText = `position:absolute;width:${2 * HALF}px;height:${height}px;top:${top}px;left:${left + seen - HALF}px`;
  const point = currentPoint();
  handle.setAttribute('aria-valuenow', String(Number(pcf.toPrecision(3))));
  handle.setAttribute('aria-valuetext', `${formatNumber(pcf)}. ${costRatioSentence(point.cost_fn / point.cost_fp)}`);
}

/* Steps stay on hundredths, although the costs are rounded after each of them. */
function onKey(event) {
  const pcf = currentPcf();
  if (pcf === null || event.ctrlKey || event.metaKey || event.altKey) return;
  const from = Math.round(pcf / STEP) * STEP;
  const many = event.shiftKey ? 10 : 1;
  if (event.key in STEPS) move(from + STEPS[event.key] * many * STEP);
  else if (event.key === 'Home') move(0);
  else if (event.key === 'End') move(1);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

const startsGrip = (event) =>
  event.button === 0 &&
  event.isPrimary &&
  liveData() &&
  panelNameAt(event.target) === 'cost' &&
  !event.target.closest('.modebar');

function begin(event) {
  const panel = startsGrip(event) ? getPanel('cost') : null;
  const pcf = currentPcf();
  if (!panel || pcf === null) return;
  const { x, y } = pointerInPanel(panel, event);
  const onHandle = Boolean(event.target.closest('.pcf-handle'));
  if (!onHandle && !panel.contains(x, y)) return;
  const off = panel.x(pcf) - x;
  const held = Math.abs(off) <= HALF;
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
  move(panel.valueAt(x + grip.off));
}

function onMove(event) {
  if (!grip || event.pointerId !== grip.id) return;
  const panel = getPanel('cost');
  if (!panel) return;
  const { x, y } = pointerInPanel(panel, event);
  if (grip.moved || Math.hypot(x - grip.x, y - grip.y) >= CLICK_TOLERANCE) drag(panel, x);
}

function onUp(event) {
  if (!grip || event.pointerId !== grip.id) return;
  const panel = getPanel('cost');
  const { near, moved, held, off, x } = grip;
  if (!moved && near) tapThreshold(near, event);
  else if (!moved && panel && !(held && Math.abs(off) < CLICK_TOLERANCE)) move(panel.valueAt(x));
  setGrip(null);
  release();
}

function onCancel(event) {
  if (!grip || event.pointerId !== grip.id) return;
  setGrip(null);
  release();
}

document.addEventListener('pointerdown', begin, true);
document.addEventListener('pointermove', onMove, true);
document.addEventListener('pointerup', onUp, true);
document.addEventListener('pointercancel', onCancel, true);
on('panel-drawn', (name) => {
  if (name === 'cost') placeHandle();
});
on('panels-moved', placeHandle);
