/* Finds places for labels: beside a curve or in free space, clear of other curves and labels. All in pixels. */

/** @import { Box, Spot } from './types.js' */

/** A box beside a spot of a curve; share: from its beginning to its end, gap: from the curve.
   @typedef {Box & { spot: Spot, share: number, gap: number }} Beside */

const STEP = 4; // from one point of a walked curve to the next
const GAPS = [4, 9, 15, 22]; // from a point of a curve to its label; a steep curve needs more
const CLEAR = 7; // from a label to other curves, so that it is clear which curve it names
export const NEAREST = 3; // from a label to any curve: no label lies on a curve
const ENOUGH = 24; // more distance is no better
const EACH = 4; // points of a curve from one candidate to the next
const INSIDE = 3; // between a name in a bar and its ends
const GRID = 12; // between candidate places of a free text

/** Where a piece of a path enters and leaves the window, as shares of its length: costs far above the axis make paths
   of billions of pixels, of which only the part that is seen is walked.
   @param {Spot} from @param {number} wide @param {number} high @param {number} width @param {number} height
   @returns {[number, number]} */
function insideShares(from, wide, high, width, height) {
  let [enter, leave] = [0, 1];
  for (const [start, way, size] of [
    [from.x, wide, width],
    [from.y, high, height],
  ]) {
    const inside = start >= 0 && start <= size;
    const ends = way ? [-start / way, (size - start) / way] : inside ? [-Infinity, Infinity] : [Infinity, -Infinity];
    enter = Math.max(enter, way < 0 ? ends[1] : ends[0]);
    leave = Math.min(leave, way < 0 ? ends[0] : ends[1]);
  }
  return [enter, leave];
}

/**
 * Points at equal distances along the visible part of a curve.
 * @param {Spot[]} corners
 * @param {number} width
 * @param {number} height
 */
export function walked(corners, width, height) {
  /** @type {Spot[]} */
  const spots = [];
  let left = 0; // to the next point
  corners.forEach(({ x, y }, k) => {
    const from = corners[Math.max(0, k - 1)];
    const [wide, high] = [x - from.x, y - from.y];
    const length = Math.hypot(wide, high);
    if (!Number.isFinite(length)) return;
    const [enter, leave] = insideShares(from, wide, high, width, height);
    const skipped = Math.max(0, Math.ceil((enter * length - left) / STEP));
    for (let gone = left + skipped * STEP; gone <= Math.min(leave * length, length); gone += STEP) {
      const share = length > 0 ? gone / length : 1;
      spots.push({ x: from.x + share * wide, y: from.y + share * high });
    }
    left += Math.max(0, Math.floor((length - left) / STEP) + 1) * STEP - length;
  });
  return spots.filter(({ x, y }) => x >= 0 && y >= 0 && x <= width && y <= height);
}

/**
 * Distance from a box to the nearest point. Stops at the first distance below `least`.
 * @param {Box} box
 * @param {Spot[]} spots
 * @param {number} [least]
 */
export function clearance({ x, y, wide, high }, spots, least = 0) {
  let nearest = Infinity; // squared
  for (const spot of spots) {
    const across = Math.max(Math.abs(spot.x - x) - wide / 2, 0);
    const down = Math.max(Math.abs(spot.y - y) - high / 2, 0);
    nearest = Math.min(nearest, across * across + down * down);
    if (nearest < least * least) break;
  }
  return Math.sqrt(nearest);
}

/** @param {Box} a @param {Box} b */
const apart = (a, b) => Math.abs(a.x - b.x) > (a.wide + b.wide) / 2 || Math.abs(a.y - b.y) > (a.high + b.high) / 2;

/** @param {Box} box @param {number} width @param {number} height */
const inside = ({ x, y, wide, high }, width, height) =>
  x - wide / 2 >= 0 && x + wide / 2 <= width && y - high / 2 >= 0 && y + high / 2 <= height;

/**
 * Whether a box lies in the window and overlaps no other box.
 * @param {Box} box
 * @param {Box[]} boxes
 * @param {number} width
 * @param {number} height
 */
