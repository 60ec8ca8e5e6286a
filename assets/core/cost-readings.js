/* How the cost panel is read: along PC(+), along the share of positives, or along one model's threshold.
   The formulas are those of costdash.core.choose.cost_readings. */

import { cheapestVertex, costEnvelope, expectedCost, normalizedExpectedCost, pcfOf } from './operating-point.js';
import { expit, logit } from './scales.js';

/** @import { LiveModel, OperatingPoint } from './types.js' */

const POINTS = 160; // pieces of a curve along the share of positives

/** @type {any} */
let drawn = { key: 'probability-cost' };

/**
 * Called when a figure of the cost panel is drawn.
 * @param {any} reading what the figure says of itself (layout.meta.reading)
 */
export function setReading(reading) {
  drawn = reading || { key: 'probability-cost' };
}

/** The reading of the figure that is drawn: its key, the cases of its amounts, and what else it needs. */
export const currentReading = () => drawn;

const amount = (point, { fpr, tpr }) => drawn.cases * expectedCost(point, fpr, tpr);
const oddsShift = (point) => Math.log(point.cost_fn / point.cost_fp);

/* Where a threshold stands on its axis; NaN for one that is infinite or off a logarithmic axis. */
function thresholdPlace(text) {
  const threshold = text === '' || text === null || text === undefined ? NaN : Number(text);
  if (!drawn.log) return threshold;
  return threshold > 0 ? Math.log10(threshold) : drawn.ends[0] - 1;
}

/* [x, y] at each corner of a model's curve, and the index of its threshold. */
const READINGS = {
  'probability-cost': {
    place(rates, point) {
      const pcf = pcfOf(point);
      return [pcf, normalizedExpectedCost(rates.fpr, rates.tpr, pcf)];
    },
    curve(model) {
      const { pcf, nec, vertex } = costEnvelope(model);
      return pcf.map((p, k) => [p, nec[k], vertex[k]]);
    },
  },
  positives: {
    place: (rates, point) => [logit(point.prior), amount(point, rates)],
    curve(model, point) {
      const [low, high] = drawn.window.map(logit);
      return Array.from({ length: POINTS + 1 }, (_, k) => {
        const x = low + ((high - low) * k) / POINTS;
        const at = { ...point, prior: expit(x) };
        const vertex = model.hull[cheapestVertex(model.tie, pcfOf(at))];
        return [x, amount(at, { fpr: model.fpr[vertex], tpr: model.tpr[vertex] }), vertex];
      });
    },
  },
  threshold: {
    place(rates, point) {
      const own = rates.owner === undefined ? rates.i : rates.owner;
      const x = own === drawn.model ? thresholdPlace(rates.text) : NaN;
      return Number.isNaN(x) ? null : [x, amount(point, rates)];
    },
    curve(model, point) {
      if (model.i !== drawn.model) return [];
      const places = model.text.map((text, k) => [
        thresholdPlace(text),
        amount(point, { fpr: model.fpr[k], tpr: model.tpr[k] }),
        k,
      ]);
      return places.filter(([x]) => !Number.isNaN(x));
    },
  },
};

/**
 * [x, y] of a threshold in the units of the axes; null where it has no place.
 * @param {{ fpr: number, tpr: number, text?: string | null, owner?: number, i?: number }} rates
 * @param {OperatingPoint} point
 * @returns {[number, number] | null}
 */
export const costPlace = (rates, point) => READINGS[drawn.key].place(rates, point);

/**
 * [x, y, index of the threshold] along a model's curve.
 * @param {LiveModel} model
 * @param {OperatingPoint} point
 * @returns {number[][]}
 */
export const costCurve = (model, point) => READINGS[drawn.key].curve(model, point);

/**
 * Where the operating point stands along x; null where the axis does not hold it.
 * @param {OperatingPoint} point
 */
export function pointPlace(point) {
  if (drawn.key === 'threshold') return null;
  return drawn.key === 'positives' ? logit(point.prior) : pcfOf(point);
}

/**
 * PC(+) at a place of the x axis; null where the axis does not hold it.
 * @param {number} x
 * @param {OperatingPoint} point
 */
export function pcfAtPlace(x, point) {
  if (drawn.key === 'threshold') return null;
  return drawn.key === 'positives' ? expit(x + oddsShift(point)) : Math.min(1, Math.max(0, x));
}

/**
 * Where a PC(+) stands along the share of positives, at the present prices.
 * @param {number} pcf
 * @param {OperatingPoint} point
 */
export const placeOfPcf = (pcf, point) => logit(pcf) - oddsShift(point);

/**
 * What better no model costs along x, as [x, y] corners.
 * @param {OperatingPoint} point
 */
export function trivialCurve(point) {
  const best = (at) => Math.min(at.prior * at.cost_fn, (1 - at.prior) * at.cost_fp) * drawn.cases;
  if (drawn.key === 'threshold') return drawn.ends.map((x) => [x, best(point)]);
  const [low, high] = drawn.window.map(logit);
  return Array.from({ length: POINTS + 1 }, (_, k) => {
    const x = low + ((high - low) * k) / POINTS;
    return [x, best({ ...point, prior: expit(x) })];
  });
}

/**
 * A band of nec at values of PC(+) as amounts at the present prices: corners [x, y].
 * @param {{ pcf: number[], low: number[], high: number[] }} band
 * @param {OperatingPoint} point
 */
export function bandOutline({ pcf, low, high }, point) {
  const shift = oddsShift(point);
  const corner = (ends) => (p, k) => {
    const x = logit(p) - shift;
    const prior = expit(x);
    return [x, ends[k] * drawn.cases * (prior * point.cost_fn + (1 - prior) * point.cost_fp)];
  };
  return [...pcf.map(corner(low)), ...pcf.map(corner(high)).reverse()];
}

/**
 * The unbroken run of thresholds round the cheapest that cost at most a share more: first and last index.
 * @param {number[]} cost
 * @param {number} tolerance
 * @returns {[number, number]}
 */
export function flatZone(cost, tolerance) {
  const least = Math.min(...cost);
  const best = cost.indexOf(least);
  const limit = (1 + tolerance) * least;
  let [first, last] = [best, best];
  while (first > 0 && cost[first - 1] <= limit) first -= 1;
  while (last + 1 < cost.length && cost[last + 1] <= limit) last += 1;
  return [first, last];
}
