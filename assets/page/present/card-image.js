/* The decision card as an image for slides: the texts of the card, drawn on a canvas, without the server. */

import { existing } from '../../core/existing.js';
import { conditionsLine } from '../../text/conditions.js';
import { lastAnswer } from '../../state/answer.js';
import { currentConditions, presentConditions, presentDataset } from '../../state/conditions.js';
import { around, elementsOf, firstOf } from '../../state/elements.js';
import { notify } from '../../state/notices.js';
import { save } from '../download.js';

const [WIDE, HIGH] = [1200, 630]; // pixels, of which each is drawn as SHARP squared
const SHARP = 2;
const LONGEST_TOTAL = 10; // letters of a total in the largest type; bounds are longer
const MARGIN = 48;
const SECOND = 656; // where the right column begins
const COLUMN = WIDE - MARGIN - SECOND;
/** @type {Record<string, [string, string]>} */
const BAR_PARTS = {
  'bar-missed': ['--cd-missed', 'missed'],
  'bar-reviewed': ['--cd-ink-3', 'looked at'],
  'bar-alarm': ['--cd-alarm', 'false alarms'],
  'bar-allowance': ['--cd-line-2', 'allowance'],
};
const ALWAYS = ['bar-missed', 'bar-alarm']; // in the key
const LEDGER = { word: 74, count: 350, price: 456, amount: 580 };

/**
 * A pen that keeps the height at which it writes next.
 * @typedef {object} Pen
 * @property {CanvasRenderingContext2D} context
 * @property {(name: string) => string} ink colour of a token of the style sheet
 * @property {(size: number, weight?: number) => void} font
 */

/**
 * @param {CanvasRenderingContext2D} context
 * @returns {Pen}
 */
function penOf(context) {
  const [page, body] = [document.documentElement, document.body].map((element) => window.getComputedStyle(element));
  return {
    context,
    ink: (name) => page.getPropertyValue(name).trim() || '#000',
    font(size, weight = 400) {
      context.font = `${weight} ${size}px ${body.fontFamily}`;
    },
  };
}

/** @param {string} selector */
const textIn = (selector) => document.querySelector(`.decision ${selector}`)?.textContent.trim() || '';

/** The words of an element, in its colour. @param {Element} element */
function wordsIn(element) {
  const { color } = window.getComputedStyle(element);
  return element.textContent.split(/(?<=\s)/).map((text) => ({ text, color }));
}

/** The words of a sentence, each with the colour of the page. @param {string} selector */
function wordsOf(selector) {
  const place = document.querySelector(`.decision ${selector}`);
  const parts = place ? [...(place.children.length > 0 ? place.children : [place])] : [];
  return parts.flatMap(wordsIn);
}

/** Writes words into lines; returns the height below the last line.
   @param {Pen} pen @param {{ text: string, color: string }[]} words
   @param {{ x: number, y: number, width: number, line: number }} place */
function writeLines({ context }, words, { x, y, width, line }) {
  let [at, top] = [x, y];
  for (const { text, color } of words) {
    const wide = context.measureText(text.trimEnd()).width;
    if (at > x && at + wide > x + width) [at, top] = [x, top + line];
    context.fillStyle = color;
    context.fillText(text, at, top);
    at += context.measureText(text).width;
  }
  return top + line;
}

/** @param {Pen} pen @param {string} text @param {number} x @param {number} y @param {string} color
   @param {CanvasTextAlign} [align] */
function write({ context }, text, x, y, color, align = 'left') {
  context.fillStyle = color;
  context.textAlign = align;
  context.fillText(text, x, y);
  context.textAlign = 'left';
}

/** The sign of a line of the ledger: a disc, a ring, a triangle or a dot, as on the page.
   @param {Pen} pen @param {string} kind @param {number} x @param {number} y */
function drawGlyph({ context, ink }, kind, x, y) {
  const color = ink(`--cd-${kind}`);
  Object.assign(context, { fillStyle: color, strokeStyle: color, lineWidth: 3 });
  context.beginPath();
  if (kind === 'alarm') {
    context.moveTo(x - 7, y + 6);
    context.lineTo(x, y - 7);
    context.lineTo(x + 7, y + 6);
  } else context.arc(x, y, kind === 'found' ? 7 : kind === 'missed' ? 5.5 : 4, 0, 2 * Math.PI);
  if (kind === 'missed') context.stroke();
  else context.fill();
}

