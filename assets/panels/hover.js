/* Pointer and keys on the panels: highlight a threshold, try it, set it as today's. */

import { pcfAtPlace } from '../core/cost-axes.js';
import { cheapestVertex, resultsAt } from '../core/operating-point.js';
import { panelWith } from '../core/panels.js';
import { goesByPiece, hasPlaces, walkCurve } from '../core/threshold-places.js';
import { setProps } from '../state/dash.js';
import { around } from '../state/elements.js';
import { currentView } from '../state/view.js';
import { currentPoint, liveData } from './live-point.js';
import { getPanel, panelNameAt, pointerInPanel } from './plotly-adapter.js';
import {
  clearThreshold,
  highlightedThreshold,
  highlightThreshold,
  moveTooltip,
  readsUnderPointer,
} from './threshold-highlight.js';

/** @import { ConditionPoint, Panel } from '../core/types.js' */
/** @import { LiveData, LiveModel } from '../core/wire.js' */

/** @typedef {{ model: LiveModel, at: number }} DrawnThreshold a threshold by its place among those drawn */

const REACH = { mouse: 14, touch: 20 }; // pixels from a pointer to the curve that it highlights and chooses from
/** Pixels that the pointer may move during a click. */
export const CLICK_TOLERANCE = 4;

/** @type {{ x: number, y: number } | null} */
let press = null;
/** @type {number | null} */
let lastModel = null; // place of the model that was highlighted last
/** @type {PointerEvent | null} */
let queued = null; // the newest pointer event that waits for a frame
let suspended = false; // while the PC(+) line is dragged

// --- the threshold nearest to a place in a panel ---

/** The nearest place on the line from (x0, y0) to (x1, y1): its share of the line, and its distance.
   @param {number} x @param {number} y @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
function project(x, y, x0, y0, x1, y1) {
  const [wide, high] = [x1 - x0, y1 - y0];
  const length = wide * wide + high * high;
  const share = length > 0 ? Math.min(1, Math.max(0, ((x - x0) * wide + (y - y0) * high) / length)) : 0;
  return { share, distance: Math.hypot(x - x0 - share * wide, y - y0 - share * high) };
}

/**
 * The threshold nearest to a place within `reach` pixels; null if no curve is that close. A piece of a cost envelope
 * belongs to one vertex; a line between two ROC or PR points belongs to the nearer point.
 * @param {Panel} panel
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 * @returns {(DrawnThreshold & { distance: number }) | null}
 */
export function nearestThreshold(panel, x, y, reach) {
  const live = liveData();
  /** @type {ReturnType<typeof nearestThreshold>} */
  let best = null;
  const point = currentPoint();
  if (!point || !hasPlaces(panel.name)) return best;
  const byPiece = goesByPiece(panel.name);
  for (const model of live ? live.models : []) {
    let [x0, y0, at0] = [NaN, NaN, 0];
    walkCurve(panel, model, point, (x1, y1, at1) => {
      const { share, distance } = project(x, y, x0, y0, x1, y1);
      if (distance <= reach && (!best || distance < best.distance)) {
        best = { model, at: byPiece || share < 0.5 ? at0 : at1, distance };
      }
      [x0, y0, at0] = [x1, y1, at1];
    });
  }
  return best;
}

/**
 * Largest distance in pixels from a pointer to the threshold that it means: what it highlights is what it chooses.
 * @param {PointerEvent} event
 */
export const reachOf = (event) => (event.pointerType === 'touch' ? REACH.touch : REACH.mouse);

// --- pointer ---

/**
 * Stops highlighting while something is dragged over the panels.
 * @param {boolean} on
 */
export function suspendHover(on) {
  suspended = on;
}

/** @param {PointerEvent} event */
function pointerPlace(event) {
  const name = panelNameAt(event.target);
  const panel = around(event.target, '.modebar') ? null : getPanel(name);
  if (!panel) return null;
  const at = pointerInPanel(panel, event);
  return panel.contains(at.x, at.y) ? { panel, ...at } : null;
}

/** @param {DrawnThreshold} nearest @param {string} by @param {number | null} [pcf] */
function highlight(nearest, by, pcf = null) {
  lastModel = nearest.model.i;
  highlightThreshold(nearest.model.i, nearest.model.index[nearest.at], by, pcf);
}

/** PC(+) under the pointer, if the tooltip can show the value of a threshold there.
   @param {{ panel: Panel, x: number }} place */
function pcfAt({ panel, x }) {
  const point = panel.name === panelWith('cost_axes') && readsUnderPointer() ? currentPoint() : null;
  return point && pcfAtPlace(panel.valueAt(x), point);
}

/** @param {PointerEvent} event */
function hover(event) {
  if (around(event.target, '#highlight-tip')) return; // the card can be hovered
  const here = pointerPlace(event);
  const nearest = here && nearestThreshold(here.panel, here.x, here.y, reachOf(event));
  if (!here || !nearest) {
    clearThreshold('pointer');
    return;
  }
  highlight(nearest, 'pointer', pcfAt(here));
  moveTooltip(event.clientX, event.clientY);
}

/** @param {'trial' | 'today'} what @param {string} model @param {number | null} index @param {string | null | undefined} text */
function send(what, model, index, text) {
  setProps('panel-choice', { data: { what, model, index, text, at: Date.now() } });
}

