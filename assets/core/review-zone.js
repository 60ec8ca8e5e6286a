/* The review zone of one model at any operating point: two ordinary optima, as in costdash.core.choose.review_zone. */

import { caseRates, cheapestVertex, modelAt, normalizedExpectedCost, pcfOf, ratesAt } from './operating-point.js';

/** @import { PlacedRates } from './types.js' */
/** @import { LiveData, LiveModel, LiveReview, OperatingPoint, Rates } from './wire.js' */

/**
 * The texts of both thresholds and their rates, lower first; rates and reviews of the whole rule.
 * @typedef {{ owner: number, low: string, high: string, rates: Rates, ends: PlacedRates[] }} ZoneResults
 */

/** @typedef {{ fpr: number, tpr: number, share: number }} Reviewed rates of the whole rule, and the share reviewed */

/**
 * What a reviewed positive and a reviewed negative cost, the reviewer's errors included.
 * @param {LiveReview} review
 * @param {OperatingPoint} point
 */
export function reviewedCosts({ price, sensitivity, specificity }, point) {
  return [price + (1 - sensitivity) * point.cost_fn, price + (1 - specificity) * point.cost_fp];
}

/**
 * The price up to which a review pays.
 * @param {{ sensitivity?: number, specificity?: number }} reviewer
 * @param {OperatingPoint} point
 */
export function limitPrice({ sensitivity = 1, specificity = 1 }, { cost_fn, cost_fp }) {
  return ((sensitivity + specificity - 1) * cost_fn * cost_fp) / (cost_fn + cost_fp);
}

/** PC(+) of the lower and of the upper threshold; null where the zone is empty.
   @param {LiveReview} review @param {OperatingPoint} point */
function pcfsOf(review, point) {
  const [positive, negative] = reviewedCosts(review, point);
  const { prior, cost_fn, cost_fp } = point;
  if (positive / cost_fn + negative / cost_fp > 1) return null;
  return [
    pcfOf({ prior, cost_fn: cost_fn - positive, cost_fp: negative }),
    pcfOf({ prior, cost_fn: positive, cost_fp: cost_fp - negative }),
  ];
}

/** A rate of 0 or 1 that a sum of rates gives only up to rounding. @param {number} rate */
const unrounded = (rate) => (Math.abs(rate - Math.round(rate)) < 1e-12 ? Math.round(rate) : rate);

/** Rates of the whole rule from those of both thresholds.
   @param {LiveReview} review @param {Rates} low @param {Rates} high @param {number} prior */
function together({ sensitivity, specificity }, low, high, prior) {
  const [fpr, tpr] = [low.fpr - high.fpr, low.tpr - high.tpr];
  return {
    fpr: unrounded(high.fpr + (1 - specificity) * fpr),
    tpr: unrounded(high.tpr + sensitivity * tpr),
    share: prior * tpr + (1 - prior) * fpr,
  };
}

/**
 * Where a threshold lies in a model's arrays: the last that is not below it. Strictest first; the first flags none.
 * @param {LiveModel} model
 * @param {number | null} threshold null: infinite
 */
