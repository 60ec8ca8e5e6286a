/* A condition that is moved as a whole, as by dragging the line of PC(+), or by a typed value outside its range: its
   range moves with it and keeps its width by ratio. */

import { clamp, meanOver, odds } from './ranges.js';
import { roundPrior, roundToThree } from './scales.js';

/** @import { CompleteConditions, ConditionKey, Interval } from './types.js' */

/** A value within a range whose odds, or whose cost, is multiplied. @param {ConditionKey} key @param {number} factor */
const moved = (key, factor) => (/** @type {number} */ x) => {
  if (key !== 'prior') return x * factor;
  const at = odds(x) * factor;
  return at / (1 + at);
};

/**
 * Conditions of which one is moved as a whole, so that its mean is `wanted`: a range keeps its width by ratio.
 * @param {CompleteConditions} conditions
 * @param {ConditionKey} key
 * @param {number} wanted
 * @param {(x: number) => number} rounded
 */
export function movedTo(conditions, key, wanted, rounded) {
  const { ranges, weighting } = conditions;
  if (!ranges) return { [key]: rounded(wanted) };
  const mode = weighting === true ? conditions[key] : null;
  /** @param {number} factor */
  const meanAt = (factor) => {
    const [low, high] = ranges[key].map(moved(key, factor));
    return meanOver([low, high], mode === null ? null : moved(key, factor)(mode));
  };
  let [least, most] = [-30, 30]; // logarithms of the factor
  for (let k = 0; k < 60; k += 1) {
    const middle = (least + most) / 2;
    if (meanAt(Math.exp(middle)) < wanted) least = middle;
    else most = middle;
  }
  const to = moved(key, Math.exp(least));
  const [low, high] = ranges[key].map((x) => rounded(to(x)));
  return { [key]: clamp(rounded(to(conditions[key])), [low, high]), ranges: { ...ranges, [key]: [low, high] } };
}

/** Neighbouring values by ratio, rounded where that keeps them apart.
   @param {ConditionKey} key @param {number} factor @param {(x: number) => boolean} isApart */
const roundedMove = (key, factor, isApart) => (/** @type {number} */ x) => {
  const exact = moved(key, factor)(x);
  const rounded = key === 'prior' ? roundPrior(exact) : roundToThree(exact);
  return isApart(rounded) ? rounded : exact;
};

/** @param {ConditionKey} key @param {number} to @param {number} from */
const factorOf = (key, to, from) => (key === 'prior' ? odds(to) / odds(from) : to / from);

/**
 * A range after one of its ends is typed. An end that reaches or passes the other end takes that end along, so the two
 * ends can be typed in any order.
 * @param {ConditionKey} key
 * @param {Interval} range
 * @param {number} k 0 for the lower end, 1 for the upper end
 * @param {number} value
 * @returns {Interval}
 */
export function withTypedEnd(key, range, k, value) {
  /** @param {number} other @returns {Interval} */
  const pair = (other) => (k ? [other, value] : [value, other]);
  const [low, high] = pair(range[1 - k]);
  if (low < high) return [low, high];
  const factor = factorOf(key, value, range[k]);
  return pair(roundedMove(key, factor, (x) => (k ? x < value : x > value))(range[1 - k]));
}

/**
 * A range that holds a value: one outside moves the range, so that it becomes the geometric middle.
 * @param {ConditionKey} key
 * @param {Interval} range
 * @param {number} value
 * @returns {Interval}
 */
export function rangeHolding(key, [low, high], value) {
  if (low <= value && value <= high) return [low, high];
  const half = Math.sqrt(factorOf(key, high, low));
  return [roundedMove(key, 1 / half, (x) => x < value)(value), roundedMove(key, half, (x) => x > value)(value)];
}