/** The text of an element without the questions in it and their answers, which open on the page only.
   @param {Element} element */
function textWithoutQuestions(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const question of copy.querySelectorAll('.ask, .ask-answer')) question.remove();
  return copy.textContent.trim();
}

/** A line of an outcome. @param {Pen} pen @param {string} kind @param {string[]} cells @param {number} y */
function drawOutcome(pen, kind, [word, count, price, amount], y) {
  const { ink, font } = pen;
  drawGlyph(pen, kind, MARGIN + 9, y - 6);
  font(19);
  write(pen, word, LEDGER.word, y, ink('--cd-ink'));
  font(19, 600);
  write(pen, count, LEDGER.count, y, ink('--cd-ink'), 'right');
  font(19);
  if (price) write(pen, `× ${price}`, LEDGER.price, y, ink('--cd-ink-2'), 'right');
  font(19, 600);
  write(pen, amount || '–', LEDGER.amount, y, ink(amount ? '--cd-ink' : '--cd-ink-3'), 'right');
}

/** A line of an allowance. @param {Pen} pen @param {string[]} cells @param {number} y */
function drawAllowance(pen, [word, amount], y) {
  pen.font(15);
  write(pen, word, LEDGER.word, y, pen.ink('--cd-ink-3'));
  pen.font(15, 500);
  write(pen, amount, LEDGER.amount, y, pen.ink('--cd-ink-3'), 'right');
}

/** The lines of the ledger, then its total with the notes; returns the height below.
   @param {Pen} pen @param {number} top */
function drawLedger(pen, top) {
  const { context, ink, font } = pen;
  let y = top;
  for (const row of elementsOf('#confusion tbody tr')) {
    if (row.hidden) continue;
    const cells = [...row.querySelectorAll('th, td')].map(textWithoutQuestions);
    const kind = row.querySelector('.glyph')?.className.match(/glyph-(\w+)/)?.[1];
    if (kind) drawOutcome(pen, kind, cells, y);
    else drawAllowance(pen, cells, y - 4);
    y += kind ? 34 : 24;
  }
  context.fillStyle = ink('--cd-ink');
  context.fillRect(MARGIN, y - 20, LEDGER.amount - MARGIN, 1.5);
  font(textIn('.total').length > LONGEST_TOTAL ? 28 : 50, 650);
  write(pen, textIn('.total'), LEDGER.amount, y + 36, ink('--cd-ink'), 'right');
  const textWidth = LEDGER.amount - MARGIN - context.measureText(textIn('.total')).width - 20;
  const lines = [...document.querySelectorAll('.decision .ledger-label, .decision .ledger-note')];
  lines.forEach((line, k) => {
    font(k ? 15 : 17);
    const [x, at] = [MARGIN, y + 10 + 22 * k];
    context.fillStyle = ink(k ? '--cd-ink-3' : '--cd-ink-2');
    context.fillText(textWithoutQuestions(line), x, at, k < 2 ? textWidth : LEDGER.amount - MARGIN);
  });
  return y + 10 + 22 * lines.length;
}

/** A length of the page's bars, from their percentages. @param {Element} element @param {string} name */
const shareOf = (element, name) => parseFloat(element.getAttribute(name) || '') / 100;

/** @param {Pen} pen @param {Element} bar @param {number} x @param {number} y @param {number} width */
function drawBar({ context, ink }, bar, x, y, width) {
  const range = bar.querySelector('.bar-range'); // bounds have no parts
  if (range) {
    context.fillStyle = window.getComputedStyle(range).fill;
    context.fillRect(x + width * shareOf(range, 'x'), y - 15, width * shareOf(range, 'width'), 20);
    return;
  }
  for (const [kind, [color]] of Object.entries(BAR_PARTS)) {
    const part = bar.querySelector('.' + kind);
    if (!part) continue;
    context.fillStyle = ink(color);
    context.fillRect(x + width * shareOf(part, 'x'), y - 15, width * shareOf(part, 'width'), 20);
  }
  context.fillStyle = ink('--cd-ink');
  for (const line of bar.querySelectorAll('.bar-whisker line')) {
    const [from, to] = ['x1', 'x2'].map((name) => x + width * shareOf(line, name));
    if (from === to) context.fillRect(from - 0.75, y - 10, 1.5, 10);
    else context.fillRect(from, y - 5.75, to - from, 1.5);
  }
}

