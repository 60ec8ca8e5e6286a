/* The axes of the cost panel: along PC(+), the share of positives, one model's threshold, or the threshold probability.
   The formulas match costdash.core.choose.cost_axes and costdash.core.probabilities.net_benefit. */

import {
  cheapestVertex,
  costEnvelope,
  expectedCost,
  normalizedExpectedCost,
  pcfOf,
  searchSorted,
} from './operating-point.js';
import { pcfRange } from './ranges.js';
import { expit, logit } from './scales.js';

/** @import { LiveModel, OperatingPoint } from './wire.js' */

const POINTS = 160; // pieces of a curve along the share of positives

/** @type {any} */
let drawn = { key: 'probability-cost' };

/**
 * Called when a figure of the cost panel is drawn.
 * @param {any} axis the pair of axes as the figure describes it (layout.meta.cost_axis)
 */
export function setCostAxis(axis) {
  drawn = axis || { key: 'probability-cost' };
}

/** The axes of the figure that is drawn: its key, the cases of its amounts, and what else it needs. */
export const currentCostAxis = () => drawn;

const amount = (point, { fpr, tpr }) => drawn.cases * expectedCost(point, fpr, tpr);
const leastWithout = (at) => drawn.cases * Math.min(at.prior * at.cost_fn, (1 - at.prior) * at.cost_fp);
const oddsShift = (point) => Math.log(point.cost_fn / point.cost_fp);

/* The place of a threshold on its axis; NaN if it is infinite or off a logarithmic axis. */
function thresholdPlace(text) {
  const threshold = text === '' || text === null || text === undefined ? NaN : Number(text);
  if (!drawn.log) return threshold;
  return threshold > 0 ? Math.log10(threshold) : drawn.ends[0] - 1;
}

/* Places along x at equal distances, from one end of the window to the other. */
function steps(place) {
  const [low, high] = drawn.window.map(place);
  return Array.from({ length: POINTS + 1 }, (_, k) => low + ((high - low) * k) / POINTS);
}

const probabilityOf = (point) => point.cost_fp / (point.cost_fn + point.cost_fp);

/* PC(+) of a threshold probability at a prior. The formula is its own inverse. */
const pcfAtProbability = (t, { prior }) => (prior * (1 - t)) / (prior * (1 - t) + (1 - prior) * t);

/* Net benefit of rates at a threshold probability. */
function benefit({ fpr, tpr }, t, { prior }) {
  const alarms = fpr === 0 ? 0 : (fpr * (1 - prior) * t) / (1 - t);
  return drawn.cases * (tpr * prior - alarms);
}

/* One row per pair of axes.
   place: [x, y] of a threshold. curve: [x, y, index of the threshold] along a model's curve.
   here: x of the operating point. pcfAt: PC(+) at x; null if the axis does not show PC(+).
   placeOf: x of a PC(+); null if only the operating point moves along x. drag: the event that moves the operating point.
   height: y of a threshold at x. trivial: [x, y] corners of the cheaper trivial classifier.
   ofNec: [x, y] of a point of the cost curve. ends: x of both limits of the ranges. upwards: whether more is better. */
