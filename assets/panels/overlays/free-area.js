/* The free area of a panel: its lines and marks as they are drawn now, and the labels that are placed so far. */

import { beside, clearance, fits, free, NEAREST, walked } from '../../core/label-placement.js';
import { drawnShapes } from '../plotly-adapter.js';

/** @import { Box, LabelPlace, Panel, Spot } from '../../core/types.js' */

/**
 * @typedef {object} FreeArea
 * @property {{ width: number, height: number }} size
 * @property {Record<string, Spot[]>} lines points along each line, by the uid of its trace
 * @property {Box[]} boxes of marks and labels
 */

/** @typedef {Pick<Panel, 'name' | 'graph' | 'width' | 'height'>} Plot a panel, or another graph */

const FAINT = /^lines-/; // a hatch of many lines, of which no label can keep clear
const CURVE = /^(model-|segment$)/;
const [AT_REST, MOVING] = [NEAREST, 1]; // pixels from a label to a line

/** @type {Map<string, { d: string, spots: Spot[] }>} */
const walks = new Map(); // of each line, since most stay as they are while one moves

/** @param {Plot} plot @param {string} uid @param {string} d @param {() => Spot[][]} corners */
function walk({ name, width, height }, uid, d, corners) {
  const [key, now] = [`${name} ${uid}`, `${width} ${height} ${d}`];
  const cached = walks.get(key);
  if (cached?.d === now) return cached.spots;
  const spots = corners().flatMap((part) => walked(part, width, height));
  walks.set(key, { d: now, spots });
  return spots;
}

/**
 * @param {Plot} plot
 * @returns {FreeArea}
 */
export function freeAreaOf(plot) {
  const { lines, marks } = drawnShapes(plot.graph);
  const shown = lines.filter(({ uid }) => !FAINT.test(uid));
  const { width, height } = plot;
  return {
    size: { width, height },
    lines: Object.fromEntries(shown.map(({ uid, d, corners }) => [uid, walk(plot, uid, d, corners)])),
    boxes: marks,
  };
}

/**
 * Whether a box lies inside, on no line and on no other label; while the pointer drags, labels may come closer to lines.
 * @param {FreeArea} area
 * @param {Box} box
 * @param {boolean} moving
 */
export function isClear({ size, lines, boxes }, box, moving) {
  const least = moving ? MOVING : AT_REST;
  if (!fits(box, boxes, size.width, size.height)) return false;
  return Object.values(lines).every((spots) => clearance(box, spots, least) >= least);
}

/**
 * The best place beside a line, for a label of this size; null if there is none.
 * @param {FreeArea} area
 * @param {string} uid of the line
 * @param {{ wide: number, high: number, must?: boolean }} label
 * @returns {LabelPlace | null}
 */
export function placeBeside({ size, lines, boxes }, uid, label) {
  const others = Object.keys(lines).filter((other) => other !== uid);
  const [rivals, rest] = [true, false].map((isCurve) =>
    others.filter((other) => CURVE.test(other) === isCurve).flatMap((other) => lines[other]),
  );
  const box = beside(lines[uid] ?? [], { rivals, others: rest }, boxes, { ...size, ...label });
  return box && { share: box.share, dx: box.x - box.spot.x, dy: box.y - box.spot.y };
}

/**
 * Where a label beside a line lies now; null where the line is not seen.
 * @param {FreeArea} area
 * @param {string} uid
 * @param {LabelPlace} place
 */
export function followed({ lines }, uid, { share, dx, dy }) {
  const spots = lines[uid] ?? [];
  const spot = spots[Math.min(spots.length - 1, Math.round(share * spots.length))];
  return spot ? { x: spot.x + dx, y: spot.y + dy } : null;
}

/**
 * The free place nearest to a wish; null if there is none.
 * @param {FreeArea} area
 * @param {Box} wish
 */
export function nearestFree(area, wish) {
  if (isClear(area, wish, false)) return { x: wish.x, y: wish.y };
  const { wide, high } = wish;
  return free(wish, Object.values(area.lines).flat(), area.boxes, { ...area.size, wide, high });
}