/** @param {Pen} pen @param {number} top */
function drawAgainst(pen, top) {
  const { ink, font, context } = pen;
  font(20, 500);
  let y = writeLines(pen, wordsOf('.against-line'), { x: SECOND, y: top, width: COLUMN, line: 28 });
  if (textIn('.against-limits')) {
    font(15);
    y = writeLines(pen, wordsOf('.against-limits'), { x: SECOND, y: y - 6, width: COLUMN, line: 20 });
  }
  y += 10;
  const bars = [...document.querySelectorAll('.decision .bars > svg')];
  const labels = elementsOf('.decision .bars > .bar-label');
  font(16, 600);
  const amounts = bars.map((bar) => firstOf('text', bar).textContent);
  const width = COLUMN - 190 - 10 - Math.max(...amounts.map((text) => context.measureText(text).width));
  bars.forEach((bar, k) => {
    font(16, k ? 400 : 600);
    context.fillStyle = ink('--cd-ink');
    context.fillText(labels[k].title, SECOND, y, 178);
    drawBar(pen, bar, SECOND + 190, y, width);
    font(16, 600);
    write(pen, amounts[k], SECOND + 190 + width * shareOf(firstOf('svg', bar), 'x') + 10, y, ink('--cd-ink'));
    y += 36;
  });
  drawKey(pen, y + 4);
}

/** The colours of the bars, and the certainty of the choice. @param {Pen} pen @param {number} y */
function drawKey(pen, y) {
  const { context, ink, font } = pen;
  font(15);
  let x = SECOND;
  const drawn = (/** @type {string} */ kind) =>
    elementsOf(`.decision .${kind}`).some((part) => shareOf(part, 'width') > 0);
  for (const [kind, [color, word]] of Object.entries(BAR_PARTS)) {
    if (!ALWAYS.includes(kind) && !drawn(kind)) continue;
    context.fillStyle = ink(color);
    context.fillRect(x, y - 11, 12, 12);
    write(pen, word, x + 18, y, ink('--cd-ink-2'));
    x += 18 + context.measureText(word).width + 22;
  }
  let top = y + 28;
  for (const badge of elementsOf('.decision .badge')) {
    const words = wordsIn(badge);
    if (badge.textContent) top = writeLines(pen, words, { x: SECOND, y: top, width: COLUMN, line: 22 });
  }
}

/** Draws the card of the page; the day is that of the reader's clock. @param {Pen} pen */
function drawCard(pen) {
  const { context, ink, font } = pen;
  context.fillStyle = ink('--cd-card');
  context.fillRect(0, 0, WIDE, HIGH);
  const across = { x: MARGIN, width: WIDE - 2 * MARGIN };
  font(36, 600);
  let y = writeLines(pen, wordsOf('.headline'), { ...across, y: MARGIN + 34, line: 46 });
  font(20);
  for (const selector of ['.say', '.sensitivity'])
    y = writeLines(pen, wordsOf(selector), { ...across, y: y - 4, line: 30 }) + (textIn(selector) ? 4 : -26);
  const below = y + 40;
  drawLedger(pen, below);
  drawAgainst(pen, below);
  context.fillStyle = ink('--cd-line');
  context.fillRect(MARGIN, HIGH - 84, WIDE - 2 * MARGIN, 1);
  font(16);
  context.fillStyle = ink('--cd-ink-2');
  context.fillText(conditionsLine(presentConditions()), MARGIN, HIGH - 54, across.width);
  const day = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  const file = [...document.querySelectorAll('#dataset-name > *')].map(({ textContent }) => textContent);
  context.fillStyle = ink('--cd-ink-3');
  context.fillText([...file, day, 'costdash'].join(' · '), MARGIN, HIGH - 28, across.width);
}

function saveImage() {
  const canvas = Object.assign(document.createElement('canvas'), { width: SHARP * WIDE, height: SHARP * HIGH });
  const context = existing(canvas.getContext('2d'));
  context.scale(SHARP, SHARP);
  drawCard(penOf(context));
  const stem = presentDataset()
    .name.replace(/\.\w+$/, '')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-');
  canvas.toBlob((file) => {
    if (!file) return;
    save(file, `${stem || 'costdash'}-decision.png`);
    notify('The decision was saved as an image.');
  }, 'image/png');
}

document.addEventListener('click', (event) => {
  const button = around(event.target, '#save-card');
  if (button && lastAnswer() && currentConditions()) saveImage();
});
