/* The live operating point: during a drag it redraws the panels at most once per frame, until an answer settles it. */

import { resultsAt } from '../core/operating-point.js';
import { CONDITION_KEYS, decisionPoint } from '../core/ranges.js';
import { currentCaseUnit, currentConditions } from '../state/conditions.js';
import { emit, on } from '../state/events.js';
import { oncePerFrame } from '../state/timer.js';
import { rewriteCard } from './decision-text.js';
import { watchPanels } from './plotly-adapter.js';
import { redrawPanels } from './redraw.js';

/** @import { ConditionPoint } from '../core/types.js' */
/** @import { LiveData, Review } from '../core/wire.js' */

/** @type {LiveData | null} */
let live = null;
/** @type {ConditionPoint | null} */
let point = null; // the newest operating point
/** @type {ConditionPoint | null} */
let rest = null; // the operating point that the figures were drawn for
let review = ''; // of the newest point, as text
let restReview = ''; // that the figures were drawn for
let moving = false;
/** @type {{ point: ConditionPoint, review: string } | null} */
let painted = null; // what the panels show, until a figure is drawn anew

/** @param {ConditionPoint | null} a @param {ConditionPoint | null} b */
const same = (a, b) =>
  a !== null &&
  b !== null &&
  CONDITION_KEYS.every((key) => a[key] === b[key]) &&
  JSON.stringify([a.ranges || null, a.weighting || null]) === JSON.stringify([b.ranges || null, b.weighting || null]);

/** The review of some conditions, to compare. @param {ConditionPoint & { review?: Review | null }} at */
const reviewText = (at) => JSON.stringify(at.review ?? null);
const isAtRest = () => same(point, rest) && review === restReview;

/** What the server sent for redrawing; null before the first answer. */
export const liveData = () => live;

/** The operating point that the panels show or are about to show. */
export function currentPoint() {
  const conditions = currentConditions();
  return point || (conditions && decisionPoint(conditions));
}

function paint() {
  if (!live || !point) return;
  const results = resultsAt(live, point);
  const onlyReview = painted !== null && same(point, painted.point) && review !== painted.review;
  if (!onlyReview) redrawPanels(results, live, point); // thresholds of a review are overlays
  painted = { point, review };
  rewriteCard(live, point, results, currentCaseUnit());
  emit('panels-moved', results);
  if (!moving) emit('point-returned');
}

const paintSoon = oncePerFrame(paint);

/** @param {boolean} value */
function setMoving(value) {
  moving = value;
  document.body.classList.toggle('moving', value);
}

/** @param {LiveData | null} data */
export function setLiveData(data) {
  live = data && data.models && data.hull ? { ...data, bands: data.bands || [] } : null;
  watchPanels();
  painted = null;
  emit('panels-moved', null);
}

/** @param {ConditionPoint | null} at conditions */
export function movePoint(at) {
  if (!at || !(at.prior > 0)) return;
  point = decisionPoint(at);
  review = reviewText(at);
  setMoving(!isAtRest());
  paintSoon();
}

/**
 * Called when the figures show the conditions `at`, or the conditions of the current point.
 * @param {ConditionPoint | null} [at]
 */
export function settlePoint(at) {
  rest = at ? decisionPoint(at) : currentPoint();
  restReview = at ? reviewText(at) : review;
  setMoving(Boolean(point) && !isAtRest());
  if (moving) paintSoon();
}

on('point-moved', movePoint);
on('point-forgotten', () => {
  point = null;
  setMoving(false);
});
// A figure that is drawn during a drag shows an older point.
on('panel-drawn', () => {
  painted = null;
  if (moving) paintSoon();
});
