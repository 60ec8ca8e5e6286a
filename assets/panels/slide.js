/* Panels as a picture for slides: 16:9, in the page's font, with the labels where the page shows them. The picture is an
   SVG of what is drawn, with title, key, and a line with data set, conditions and date; PNG is drawn from it. */

import { existing } from '../core/existing.js';

/** @import { Graph, Trace } from '../core/types.js' */

/**
 * The words of a picture: a title and up to three lines above it, and one below; a single panel leaves room for one.
 * @typedef {{ title: string, subtitle: string, foot: string }} SlideWords
 */

const [WIDE, HIGH] = [1280, 720]; // pixels
const SHARP = 2; // of a PNG
const [MARGIN, TOP, FOOT] = [48, 112, 64]; // around the panels; the key lies beside a single panel
const GAP = 24; // pixels between panels
const KEY = 300; // pixels of the key beside a single panel
const KEY_LINE = 22;
const LINE = 24; // pixels from line to line of the subtitle
const STYLE = [
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin',
  'opacity', 'visibility', 'display', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'paint-order', 'clip-path',
]; // prettier-ignore
const SVG = 'http://www.w3.org/2000/svg';

/** A piece of the page: its elements, and its size in pixels. @typedef {{ node: Element, wide: number, high: number }} Piece */
/** A line of the key; mark: "circle", "square", or "" for a line. @typedef {{ name: string, colour: string, dash: string, isBand: boolean, mark: string }} KeyLine */

