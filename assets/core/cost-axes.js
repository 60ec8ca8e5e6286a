/* The axes of the cost panel: the axis that is drawn, and what all axes have in common. Each axis has a script in
   panels/cost-axes/. The formulas match costdash.core.choose.cost_axes and costdash.core.probabilities.net_benefit. */

import { bootData } from './boot-data.js';
import { existing } from './existing.js';
import { expectedCost, normalizedExpectedCost } from './operating-point.js';

/** @import { CostAxisCode, CostAxisFields, CostAxisFigure, Interval, PlacedRates, Place } from './types.js' */
/** @import { LiveModel, OperatingPoint, Ranges } from './wire.js' */

const POINTS = 160; // pieces of a curve along the share of positives

/** The key of the axis at the start. */
export const firstAxis = () => bootData.cost_axes[0].key;

/** @type {CostAxisFigure | null} */
let drawn = null; // the axes of the figure

/**
 * Called when a figure of the cost panel is drawn.
 * @param {CostAxisFigure} axis the pair of axes as the figure describes it (layout.meta.cost_axis)
 */
export function setCostAxis(axis) {
  drawn = axis;
}

/**
 * The axes of the figure that is drawn: its key, the cases of its amounts, and what else it needs.
 * @returns {CostAxisFigure}
 */
export const currentCostAxis = () => drawn || { key: firstAxis() };

/**
 * A field that the axes of the figure always have; throws where the figure has other axes.
 * @template {keyof CostAxisFields} K
 * @param {K} field
 */
export const axisField = (field) => existing(currentCostAxis()[field], `${field} of the cost axes`);

/**
 * What a threshold costs, for the cases of the figure.
 * @param {OperatingPoint} point
 * @param {{ fpr: number, tpr: number }} rates
 */
export const amount = (point, { fpr, tpr }) => axisField('cases') * expectedCost(point, fpr, tpr);

/**
 * What the cheaper trivial classifier costs, for the cases of the figure.
 * @param {OperatingPoint} point
 */
export const leastWithout = ({ prior, cost_fn, cost_fp }) =>
  axisField('cases') * Math.min(prior * cost_fn, (1 - prior) * cost_fp);

/**
 * Places along x at equal distances, from one end of the window to the other.
 * @param {(value: number) => number} place
 */
export function steps(place) {
  const [low, high] = axisField('window').map(place);
  return Array.from({ length: POINTS + 1 }, (_, k) => low + ((high - low) * k) / POINTS);
}

/** @type {Record<string, CostAxisCode>} */
const codes = {};
/** @type {CostAxisCode} */
const STILL = { place: () => null, curve: () => [], here: () => null, pcfAt: () => null }; // only the server draws along it

/**
 * Says how scripts draw along an axis; called once, by its script in panels/cost-axes/.
 * @param {string} key
 * @param {CostAxisCode} code
 */
export function addCostAxis(key, code) {
  codes[key] = code;
}

/**
 * How scripts draw along the axis of the figure.
 * @returns {CostAxisCode}
 */
export const axisCode = () => codes[currentCostAxis().key] || STILL;

/** What the boot data say of the axis of the figure. */
export const axisRow = () => existing(bootData.cost_axes.find(({ key }) => key === currentCostAxis().key));

/** Whether curves, bands and marks change with the conditions; along PC(+) only the marks do. */
export const curvesMove = () => Boolean(axisCode().height);

/**
 * The conditions that the curves, the bands and the strip depend on, as text: while it stays, so do they.
 * @param {OperatingPoint} point
 */
export const curvesKey = (point) => axisCode().moves?.(point).join(' ') ?? '';

/** Whether more is better along y. */
export const growsUpwards = () => Boolean(axisCode().upwards);

/** Whether the strip and the operating ranges move along x. */
export const stripMoves = () => Boolean(axisCode().placeOf);

/**
 * [x, y] of a threshold in the units of the axes; null where it has no place.
 * @param {PlacedRates} rates
 * @param {OperatingPoint} point
 * @returns {Place | null}
 */
export const costPlace = (rates, point) => axisCode().place(rates, point);

/**
 * [x, y, index of the threshold] along a model's curve.
 * @param {LiveModel} model
 * @param {OperatingPoint} point
 * @returns {number[][]}
 */
export const costCurve = (model, point) => axisCode().curve(model, point);

/**
 * What a threshold costs, or its net benefit, at a place of the x axis.
 * @param {{ fpr: number, tpr: number }} rates
 * @param {number} x
 * @param {OperatingPoint} point
 * @returns {number}
 */
export const heightAt = (rates, x, point) => existing(axisCode().height)(rates, x, point);

/**
 * The x of the operating point; null if the axis does not show it.
 * @param {OperatingPoint} point
 * @returns {number | null}
 */
export const pointPlace = (point) => axisCode().here(point);

/**
 * PC(+) at a place of the x axis; null if the axis does not show it.
 * @param {number} x
 * @param {OperatingPoint} point
 * @returns {number | null}
 */
export const pcfAtPlace = (x, point) => axisCode().pcfAt(x, point);

/**
 * The event, and its value, that move the operating point to a place of the x axis; null if the axis does not show it.
 * @param {number} x
 * @param {OperatingPoint} point
 * @returns {['pcf-dragged' | 'prior-dragged', number] | null}
 */
export function dragTo(x, point) {
  const { drag } = axisCode();
  return drag ? drag(x, point) : null;
}

/**
 * The x of a PC(+) at the present conditions.
 * @param {number} pcf
 * @param {OperatingPoint} point
 * @returns {number}
 */
export const placeOfPcf = (pcf, point) => existing(axisCode().placeOf)(pcf, point);

/**
 * Both limits along x of the ranges of the conditions; null if the axis does not show them.
 * @param {Ranges} ranges
 * @returns {Interval | null}
 */
export const rangeEnds = (ranges) => axisCode().ends?.(ranges) ?? null;

/**
 * The cheaper trivial classifier along x, as [x, y] corners.
 * @param {OperatingPoint} point
 * @returns {number[][]}
 */
export const trivialCurve = (point) => axisCode().trivial?.(point) ?? [];

/**
 * Points of a cost curve, as values of PC(+) and of nec, in the units of the axes.
 * @param {{ pcf: number[], nec: number[] }} curve
 * @param {OperatingPoint} point
 * @returns {number[][]}
 */
export function onAxes({ pcf, nec }, point) {
  const { ofNec } = axisCode();
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
    const corners = fpr.slice(first, last + 2).map((x, k) => normalizedExpectedCost(x, tpr[first + k], p));
    return { least: Math.min(...corners), below: corners[0], above: corners[corners.length - 1] };
  });
  const low = costs.map(({ least }) => least);
  const high = costs.map(({ below, above }, k) => {
    if (step[k] < first) return below;
    return step[k] > last ? above : nec[k];
  });
  return { pcf, low, high: high.map((cost, k) => Math.max(cost, low[k])) };
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
