/* The picture of the scores by class: positives above the axis, negatives below it. Each class has a separate scale, so
   that few positives are as visible as many negatives. A threshold separates flagged cases from the rest. */

import { existing } from '../../core/existing.js';
import { formatNumber, formatPercent } from '../../text/numbers.js';
import { svgElement } from '../../panels/plotly-adapter.js';
import { heightOf, scoreAxis } from './score-axis.js';

/** @import { ScoreScale } from './score-axis.js' */

const SIDE = 14; // pixels left and right of the axis
const TOP = 48; // room for the threshold and the words about positives
const BARS = 76; // height of the bars of a class
const BELOW = 62; // room for the words about negatives, the ticks and their title
const HEIGHT = TOP + 2 * BARS + BELOW;
const GAP = 1; // between bars
const TICK = 62; // least pixels between two ticks
const APART = 120; // pixels between two marks that need no care
const NARROW = 600; // pixels below which the words are shorter
/**
 * Scores by class, as the server sends them: a histogram of shares of each class.
 * @typedef {{ model: string, scale: ScoreScale, edges: number[], positives: number[], negatives: number[] }} Bins
 * @typedef {ReturnType<typeof drawHistogram>} Histogram
 */

/** The parts of the picture: name, whether above the axis, whether flagged, the words, and shorter words.
   @type {[kind: 'missed' | 'found' | 'alone' | 'alarm', above: boolean, flagged: boolean, words: string, short: string][]} */
const AREAS = [
  ['missed', true, false, 'Positives missed', 'Missed'],
  ['found', true, true, 'Positives found', 'Found'],
  ['alone', false, false, 'Negatives left alone', 'Left alone'],
  ['alarm', false, true, 'False alarms', 'False alarms'],
];

/** @param {number} x @param {number} y @param {string} text @param {Record<string, string>} [about] */
const word = (x, y, text, about = {}) => {
  const node = svgElement('text', { x, y, ...about });
  node.textContent = text;
  return node;
};

/** The bars of a class as a single path; a tall bar is cut, and its share is written beside its end.
   @param {number[]} shares @param {boolean} above @param {(share: number) => number} x @param {SVGElement} svg */
function bars(shares, above, x, svg) {
  const most = heightOf(shares);
  const middle = TOP + BARS;
  const wide = x(1 / shares.length) - x(0);
  const way = above ? -1 : 1;
  return shares
    .map((share, k) => {
      if (!(share > 0)) return '';
      const height = way * Math.max(1, BARS * Math.min(1, share / most));
      const left = x(k / shares.length);
      if (share > most) {
        const at = middle + way * (BARS - 6);
        const anchor = k < shares.length / 2 ? 'start' : 'end';
        const beside = anchor === 'start' ? left + wide + 3 : left - 3;
        svg.append(word(beside, at, `${formatPercent(share)} ⫽`, { class: 'cut', 'text-anchor': anchor }));
      }
      return `M${left.toFixed(1)},${middle}v${height.toFixed(1)}h${Math.max(wide - GAP, 0.5).toFixed(1)}V${middle}z`;
    })
    .join('');
}

/** The bars of each class twice: the flagged bars, and the other bars.
   @param {SVGElement} svg @param {Bins} bins @param {(share: number) => number} x */
function drawBars(svg, { positives, negatives }, x) {
  const paths = [positives, negatives].map((shares, k) => bars(shares, k === 0, x, svg));
  for (const [kind, above, flagged] of AREAS) {
    const clip = `url(#scores-${flagged ? 'flagged' : 'others'})`;
    svg.append(svgElement('path', { class: `bars-${kind}`, d: paths[above ? 0 : 1], 'clip-path': clip }));
  }
}

/** @param {SVGElement} svg @param {ReturnType<typeof scoreAxis>} axis @param {(share: number) => number} x
   @param {number} width @param {string} title */
function drawTicks(svg, axis, x, width, title) {
  const y = HEIGHT - 24;
  let last = -Infinity;
  for (const tick of axis.ticks) {
    const at = x(axis.share(tick));
    if (at - last < TICK) continue;
    last = at;
    svg.append(svgElement('line', { class: 'tick-mark', x1: at, x2: at, y1: TOP, y2: TOP + 2 * BARS }));
    svg.append(word(at, y, formatNumber(tick), { class: 'tick', 'text-anchor': 'middle' }));
  }
  svg.append(word(width / 2, HEIGHT - 6, title, { class: 'tick', 'text-anchor': 'middle' }));
}

/** A mark on the axis: a ring for the best threshold, a square for today's.
   @param {string} kind @param {number} at @param {string} text @param {string} anchor */