export const fits = (box, boxes, width, height) =>
  inside(box, width, height) && boxes.every((other) => apart(other, box));

/** How good a place beside a curve is; -Infinity where the label may not lie.
   @param {Beside} box @param {Spot[]} curve @param {{ rivals: Spot[], others: Spot[] }} lines @param {boolean} must */
function scoreOf(box, curve, { rivals, others }, must) {
  const away = clearance(box, curve, NEAREST);
  if (away < NEAREST || clearance(box, others, NEAREST) < NEAREST) return -Infinity;
  const needed = must ? NEAREST : Math.max(CLEAR, away + NEAREST); // or else the name could be that of another curve
  const distance = clearance(box, rivals, needed);
  return distance < needed ? -Infinity : mostOf(box) - ENOUGH + Math.min(distance, ENOUGH);
}

/** The score of a place without anything around it. @param {Beside} box */
const mostOf = ({ share, gap }) => ENOUGH - 4 * Math.abs(share - 0.5) - gap;

/**
 * The best box above, below or beside a curve; null if no box fits.
 * @param {Spot[]} curve points along the curve
 * @param {{ rivals: Spot[], others: Spot[] }} lines rivals: curves that the label could be taken for the name of, which lie
 *   farther away than its own; others: what it may not lie on
 * @param {Box[]} boxes labels that are already placed
 * @param {{ width: number, height: number, wide: number, high: number, must?: boolean }} sizes width and height of the
 *   window, width and height of the label; must: place it closer to other curves where no place is clear of them
 * @returns {Beside | null}
 */
export function beside(curve, lines, boxes, { width, height, wide, high, must = false }) {
  /** @type {Beside | null} */
  let best = null;
  let score = -Infinity;
  for (const box of candidates(curve, wide, high)) {
    if (mostOf(box) <= score || !fits(box, boxes, width, height)) continue;
    const reached = scoreOf(box, curve, lines, must);
    if (reached > score) [best, score] = [box, reached];
  }
  return best;
}

/** Boxes above, below and beside points of a curve. @param {Spot[]} curve @param {number} wide @param {number} high */
function candidates(curve, wide, high) {
  const sides = GAPS.flatMap((gap) => {
    const [across, down] = [wide / 2 + gap, high / 2 + gap];
    return [
      { dx: 0, dy: -down, gap },
      { dx: 0, dy: down, gap },
      { dx: -across, dy: 0, gap },
      { dx: across, dy: 0, gap },
    ];
  });
  return curve.flatMap((spot, k) => {
    if (k % EACH) return [];
    const share = k / curve.length;
    return sides.map(({ dx, dy, gap }) => ({ x: spot.x + dx, y: spot.y + dy, wide, high, spot, share, gap }));
  });
}

/**
 * The free box nearest to a place; null if no box fits.
 * @param {{ x: number, y: number }} near
 * @param {Spot[]} others
 * @param {Box[]} boxes
 * @param {{ width: number, height: number, wide: number, high: number }} sizes
 * @returns {Box | null}
 */
export function free(near, others, boxes, { width, height, wide, high }) {
  /** @type {(Box & { away: number }) | null} */
  let best = null;
  for (let x = GRID; x < width; x += GRID) {
    for (let y = GRID; y < height; y += GRID) {
      const away = Math.hypot(x - near.x, y - near.y);
      const box = { x, y, wide, high };
      if (best && away >= best.away) continue;
      if (!fits(box, boxes, width, height)) continue;
      if (clearance(box, others, CLEAR) >= CLEAR) best = { ...box, away };
    }
  }
  return best;
}

/**
 * Hides the name in a bar that is too narrow for it.
 * @param {Element} bar of Plotly, as drawn
 */
export function fitName(bar) {
  const path = /** @type {SVGPathElement | null} */ (bar.querySelector('path'));
  const text = /** @type {SVGTextElement | null} */ (bar.querySelector('text'));
  if (!path || !text || !text.textContent) return;
  const width = path.getBBox().width - 2 * INSIDE;
  text.style.opacity = text.getComputedTextLength() <= width ? '1' : '0';
}
