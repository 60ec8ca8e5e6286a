/* 1,000 cases as icons: flagged at the left, not flagged at the right, in one inline SVG. */

import { svgElement } from '../../panels/plotly-adapter.js';

export const MARKS = 1000;
const GAP = 28; // pixels between flagged and not flagged
const NARROWEST = 168; // pixels of the flagged part, for the words above it
const [LARGEST, STEP] = [26, 0.25]; // pixels from one icon to the next

/**
 * The shapes, in a box from -1 to 1; what costs nothing is ink or grey.
 * @type {Record<string, [string, Record<string, any>]>}
 */
const SHAPES = {
  found: ['circle', { r: 0.66 }],
  missed: ['circle', { r: 0.48, fill: 'none' }],
  alarm: ['path', { d: 'M0,-0.68L0.7,0.57L-0.7,0.57Z' }],
  alone: ['circle', { r: 0.42 }],
};

/**
 * Whole numbers in the ratio of the parts that add up to `total`, by largest remainder.
 * @param {number[]} parts not all 0
 * @param {number} [total]
 * @returns {number[]}
 */
export function shareOut(parts, total = MARKS) {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  const exact = parts.map((part) => (total * part) / whole);
  const shares = exact.map(Math.floor);
  const left = total - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = parts.map((_, k) => k).sort((a, b) => exact[b] - shares[b] - (exact[a] - shares[a]) || a - b);
  for (const k of byRemainder.slice(0, left)) shares[k] += 1;
  return shares;
}

/**
 * The largest distance between icons at which both parts fit, and their columns and rows.
 * @param {number} flagged
 * @param {number} others
 * @param {number} width
 * @param {number} height
 */
export function layOut(flagged, others, width, height) {
  for (let pitch = LARGEST; pitch > 2; pitch -= STEP) {
    const rows = Math.floor(height / pitch);
    const narrow = Math.max(1, Math.floor(NARROWEST / pitch));
    const left = flagged ? Math.max(Math.ceil(flagged / rows), Math.min(flagged, narrow)) : 0;
    const right = Math.ceil(others / rows);
    const start = (flagged ? Math.max(left * pitch, NARROWEST) : 0) + (flagged && others ? GAP : 0);
    if (rows > 0 && start + right * pitch <= width) return { pitch, rows, left, right, start };
  }
  return null;
}

/** @param {string} kind @param {number} x @param {number} y */
function place(kind, x, y) {
  const node = svgElement('use', { href: `#icon-${kind}`, class: `icon-mark icon-mark-${kind}` });
  node.setAttribute('transform', `translate(${x.toFixed(2)},${y.toFixed(2)})`);
  return node;
}

/** @param {number} pitch */
function symbols(pitch) {
  const defs = svgElement('defs', {});
  for (const [kind, [tag, about]] of Object.entries(SHAPES)) {
    defs.append(svgElement(tag, { id: `icon-${kind}`, transform: `scale(${(pitch / 2).toFixed(3)})`, ...about }));
  }
  return defs;
}

/**
 * Draws the icons into an element; returns where the part that is not flagged begins, in pixels.
 * @param {HTMLElement} box
 * @param {{ truePositives: number, alarms: number, missed: number, alone: number }} cases
 */
export function drawIcons(box, { truePositives, alarms, missed, alone }) {
  const shares = shareOut([truePositives, alarms, missed, alone]);
  const [width, height] = [box.clientWidth, box.clientHeight];
  const layout = layOut(shares[0] + shares[1], shares[2] + shares[3], width, height);
  box.replaceChildren();
  if (!layout) return 0;
  const { pitch, rows, left, start } = layout;
  const svg = svgElement('svg', { width, height, role: 'img', class: 'icon-field' });
  svg.setAttribute(
    'aria-label',
    `Of 1,000 marks: ${shares[0]} found, ${shares[1]} false alarms, ${shares[2]} missed, ${shares[3]} left alone`,
  );
  svg.append(symbols(pitch));
  /** @param {number} k */
  const at = (k) => (k + 0.5) * pitch;
  for (let k = 0; k < shares[0] + shares[1]; k += 1) {
    svg.append(place(k < shares[0] ? 'found' : 'alarm', at(k % left), at(Math.floor(k / left))));
  }
  for (let k = 0; k < shares[2] + shares[3]; k += 1) {
    svg.append(place(k < shares[2] ? 'missed' : 'alone', start + at(Math.floor(k / rows)), at(k % rows)));
  }
  box.append(svg);
  return start;
}
