/* Texts over a panel: their elements and how much room they take. */

import { existing } from '../../core/existing.js';
import { svgElement } from '../plotly-adapter.js';

/** @import { LabelStyle } from '../../core/types.js' */

export const LINE = 15; // pixels from one line of text to the next
const TILTED = 0.75; // of its length: the sides of the box of a text along the diagonal

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
  return ruler.measureText(text).width;
}

/** Lines of text around the height y.
   @param {string[]} lines @param {number} x @param {number} y
   @param {LabelStyle} [style] */
export function words(lines, x, y, { anchor = 'start', kind = '', fill = '' } = {}) {
  const top = y - ((lines.length - 1) * LINE) / 2 + 4;
  return lines.map((line, k) => {
    const text = svgElement('text', { x, y: top + k * LINE, 'text-anchor': anchor, class: k ? 'second' : kind });
    text.textContent = line;
    if (fill) text.style.fill = fill;
    return text;
  });
}

/** The box of a text, which other labels keep clear of. @param {Element} text */
export function boxOf(text) {
  const [x, y] = ['x', 'y'].map((name) => Number(text.getAttribute(name)));
  const wide = widthOf(text.textContent, /name|strong/.test(text.getAttribute('class') || '') ? 600 : 400);
  if (text.hasAttribute('transform')) return { x, y: y - 4, wide: TILTED * wide, high: TILTED * wide };
  const anchor = text.getAttribute('text-anchor');
  const side = anchor === 'start' ? wide / 2 : anchor === 'end' ? -wide / 2 : 0;
  return { x: x + side, y: y - 4, wide: wide + 2, high: LINE };
}

/** The boxes of the texts among some elements. @param {Element[]} elements */
export const boxesOf = (elements) => elements.filter(({ tagName }) => tagName === 'text').map(boxOf);