/** @param {string} tag @param {Record<string, string | number>} attributes @param {(Node | string)[]} children */
function svg(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** The styles that the sheets of the page give, written to the elements of the copy.
   @param {Element} original @param {Element} copy */
function dress(original, copy) {
  const style = window.getComputedStyle(original);
  const { transform = '' } = /** @type {SVGElement} */ (original).style || {}; // of what scripts moved
  const texts = STYLE.map((name) => `${name}:${style.getPropertyValue(name)}`);
  const text = [...texts, ...(transform && [`transform:${transform}`])].join(';');
  if (original.localName !== 'svg') copy.setAttribute('style', text);
  [...original.children].forEach((child, k) => dress(child, copy.children[k]));
}

/** The name of the PC(+) line, which is no part of a drawing. @param {Element} pill @param {DOMRect} around */
function pillOf(pill, around) {
  const { left, top, width, height } = pill.getBoundingClientRect();
  const { backgroundColor: fill, color } = window.getComputedStyle(pill);
  const [x, y] = [left - around.left, top - around.top];
  const text = words(pill.textContent.trim(), x + width / 2, y + height / 2 + 4, 12, '', 600);
  for (const [name, value] of Object.entries({ fill: color, 'text-anchor': 'middle' })) text.setAttribute(name, value);
  return svg('g', {}, svg('rect', { x, y, width, height, rx: height / 2, fill }), text);
}

/** What is drawn in the frame of a graph, one drawing above the other. @param {Element} graph @returns {Piece} */
function pieceOf(graph) {
  const frame = graph.closest('.panel-frame') || graph;
  const around = frame.getBoundingClientRect();
  const node = svg('g', {});
  for (const drawn of frame.querySelectorAll('svg')) {
    const box = drawn.getBoundingClientRect();
    if (drawn.parentElement?.closest('svg') || box.width === 0 || !drawn.checkVisibility()) continue;
    const copy = /** @type {SVGElement} */ (drawn.cloneNode(true));
    dress(drawn, copy);
    copy.removeAttribute('style');
    const place = { x: box.left - around.left, y: box.top - around.top, width: box.width, height: box.height };
    for (const [name, value] of Object.entries(place)) copy.setAttribute(name, String(value));
    copy.setAttribute('overflow', 'visible');
    node.append(copy);
  }
  for (const pill of frame.querySelectorAll('.pill')) node.append(pillOf(pill, around));
  return { node, wide: around.width, high: around.height };
}

/** @param {Trace} trace */
const colourOf = ({ line, marker }) => String(line?.color || marker?.line?.color || marker?.color || '');

/** @param {Trace} trace */
const markOf = ({ marker }) => (String(marker?.symbol).startsWith('square') ? 'square' : 'circle');

/** @param {Trace} trace @returns {KeyLine} */
function keyLineOf(trace) {
  const { name, line, fill = 'none', fillcolor, mode = '' } = trace;
  const isBand = fill !== 'none';
  return {
    name: plain(String(name)),
    isBand,
    mark: mode === 'markers' ? markOf(trace) : '',
    colour: isBand && fillcolor ? String(fillcolor) : colourOf(trace),
    dash: String(line?.dash || ''),
  };
}

/** The named traces of a graph. @param {Graph} graph @returns {KeyLine[]} */
function keyOf(graph) {
  const named = graph.data.filter(({ name, opacity, visible }) => name && opacity !== 0 && visible !== false);
  const lines = named.map(keyLineOf);
  return lines.filter((line, k) => lines.findIndex(({ name }) => name === line.name) === k);
}

/** Text without the tags of Plotly. @param {string} text */
const plain = (text) => new DOMParser().parseFromString(text, 'text/html').body.textContent || '';

const page = () => window.getComputedStyle(document.documentElement);
/** @param {string} name */
const ink = (name) => page().getPropertyValue(name).trim() || '#000';
const ruler = existing(document.createElement('canvas').getContext('2d'));

/** @param {string} text @param {number} x @param {number} y @param {number} size @param {string} colour @param {number} [weight] */
const words = (text, x, y, size, colour, weight = 400) =>
  svg('text', { x, y, fill: ink(colour), 'font-size': size, 'font-weight': weight, 'font-family': family() }, text);

const family = () => window.getComputedStyle(document.body).fontFamily;

/** @param {string} text @param {number} size @param {number} width @returns {string[]} */
function wrapped(text, size, width) {
  ruler.font = `${size}px ${family()}`;
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(' ')) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && ruler.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** @param {KeyLine} line @param {number} x @param {number} y */
function keySign({ colour, dash, isBand, mark }, x, y) {
  if (isBand) return svg('rect', { x, y: y - 10, width: 24, height: 12, fill: colour });
  const outline = { fill: 'none', stroke: colour, 'stroke-width': 2.5 };
  if (mark === 'square') return svg('rect', { x: x + 7, y: y - 9, width: 10, height: 10, ...outline });
  if (mark) return svg('circle', { cx: x + 12, cy: y - 4, r: 5, ...outline });
  const dashes = { dot: '2 3', dash: '7 4', longdash: '10 5' }[dash] || dash.replace(/px/g, '').replace('solid', '');
  return svg('line', {
    x1: x,
    x2: x + 24,
    y1: y - 4,
    y2: y - 4,
    stroke: colour,
    'stroke-width': 2,
    'stroke-dasharray': dashes,
  });
}

/** The key in a column, and the notes of the panel below it. @param {Graph} graph @param {number} x */
function keyColumn(graph, x) {
  const width = WIDE - MARGIN - x;
  const column = svg('g', {});
  let y = TOP + 16;
  for (const line of keyOf(graph)) {
    column.append(keySign(line, x, y));
    for (const text of wrapped(line.name, 14, width - 36)) {
      column.append(words(text, x + 36, y, 14, '--cd-ink'));
      y += KEY_LINE;
    }
  }
  y += 10;
  for (const note of [graph.layout.meta?.note, graph.layout.meta?.band]) {
    for (const text of note ? wrapped(plain(note), 12, width) : []) {
      if (y > HIGH - FOOT - 8) break;
      column.append(words(text, x, y, 12, '--cd-ink-3'));
      y += 17;
    }
  }
  return column;
}

/** The key in a row below several panels. @param {Graph} graph @param {number} y */
function keyRow(graph, y) {
  const row = svg('g', {});
  let x = MARGIN;
  for (const line of keyOf(graph)) {
    ruler.font = `13px ${family()}`;
    const wide = 32 + ruler.measureText(line.name).width + 24;
    if (x + wide > WIDE - MARGIN) [x, y] = [MARGIN, y + KEY_LINE];
    row.append(keySign(line, x, y), words(line.name, x + 32, y, 13, '--cd-ink-2'));
    x += wide;
  }
  return row;
}

/**
 * What a graph shows, as the heading of its picture.
 * @param {Graph} graph
 */
export const titleOf = ({ layout }) => plain(String(layout.meta?.title ?? ''));

/**
 * The picture of some graphs.
 * @param {Graph[]} graphs
 * @param {SlideWords} texts
 * @returns {Element}
 */
export function slideOf(graphs, { title, subtitle, foot }) {
  const pieces = graphs.map(pieceOf);
  const single = graphs.length === 1;
  const whole = svg('svg', { xmlns: SVG, width: WIDE, height: HIGH, viewBox: `0 0 ${WIDE} ${HIGH}` });
  whole.append(svg('rect', { width: WIDE, height: HIGH, fill: ink('--cd-card') }));
  whole.append(words(title, MARGIN, 58, 26, '--cd-ink', 600));
  const lines = wrapped(subtitle, 16, WIDE - 2 * MARGIN).slice(0, single ? 1 : 3);
  lines.forEach((line, k) => whole.append(words(line, MARGIN, 88 + LINE * k, 16, '--cd-ink-2')));
  const wide = pieces.reduce((sum, piece) => sum + piece.wide, 0);
  const across = WIDE - 2 * MARGIN - (single ? KEY + GAP : (pieces.length - 1) * GAP);
  const high = Math.max(...pieces.map((piece) => piece.high));
  const scale = Math.min(across / wide, (HIGH - TOP - FOOT - (single ? 0 : 2 * KEY_LINE)) / high);
  const top = single ? TOP : (TOP + HIGH - FOOT - scale * high - KEY_LINE) / 2;
  let x = MARGIN;
  pieces.forEach((piece, k) => {
    if (!single) whole.append(words(titleOf(graphs[k]), x, top - 14, 15, '--cd-ink', 600));
    whole.append(svg('g', { transform: `translate(${x} ${top}) scale(${scale})` }, piece.node));
    x += scale * piece.wide + GAP;
  });
  whole.append(single ? keyColumn(graphs[0], x) : keyRow(graphs[0], top + scale * high + 2 * KEY_LINE));
  whole.append(svg('rect', { x: MARGIN, y: HIGH - 52, width: WIDE - 2 * MARGIN, height: 1, fill: ink('--cd-line') }));
  whole.append(words(wrapped(foot, 14, WIDE - 2 * MARGIN)[0], MARGIN, HIGH - 24, 14, '--cd-ink-2'));
  return whole;
}

/** @param {string} text of an SVG @returns {Promise<Blob>} */
async function rasterised(text) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: SHARP * WIDE, height: SHARP * HIGH });
  existing(canvas.getContext('2d')).drawImage(image, 0, 0, SHARP * WIDE, SHARP * HIGH);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject()), 'image/png'));
}

/**
 * The file of a picture.
 * @param {Graph[]} graphs
 * @param {string} format png or svg
 * @param {SlideWords} texts
 * @param {string} font rule of a style sheet with the file of the font; empty for the fonts of the system
 */
export async function slideFile(graphs, format, texts, font) {
  const picture = slideOf(graphs, texts);
  picture.prepend(svg('style', {}, font));
  const text = new XMLSerializer().serializeToString(picture);
  return format === 'svg' ? new Blob([text], { type: 'image/svg+xml' }) : rasterised(text);
}

/** @param {Date} day */
export const dayWords = (day) => day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