const AXES = {
  'probability-cost': {
    place(rates, point) {
      const pcf = pcfOf(point);
      return [pcf, normalizedExpectedCost(rates.fpr, rates.tpr, pcf)];
    },
    curve(model) {
      const { pcf, nec, vertex } = costEnvelope(model);
      return pcf.map((p, k) => [p, nec[k], vertex[k]]);
    },
    here: pcfOf,
    pcfAt: (x) => Math.min(1, Math.max(0, x)),
    placeOf: null,
    drag: 'pcf',
    ofNec: (pcf, nec) => [pcf, nec],
    ends: pcfRange,
  },
  positives: {
    place: (rates, point) => [logit(point.prior), amount(point, rates)],
    curve(model, point) {
      return steps(logit).map((x) => {
        const at = { ...point, prior: expit(x) };
        const vertex = model.hull[cheapestVertex(model.tie, pcfOf(at))];
        return [x, amount(at, { fpr: model.fpr[vertex], tpr: model.tpr[vertex] }), vertex];
      });
    },
    here: (point) => logit(point.prior),
    pcfAt: (x, point) => expit(x + oddsShift(point)),
    placeOf: (pcf, point) => logit(pcf) - oddsShift(point),
    drag: 'prior',
    height: (rates, x, point) => amount({ ...point, prior: expit(x) }, rates),
    trivial: (point) => steps(logit).map((x) => [x, leastWithout({ ...point, prior: expit(x) })]),
    ofNec(pcf, nec, point) {
      const x = logit(pcf) - oddsShift(point);
      const prior = expit(x);
      return [x, nec * drawn.cases * (prior * point.cost_fn + (1 - prior) * point.cost_fp)];
    },
    ends: (ranges) => ranges.prior.map(logit),
    moves: ({ cost_fn, cost_fp }) => [cost_fn, cost_fp],
  },
  threshold: {
    place(rates, point) {
      const place = rates.owner === undefined ? rates.i : rates.owner;
      const x = place === drawn.model ? thresholdPlace(rates.text) : NaN;
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
    here: () => null,
    pcfAt: () => null,
    placeOf: null,
    drag: null,
    height: (rates, x, point) => amount(point, rates),
    trivial: (point) => drawn.ends.map((x) => [x, leastWithout(point)]),
    ends: null,
    moves: ({ prior, cost_fn, cost_fp }) => [prior, cost_fn, cost_fp],
  },
  'net-benefit': {
    place: (rates, point) => [probabilityOf(point), benefit(rates, probabilityOf(point), point)],
    curve(model, point) {
      return steps(Number).map((t) => {
        const vertex = model.hull[cheapestVertex(model.tie, pcfAtProbability(t, point))];
        return [t, benefit({ fpr: model.fpr[vertex], tpr: model.tpr[vertex] }, t, point), vertex];
      });
    },
    here: probabilityOf,
    pcfAt: (x, point) => pcfAtProbability(Math.min(1, Math.max(0, x)), point),
    placeOf: pcfAtProbability,
    drag: 'pcf',
    height: (rates, x, point) => benefit(rates, x, point),
    trivial: (point) => steps(Number).map((t) => [t, Math.max(0, benefit({ fpr: 1, tpr: 1 }, t, point))]),
    ofNec(pcf, nec, point) {
      const t = pcfAtProbability(pcf, point);
      const { prior } = point;
      return [t, drawn.cases * (prior - nec * (prior + ((1 - prior) * t) / (1 - t)))];
    },
    ends: ({ cost_fn, cost_fp }) => [cost_fp[0] / (cost_fp[0] + cost_fn[1]), cost_fp[1] / (cost_fp[1] + cost_fn[0])],
    moves: ({ prior }) => [prior],
    upwards: true,
  },
};

const axis = () => AXES[drawn.key];

/** Whether curves, bands and marks change with the conditions; along PC(+) only the marks do. */
export const curvesMove = () => Boolean(axis().height);

/**
 * The conditions that the curves, the bands and the strip depend on, as text: while it stays, so do they.
 * @param {OperatingPoint} point
 */
export const curvesKey = (point) => (axis().moves ? axis().moves(point).join(' ') : '');

/** Whether more is better along y. */
export const growsUpwards = () => Boolean(axis().upwards);

/** Whether the strip and the operating ranges move along x. */
export const stripMoves = () => Boolean(axis().placeOf);

/**
 * [x, y] of a threshold in the units of the axes; null where it has no place.
 * @param {{ fpr: number, tpr: number, text?: string | null, owner?: number, i?: number }} rates
 * @param {OperatingPoint} point
 * @returns {[number, number] | null}
 */
export const costPlace = (rates, point) => axis().place(rates, point);

/**
 * [x, y, index of the threshold] along a model's curve.
 * @param {LiveModel} model
 * @param {OperatingPoint} point
 * @returns {number[][]}
 */
export const costCurve = (model, point) => axis().curve(model, point);

/**
 * What a threshold costs, or its net benefit, at a place of the x axis.
 * @param {{ fpr: number, tpr: number }} rates
 * @param {number} x
 * @param {OperatingPoint} point
 * @returns {number}
 */
export const heightAt = (rates, x, point) => axis().height(rates, x, point);

/**
 * The x of the operating point; null if the axis does not show it.
 * @param {OperatingPoint} point
 * @returns {number | null}
 */
export const pointPlace = (point) => axis().here(point);

/**
 * PC(+) at a place of the x axis; null if the axis does not show it.
 * @param {number} x
 * @param {OperatingPoint} point
 * @returns {number | null}
 */
export const pcfAtPlace = (x, point) => axis().pcfAt(x, point);

/**
 * The event, and its value, that move the operating point to a place of the x axis; null if the axis does not show it.
 * @param {number} x
 * @param {OperatingPoint} point
 * @returns {['pcf-dragged' | 'prior-dragged', number] | null}
 */
export function dragTo(x, point) {
  const { drag, pcfAt } = axis();
  if (!drag) return null;
  return drag === 'prior' ? ['prior-dragged', expit(x)] : ['pcf-dragged', pcfAt(x, point)];
}

/**
 * The x of a PC(+) at the present conditions.
 * @param {number} pcf
 * @param {OperatingPoint} point
 * @returns {number}
 */
export const placeOfPcf = (pcf, point) => axis().placeOf(pcf, point);

/**
 * Both limits along x of the ranges of the conditions; null if the axis does not show them.
 * @param {any} ranges
 * @returns {[number, number] | null}
 */
export const rangeEnds = (ranges) => (axis().ends ? axis().ends(ranges) : null);

/**
 * The cheaper trivial classifier along x, as [x, y] corners.
 * @param {OperatingPoint} point
 * @returns {number[][]}
 */
export const trivialCurve = (point) => axis().trivial(point);

/**
 * Points of a cost curve, as values of PC(+) and of nec, in the units of the axes.
 * @param {{ pcf: number[], nec: number[] }} curve
 * @param {OperatingPoint} point
 * @returns {number[][]}
 */
export function onAxes({ pcf, nec }, point) {
  const { ofNec } = axis();
  const corners = ofNec ? pcf.map((p, k) => ofNec(p, nec[k], point)) : [];
  return corners.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
}

/**
 * A band of nec at values of PC(+) in the units of the axes: corners [x, y].
 * @param {{ pcf: number[], low: number[], high: number[] }} band
 * @param {OperatingPoint} point
 */
export function bandOutline({ pcf, low, high }, point) {
  return [...onAxes({ pcf, nec: low }, point), ...onAxes({ pcf, nec: high }, point).reverse()];
}

/**
 * The loss along PC(+) when the scores of some reliability steps are taken as probabilities, as the area between two
 * costs; as in costdash.core.probabilities.calibration.miscalibration_cost. Without a loss, low equals high.
 * @param {{ pcf: number[], nec: number[], step: number[], fpr: number[], tpr: number[] }} model
 * @param {number} first step
 * @param {number} last
 * @returns {{ pcf: number[], low: number[], high: number[] }}
 */
export function lossBetween({ pcf, nec, step, fpr, tpr }, first, last) {
  const costs = pcf.map((p) => {
    const corner = (k) => normalizedExpectedCost(fpr[k], tpr[k], p);
    const corners = fpr.slice(first, last + 2).map((_, k) => corner(first + k));
    return { least: Math.min(...corners), below: corners[0], above: corners.at(-1) };
  });
  const low = costs.map(({ least }) => least);
  const high = costs.map(({ below, above }, k) => {
    if (step[k] < first) return below;
    return step[k] > last ? above : nec[k];
  });
  return { pcf, low, high: high.map((cost, k) => Math.max(cost, low[k])) };
}

/**
 * Net benefit at a threshold probability of the best threshold of a model, and its limits.
 * @param {LiveModel} model
 * @param {OperatingPoint} point
 * @param {number} t
 * @returns {[number, number, number] | [number]}
 */
export function benefitAt(model, point, t) {
  const pcf = pcfAtProbability(t, point);
  const vertex = model.hull[cheapestVertex(model.tie, pcf)];
  const value = benefit({ fpr: model.fpr[vertex], tpr: model.tpr[vertex] }, t, point);
  const band = drawn.limits && drawn.limits[model.i];
  if (!band) return [value];
  const [low, high] = [band.high, band.low].map(
    (ends) => axis().ofNec(pcf, interpolated(band.pcf, ends, pcf), point)[1],
  );
  return [value, Math.min(low, value), Math.max(high, value)];
}

function interpolated(xs, ys, x) {
  const k = Math.min(Math.max(searchSorted(xs, x), 1), xs.length - 1);
  const share = (x - xs[k - 1]) / (xs[k] - xs[k - 1]);
  return ys[k - 1] + share * (ys[k] - ys[k - 1]);
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