export function placeOfThreshold({ text }, threshold) {
  if (threshold === null) return 0;
  let [low, high] = [0, text.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (Number(text[middle]) >= threshold) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The zone at a point; null where no case is worth a review, and for costs that differ from case to case.
 * @param {LiveData} live
 * @param {LiveReview} review
 * @param {OperatingPoint} point
 * @returns {ZoneResults | null}
 */
export function zoneAt(live, review, point) {
  const model = modelAt(live, review.owner);
  const pcfs = pcfsOf(review, point);
  const places = caseRates(/** @type {any} */ (model)) === model ? placesAt(model, review, pcfs) : null;
  if (!places || places[0] === places[1]) return null;
  const [low, high] = places.map((k) => ratesAt(model, k));
  const rows = together(review, low, high, point.prior);
  const tuned = tunedRates(model, review, pcfs, point, rows);
  const rates = ratesOf(rows, tuned, review, 1 - low.fpr);
  if (tuned) rates.models = live.models.length;
  const { owner } = review;
  const texts = places.map((k) => model.text[k]);
  const ends = [low, high].map((end, k) => ({ ...end, owner, text: texts[k] }));
  return { owner, low: texts[0], high: texts[1], rates, ends };
}

/** The rates behind the card. @param {Reviewed} rows @param {Reviewed | null} tuned @param {LiveReview} review
   @param {number} alone share of negatives below both thresholds @returns {Rates} */
function ratesOf({ share, ...rows }, tuned, review, alone) {
  const reviews = { price: review.price, share, alone };
  if (!tuned) return { ...rows, review: { ...reviews, tuned: share, expected: share } };
  const expected = withChoosing(review, tuned);
  return {
    ...rows,
    review: { ...reviews, tuned: tuned.share, expected: expected.share },
    tuned: { fpr: tuned.fpr, tpr: tuned.tpr },
    expected: { fpr: expected.fpr, tpr: expected.tpr },
  };
}

/** Where both thresholds lie in the model's arrays: those that the user sets, or the cheapest; null for no zone.
   @param {LiveModel} model @param {LiveReview} review @param {number[] | null} pcfs @returns {number[] | null} */
function placesAt(model, { between }, pcfs) {
  if (between) return [between.low, between.high].map((threshold) => placeOfThreshold(model, threshold));
  return pcfs && pcfs.map((pcf) => model.hull[cheapestVertex(model.tie, pcf)]);
}

/**
 * What the zone does on other rows; null where costs are of the same rows. Thresholds that the user sets have the allowance
 * of the model's cheapest zone.
 * @param {LiveModel} model
 * @param {LiveReview} review
 * @param {number[] | null} pcfs
 * @param {OperatingPoint} point
 * @param {Reviewed} rows
 * @returns {Reviewed | null}
 */
function tunedRates(model, review, pcfs, point, rows) {
  const curve = review.tuned;
  if (!curve) return null;
  const at = pcfs ?? [pcfOf(point), pcfOf(point)];
  const [low, high] = at.map((pcf) => ratesAt(curve, cheapestVertex(curve.tie, pcf)));
  const cheapest = together(review, low, high, point.prior);
  if (!review.between) return cheapest;
  const [lower, upper] = at.map((pcf) => ratesAt(model, model.hull[cheapestVertex(model.tie, pcf)]));
  const onRows = together(review, lower, upper, point.prior);
  return {
    fpr: rows.fpr + cheapest.fpr - onRows.fpr,
    tpr: rows.tpr + cheapest.tpr - onRows.tpr,
    share: rows.share + cheapest.share - onRows.share,
  };
}

/** With the allowance for choosing the model, as of the last answer. Only thresholds that the user sets have it: at other
   conditions another one holds. @param {LiveReview} review @param {Reviewed} tuned @returns {Reviewed} */
function withChoosing({ between, choosing }, tuned) {
  if (!between || !choosing) return tuned;
  return {
    fpr: tuned.fpr + choosing.fpr,
    tpr: tuned.tpr + choosing.tpr,
    share: tuned.share + choosing.share,
  };
}

/** The envelope of a model's cost for two costs that stand for both classes. @param {LiveModel} model
   @param {number} pcf @param {number} cost_fn @param {number} cost_fp */
function envelopeAt(model, pcf, cost_fn, cost_fp) {
  const largest = pcf * cost_fn + (1 - pcf) * cost_fp;
  if (largest <= 0) return 0;
  const at = (pcf * cost_fn) / largest;
  const vertex = model.hull[cheapestVertex(model.tie, at)];
  return largest * normalizedExpectedCost(model.fpr[vertex], model.tpr[vertex], at);
}

/**
 * Normalized expected cost of a model's best zone at a PC(+): the sum of two envelopes, as `zone_envelope` of costdash.core.
 * @param {LiveModel} model
 * @param {LiveReview} review
 * @param {OperatingPoint} point gives the prices
 * @param {number} pcf
 */
export function zoneEnvelope(model, review, point, pcf) {
  const [positive, negative] = reviewedCosts(review, point);
  const [missed, alarm] = [positive / point.cost_fn, negative / point.cost_fp];
  if (missed + alarm > 1) return envelopeAt(model, pcf, 1, 1);
  return envelopeAt(model, pcf, 1 - missed, alarm) + envelopeAt(model, pcf, missed, 1 - alarm);
}

/**
 * Cost per case of a model's best zone at a point.
 * @param {LiveModel} model
 * @param {LiveReview} review
 * @param {OperatingPoint} point
 */
export function zoneCost(model, review, point) {
  const [positive, negative] = reviewedCosts(review, point);
  const { prior, cost_fn, cost_fp } = point;
  if (positive / cost_fn + negative / cost_fp > 1) return envelopeAt(model, prior, cost_fn, cost_fp);
  const upper = envelopeAt(model, prior, positive, cost_fp - negative);
  return envelopeAt(model, prior, cost_fn - positive, negative) + upper;
}
