/* Texts over a panel: their elements and how much room they take. */

import { existing } from '../../core/existing.js';
import { svgElement } from '../plotly-adapter.js';

/** @import { Box, Label, LabelStyle } from '../../core/types.js' */

export const LINE = 15; // pixels from one line of text to the next
const [BOLD, PLAIN] = [600, 400]; // weights of letters

const ruler = existing(document.createElement('canvas').getContext('2d'));
let family = ''; // of the page's font, read when plotly draws: during a drag it would cost a layout of the page

/** Reads the font of the page again. */
export function readFont() {
  family = window.getComputedStyle(document.body).fontFamily;
}

/**
 * In pixels.
 * @param {string} text
 * @param {number} [weight]
 */
export function widthOf(text, weight = 400) {
  if (!family) readFont();
  ruler.font = `${weight} 12px ${family}`;
  return ruler.measureText(text.replace(/\d/g, '0')).width; // digits of one width, as in the style sheet
}

/**
 * Lines of text around the height y; those below the first are of the second kind.
 * @param {string[]} lines @param {number} x @param {number} y
 * @param {LabelStyle} [style]
 * @returns {Label}
 */
export function makeLabel(lines, x, y, { anchor = 'start', kind = '', fill = '' } = {}) {
  const rows = lines.map((text, k) => ({ text, kind: k ? 'second' : kind, fill }));
  return { rows, x, y, anchor };
}

/** @param {Label} label @returns {Element[]} */
export function elementsOf({ rows, x, y, anchor }) {
  const top = y - ((rows.length - 1) * LINE) / 2 + 4;
  return rows.map(({ text, kind, fill }, k) => {
    const element = svgElement('text', { x, y: top + k * LINE, 'text-anchor': anchor, class: kind });
    element.textContent = text;
    if (fill) element.style.fill = fill;
    return element;
  });
}

/** The box of a label, which other labels keep clear of. @param {Label} label @returns {Box} */
export function boxOf({ rows, x, y, anchor }) {
  const widths = rows.map(({ text, kind }) => widthOf(text, /name|strong/.test(kind) ? BOLD : PLAIN));
  const wide = Math.max(...widths);
  const side = anchor === 'start' ? wide / 2 : anchor === 'end' ? -wide / 2 : 0;
  return { x: x + side, y, wide: wide + 2, high: LINE * rows.length };
}