/** @param {DrawnThreshold} threshold */
function choose({ model, at }) {
  send('trial', model.name, model.index[at], model.text[at]);
}

/** @param {DrawnThreshold} threshold */
function isHighlighted({ model, at }) {
  const highlighted = highlightedThreshold();
  return highlighted?.model === model && highlighted.at === at;
}

/**
 * A click or tap on a threshold chooses it. A finger cannot hover: its first tap highlights, a second
 * one on the same threshold chooses.
 * @param {DrawnThreshold} threshold
 * @param {PointerEvent} event
 */
export function tapThreshold(threshold, event) {
  const chosen = event.pointerType !== 'touch' || isHighlighted(threshold);
  highlight(threshold, 'pointer');
  moveTooltip(event.clientX, event.clientY);
  if (chosen) choose(threshold);
}

/** @param {PointerEvent} event */
function onMove(event) {
  if (suspended) return;
  if (!queued) {
    requestAnimationFrame(() => {
      const newest = queued;
      queued = null;
      if (newest && !suspended) hover(newest);
    });
  }
  queued = event;
}

/** @param {PointerEvent} event */
function onDown(event) {
  press = event.button === 0 && event.isPrimary ? { x: event.clientX, y: event.clientY } : null;
  if (event.pointerType === 'touch' && !pointerPlace(event)) clearThreshold();
}

/** @param {PointerEvent} event */
function onUp(event) {
  const still = press && Math.hypot(event.clientX - press.x, event.clientY - press.y) < CLICK_TOLERANCE;
  press = null;
  const here = still ? pointerPlace(event) : null;
  if (!here || here.panel.name === panelWith('cost_axes')) return; // pcf-handle.js handles it
  const nearest = nearestThreshold(here.panel, here.x, here.y, reachOf(event));
  if (nearest) tapThreshold(nearest, event);
  else if (event.pointerType === 'touch') clearThreshold();
}

// --- keys ---

/** The start of the steps: the current vertex of the model highlighted last, or else of the best model.
   @param {LiveData} live @param {ConditionPoint} point */
function startOfSteps(live, point) {
  const best = resultsAt(live, point);
  const model =
    live.models.find((m) => m.i === lastModel) || live.models.find((m) => m.i === best.owner) || live.models[0];
  const highlighted = highlightedThreshold();
  if (highlighted && highlighted.model === model) {
    const after = model.hull.findIndex((at) => at >= highlighted.at);
    return { model, step: after, exact: model.hull[after] === highlighted.at };
  }
  return { model, step: cheapestVertex(model.tie, best.pcf), exact: false, fresh: true };
}

/** @param {KeyboardEvent} event @param {Element} card of the panel @param {number} by */
function stepBy(event, card, by) {
  const live = liveData();
  const point = currentPoint();
  if (!live || !point || live.models.length === 0) return;
  const { model, step, exact, fresh } = startOfSteps(live, point);
  let next = step;
  if (!fresh) next = by < 0 || exact ? step + by : step;
  const at = model.hull[Math.min(Math.max(next, 0), model.hull.length - 1)];
  highlight({ model, at }, 'keys');
  showTooltipAtRing(card);
  event.preventDefault();
}

/** Without a pointer the tooltip is beside the ring in the panel that has the focus. @param {Element} card */
function showTooltipAtRing(card) {
  const mark = card.querySelector('svg.highlight-layer circle');
  if (!mark) return;
  const { right, top } = mark.getBoundingClientRect();
  moveTooltip(right, top);
}

/** @param {KeyboardEvent} event @param {Element} card of the panel */
function onPanelKey(event, card) {
  if (event.key === 'ArrowLeft') stepBy(event, card, -1);
  else if (event.key === 'ArrowRight') stepBy(event, card, 1);
  else if (event.key === 'Enter') {
    const highlighted = highlightedThreshold();
    if (highlighted) choose(highlighted);
  }
}

function setToday() {
  const highlighted = highlightedThreshold();
  const { trial = null } = currentView() || {};
  if (highlighted) send('today', highlighted.model.name, highlighted.model.index[highlighted.at], highlighted.text);
  else if (trial) send('today', trial.model, trial.index, trial.text);
}

/** @param {EventTarget | null} target */
const isTextField = (target) => around(target, 'input, textarea, select, [contenteditable]') !== null;

/** @param {EventTarget | null} target @returns {target is Element} */
const isPanel = (target) => target instanceof Element && target.matches('.panel');

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.key === 'Escape') clearThreshold();
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTextField(event.target)) return;
  if (event.key === 'p' || event.key === 'P') setToday();
  else if (isPanel(event.target)) onPanelKey(event, event.target);
}

document.addEventListener('pointermove', onMove);
document.addEventListener('pointerdown', onDown, true);
document.addEventListener('pointerup', onUp, true);
document.addEventListener('pointercancel', () => (press = null), true);
document.documentElement.addEventListener('pointerleave', (event) => {
  if (event.pointerType !== 'touch') clearThreshold('pointer'); // a finger leaves whenever it is lifted
});
document.addEventListener('focusout', (event) => {
  if (isPanel(event.target)) clearThreshold('keys');
});
document.addEventListener('scroll', () => clearThreshold('pointer'), true);
document.addEventListener('keydown', onKey);
