/* The live operating point: during a drag it redraws the panels at most once per frame, until an answer settles it. */

import { resultsAt } from '../core/operating-point.js';
import { currentCaseUnit, currentConditions } from '../state/conditions.js';
import { emit, on } from '../state/events.js';
import { rewriteCard } from './decision-text.js';
import { watchPanels } from './plotly-adapter.js';
import { redrawPanels } from './redraw.js';

/** @import { LiveData, OperatingPoint, Ranges } from '../core/wire.js' */

/** @type {LiveData | null} */
let live = null;
/** @type {(OperatingPoint & { ranges?: Ranges | null }) | null} */
let point = null; // the newest operating point
let rest = null; // the operating point that the figures were drawn for
let frame = 0;
let moving = false;

const same = (a, b) =>
  Boolean(a && b) &&
  ['prior', 'cost_fn', 'cost_fp'].every((key) => a[key] === b[key]) &&
  JSON.stringify(a.ranges || null) === JSON.stringify(b.ranges || null);

/** What the server sent for redrawing; null before the first answer. */
export const liveData = () => live;

/** The operating point that the panels show or are about to show. */
export const currentPoint = () => point || currentConditions() || null;

function paint() {
  frame = 0;
  if (!live || !point) return;
  const results = resultsAt(live, point);
  redrawPanels(results, live, point);
  rewriteCard(live, point, results, currentCaseUnit());
  emit('panels-moved', results);
  if (!moving) emit('point-returned');
}

function paintSoon() {
  if (!frame) frame = requestAnimationFrame(paint);
}

function setMoving(value) {
  moving = value;
  document.body.classList.toggle('moving', value);
}

/** @param {any} data */
export function setLiveData(data) {
  live = data && data.models && data.hull ? { bands: [], ...data } : null;
  watchPanels();
  emit('panels-moved', null);
}

/** @param {any} at conditions */
export function movePoint(at) {
  if (!at || !(at.prior > 0)) return;
  point = { prior: at.prior, cost_fn: at.cost_fn, cost_fp: at.cost_fp, ranges: at.ranges };
  setMoving(!same(point, rest));
  paintSoon();
}

/**
 * Called when the figures show the conditions `at`, or the conditions of the current point.
 * @param {any} [at]
 */
export function settlePoint(at) {
  rest = at || currentPoint();
  setMoving(Boolean(point) && !same(point, rest));
  if (moving) paintSoon();
}

on('point-moved', movePoint);
on('point-forgotten', () => {
  point = null;
  setMoving(false);
});
// A figure that is drawn during a drag shows an older point.
on('panel-drawn', () => {
  if (moving) paintSoon();
});
