/* A condition that is moved as a whole, as by dragging the line of PC(+): its range moves with it. */

import { clamp, meanOver, odds } from './ranges.js';

/** @import { CompleteConditions, ConditionKey } from './types.js' */

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