function mark(kind, at, text, anchor) {
  const y = TOP + BARS;
  const group = svgElement('g', { class: `score-mark ${kind}` });
  group.append(svgElement('line', { x1: at, x2: at, y1: TOP - 6, y2: TOP + 2 * BARS }));
  if (kind === 'today') group.append(svgElement('rect', { x: at - 5, y: y - 5, width: 10, height: 10 }));
  else group.append(svgElement('circle', { cx: at, cy: y, r: 6 }));
  group.append(word(at, TOP - 32, text, { 'text-anchor': anchor }));
  return group;
}

/** @param {string} kind @param {boolean} above @param {boolean} flagged */
function textBox(kind, above, flagged) {
  const box = document.createElement('p');
  box.className = `score-area ${above ? 'above' : 'below'} ${flagged ? 'flagged' : 'not-flagged'}`;
  const glyph = Object.assign(document.createElement('i'), { className: `glyph glyph-${kind}` });
  glyph.setAttribute('aria-hidden', 'true');
  box.append(glyph, document.createElement('span'));
  return box;
}

/** What is not flagged, and what is: two rectangles that the threshold moves. @param {SVGElement} svg */
const clipRects = (svg) =>
  [false, true].map((flagged) => {
    const clip = svgElement('clipPath', { id: `scores-${flagged ? 'flagged' : 'others'}` });
    const rect = svgElement('rect', { y: 0, height: HEIGHT });
    clip.append(rect);
    svg.append(clip);
    return rect;
  });

/**
 * Draws the picture into an element. Returns how to move what follows the threshold.
 * @param {HTMLElement} box
 * @param {Bins} bins
 */
export function drawHistogram(box, bins) {
  const axis = scoreAxis(bins);
  const width = box.clientWidth;
  /** @param {number} share */
  const x = (share) => SIDE + share * (width - 2 * SIDE);
  const svg = svgElement('svg', { width, height: HEIGHT, role: 'img' });
  svg.setAttribute('aria-label', `Scores of ${bins.model}: positives above the axis, negatives below it`);
  const rects = clipRects(svg);
  drawTicks(svg, axis, x, width, `Score of ${bins.model}`);
  const zone = svgElement('rect', { class: 'score-zone', y: TOP, height: 2 * BARS, width: 0 });
  svg.append(zone);
  drawBars(svg, bins, x);
  svg.append(svgElement('line', { class: 'axis', x1: SIDE, x2: width - SIDE, y1: TOP + BARS, y2: TOP + BARS }));
  const marks = svgElement('g', {});
  svg.append(marks);
  const texts = AREAS.map(([kind, above, flagged]) => textBox(kind, above, flagged));
  const handles = [...box.children].filter((child) => child.matches('.score-handle, .zone-handle'));
  box.replaceChildren(svg, ...texts, ...handles);
  box.style.height = `${HEIGHT}px`;

  /** @param {number} threshold */
  const left = (threshold) => x(axis.share(threshold));

  /**
   * @param {number} threshold
   * @param {{ positives: number, negatives: number }} of the cases that amounts are for
   * @param {{ fpr: number, tpr: number }} rates
   */
  function part(threshold, { positives, negatives }, { fpr, tpr }) {
    const at = left(threshold);
    rects[0].setAttribute('x', '0');
    rects[0].setAttribute('width', String(at));
    rects[1].setAttribute('x', String(at));
    rects[1].setAttribute('width', String(Math.max(0, width - at)));
    const shares = { missed: 1 - tpr, found: tpr, alone: 1 - fpr, alarm: fpr };
    AREAS.forEach(([kind, above, , words, short], k) => {
      const count = formatNumber((above ? positives : negatives) * shares[kind]);
      const share = formatPercent(shares[kind]);
      const node = existing(texts[k].lastChild);
      node.textContent = width < NARROW ? `${short} ${count}` : `${words} ${count} (${share})`;
    });
    return at;
  }

  /** @param {{ kind: string, threshold: number, text: string }[]} thresholds */
  function showMarks(thresholds) {
    const places = thresholds.map(({ threshold }) => left(threshold));
    const close = Math.abs(places[0] - places[1]) < APART;
    /** @param {number} k */
    const anchor = (k) => (close ? (places[k] <= Math.min(...places) ? 'end' : 'start') : 'middle');
    marks.replaceChildren(...thresholds.map(({ kind, text }, k) => mark(kind, places[k], text, anchor(k))));
  }

  /** Shades the scores between the thresholds of a review; none without one. Returns the places of both.
     @param {number[]} ends */
  function showZone(ends) {
    const places = ends.map(left);
    const [from = 0, to = 0] = places;
    zone.setAttribute('x', String(from));
    zone.setAttribute('width', String(Math.max(0, to - from)));
    return places;
  }

  /** @param {number} pixel */
  const shareAt = (pixel) => (pixel - SIDE) / (width - 2 * SIDE || 1);
  return { axis, part, showMarks, showZone, shareAt, top: TOP - 6, height: 2 * BARS + 12 };
}
