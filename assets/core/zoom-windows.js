/* Windows of a zoom to the operating point. */

/** @import { Interval } from './types.js' */

const WINDOW_RATIO = 2.5; // the point is at 1 / WINDOW_RATIO of the window from its nearer corner
const SIDE = 0.15; // of the axis on either side of a place
const LEAST = 0.01; // smallest share of the axis in a window

/** @param {number} x */
const clampShare = (x) => Math.min(Math.max(x, LEAST), 1);

/**
 * The window that contains a value and the nearer end of [0, end].
 * @param {number} value
 * @param {number} end
 * @returns {[number, number]}
 */
export function windowAround(value, end) {
  if (value <= end / 2) return [0, end * clampShare((WINDOW_RATIO * value) / end)];
  return [end * (1 - clampShare((WINDOW_RATIO * (end - value)) / end)), end];
}

/**
 * [x, y] around a range of places and above an amount, within a whole window.
 * @param {number[][]} whole
 * @param {number} from
 * @param {number} to
 * @param {number} amount
 * @returns {[Interval, Interval]}
 */
export function windowAbove([[low, high], [, top]], from, to, amount) {
  const beside = Math.max(to - from, SIDE * (high - low));
  return [
    [Math.max(low, from - beside), Math.min(high, to + beside)],
    [0, Math.min(top, WINDOW_RATIO * amount)],
  ];
}
