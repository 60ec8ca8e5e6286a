/* The axis of the scores: the place of a score, the score at a place, and round ticks. */

import { expit, logit, logTicks, roundTicks } from '../../core/scales.js';

/** @typedef {'linear' | 'log' | 'logit'} ScoreScale */

const MOST_LOG_TICKS = 9;
const SHARES = [0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999];

/** @type {Record<ScoreScale, { place: (x: number) => number, at: (y: number) => number }>} */
const SCALES = {
  linear: { place: (x) => x, at: (y) => y },
  log: { place: (x) => (x > 0 ? Math.log(x) : -Infinity), at: Math.exp },
  logit: { place: (x) => (x <= 0 ? -Infinity : x >= 1 ? Infinity : logit(x)), at: expit },
};

/** @type {Record<ScoreScale, (low: number, high: number) => number[]>} */
const TICKS = {
  linear: (low, high) => roundTicks(low, high),
  log: (low, high) => thinned(logTicks(low, high)),
  logit: (low, high) => [...thinned(logTicks(low, Math.min(high, 0.2))), ...SHARES.filter((x) => x <= high)],
};

/** Thins out the ticks evenly until few enough remain. @param {number[]} ticks */
function thinned(ticks) {
  const step = Math.ceil(ticks.length / MOST_LOG_TICKS);
  return ticks.filter((_, k) => k % step === 0);
}

/**
 * @param {{ scale: ScoreScale, edges: number[] }} bins
 */
export function scoreAxis({ scale, edges }) {
  const { place, at } = SCALES[scale];
  const ends = [edges[0], edges[edges.length - 1]];
  const [low, high] = ends.map(place);
  const wide = high - low || 1;
  return {
    /** Share of the axis, from 0 to 1; beyond its ends, at them. @param {number} score */
    share: (score) => Math.min(1, Math.max(0, (place(score) - low) / wide)),
    /** @param {number} share */
    at: (share) => at(low + share * wide),
    ticks: TICKS[scale](ends[0], ends[1]),
  };
}

/**
 * The height that the tallest bar is cut to, so that the others can be seen; the tallest share if it needs no cut.
 * @param {number[]} shares
 */
export function heightOf(shares) {
  const [first, second] = [...shares].sort((a, b) => b - a);
  return second > 0 && first > 3 * second ? 1.5 * second : first;
}

/**
 * The place in `thresholds` (rising) of the rule score >= the score at a share of the axis: the first that is not
 * below it; at the ends of the axis, the first and the last.
 * @param {ReturnType<typeof scoreAxis>} axis
 * @param {number[]} thresholds
 * @param {number} share
 */
export function placeAt(axis, thresholds, share) {
  if (share <= 0) return 0;
  if (share >= 1) return thresholds.length - 1;
  const score = axis.at(share);
  const place = thresholds.findIndex((threshold) => threshold >= score);
  return place < 0 ? thresholds.length - 1 : place;
}
