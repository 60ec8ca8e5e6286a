/* The cost of one model against its threshold, with the zone in which it hardly differs from the best. */

import { expectedCost } from '../../core/operating-point.js';
import { logTicks, roundTicks } from '../../core/scales.js';
import { formatNumber } from '../../text/numbers.js';
import { make } from '../../state/elements.js';
import { svgElement } from '../../panels/plotly-adapter.js';

/** @import { Interval } from '../../core/types.js' */
/** @import { LiveModel, OperatingPoint } from '../../core/wire.js' */

const MARGIN = { left: 62, right: 14, top: 12, bottom: 46 };
const HEADROOM = 1.1; // the y axis ends this much above no model
const TICKS = 8; // at most, on an axis that is not logarithmic
const LETTER = 7.5; // pixels, on average
const LINES = 56; // pixels for the words below the curve
const BELOW = 86; // pixels for the words and the best threshold below the curve
const APART = 72; // pixels between two marks with room for the words of both below them
const WIDE = 30; // from this ratio of largest to smallest threshold on the axis is logarithmic

/**
 * @typedef {ReturnType<typeof costByThreshold>[number]} Row
 *
 * @typedef {{ low: number, high: number, words: string[] }} Zone
 *
 * @typedef {object} Plot
 * @property {Row[]} rows
 * @property {{ threshold: number, text: string | null } | null} best the recommended threshold
 * @property {{ threshold: number, text: string, cost: number } | null} today
 * @property {{ cost: number, name: string }} trivial
 * @property {number} cases that amounts are for
 * @property {(cost: number) => string} money
 * @property {Zone | null} zone in which the cost hardly differs from the best, or of the thresholds that keep the limit
 * @property {string} title
 *
 * @typedef {object} Drawn the axes of a plot
 * @property {(threshold: number) => number} x
 * @property {(cost: number) => number} y
 * @property {ReturnType<typeof axisOf>} axis
 * @property {number} top of the y axis
 */

/**
 * Thresholds with their costs, strictest first; the infinite threshold is left out.
 * @param {LiveModel} model
 * @param {OperatingPoint} point
 */
export function costByThreshold(model, point) {
  const rows = model.text.map((text, k) => ({
    text,
    threshold: Number(text),
    cost: expectedCost(point, model.fpr[k], model.tpr[k]),
  }));
  return rows.filter(({ text }) => text !== null && text !== '');
}

/** From where the threshold axis starts: below, the rule costs more than the picture shows.
   @param {Row[]} rows @param {number} top @returns {Interval} */
function endsOf(rows, top) {
  const seen = rows.filter(({ cost }) => cost <= top);
  const at = (seen.length > 1 ? seen : rows).map(({ threshold }) => threshold);
  return [Math.min(...at), Math.max(...at)];
}

/** @param {Interval} ends */
function axisOf([low, high]) {
  const log = low > 0 && high / low >= WIDE;
  const f = log ? Math.log : Number;
  /** @param {number} x */
  const place = (x) => (f(x) - f(low)) / (f(high) - f(low) || 1);
  return { place, ticks: log ? logTicks(low, high) : roundTicks(low, high, TICKS) };
}

/** @param {number} x @param {number} y @param {string} text @param {Record<string, string>} [about] */
const word = (x, y, text, about = {}) => {
  const node = svgElement('text', { x, y, ...about });
  node.textContent = text;
  return node;
};

/**
 * Draws the plot into an element.
 * @param {HTMLElement} box
 * @param {Plot} shown
 */
export function drawThresholds(box, shown) {
  const { rows, best, today, trivial, cases, money, title, zone } = shown;
  const area = make('div', 'plot-area');
  box.replaceChildren(make('p', 'plot-title', title), area);
  const [width, height] = [area.clientWidth, area.clientHeight];
  if (rows.length < 2 || !width || !height) return;
  const top = HEADROOM * Math.max(trivial.cost, today ? today.cost : 0);
  const axis = axisOf(endsOf(rows, top));
  /** @param {number} t */
  const x = (t) => MARGIN.left + axis.place(t) * (width - MARGIN.left - MARGIN.right);
  /** @param {number} cost */
  const y = (cost) => height - MARGIN.bottom - (cost / top) * (height - MARGIN.top - MARGIN.bottom);
  const svg = svgElement('svg', { width, height, role: 'img', class: 'threshold-plot' });
  svg.setAttribute('aria-label', [title, ...(zone ? [zone.words.join(' ')] : [])].join('. '));
  drawAxes(svg, { x, y, axis, top, cases, money, width, height });
  const zoneWords = zone ? drawZone(svg, { x, y, zone, top, width, rows }) : [];
  svg.append(
    svgElement('line', {
      class: 'trivial',
      x1: MARGIN.left,
      x2: width - MARGIN.right,
      y1: y(trivial.cost),
      y2: y(trivial.cost),
    }),
  );
  const inside = rows.filter(
    ({ threshold, cost }) => axis.place(threshold) >= 0 && axis.place(threshold) <= 1 && cost <= top,
  );
  const d = inside.map((row, k) => `${k ? 'L' : 'M'}${x(row.threshold).toFixed(1)},${y(row.cost).toFixed(1)}`).join('');
  svg.append(svgElement('path', { class: 'curve', d }), ...zoneWords);
  svg.append(
    word(MARGIN.left + 6, y(trivial.cost) - 6, `no model, ${money(cases * trivial.cost)}`, { class: 'quiet' }),
  );
  drawMarks(svg, { x, y, rows, best, today, axis });
  area.append(svg);
}

/** $200k and $1.5M, which leave room for the plot. @param {number} amount @param {(cost: number) => string} money */
function compact(amount, money) {
  if (amount === 0) return '0';
  const [unit, letter] = amount >= 1e6 ? [1e6, 'M'] : amount >= 1e4 ? [1e3, 'k'] : [1, ''];
  return money(amount / unit).replace(/(\d)(?!.*\d)/, `$1${letter}`);
}

/** @param {SVGElement} svg
   @param {Drawn & Pick<Plot, 'cases' | 'money'> & { width: number, height: number }} drawn */
function drawAxes(svg, { x, y, axis, top, cases, money, width, height }) {
  for (const amount of roundTicks(0, cases * top)) {
    const at = y(amount / cases);
    svg.append(svgElement('line', { class: 'grid', x1: MARGIN.left, x2: width - MARGIN.right, y1: at, y2: at }));
    svg.append(word(MARGIN.left - 8, at + 5, compact(amount, money), { class: 'tick', 'text-anchor': 'end' }));
  }
  for (const t of axis.ticks) {
    svg.append(word(x(t), height - MARGIN.bottom + 20, formatNumber(t), { class: 'tick', 'text-anchor': 'middle' }));
  }
  const middle = (MARGIN.left + width - MARGIN.right) / 2;
  svg.append(word(middle, height - 6, 'Threshold', { class: 'quiet', 'text-anchor': 'middle' }));
}

/** In the zone where they fit, or else beside it where there is space; below the curve, or above it where it runs low.
   @param {Record<'left' | 'right' | 'width' | 'needed' | 'above' | 'below' | 'lowest', number>} place */
function placeOfWords({ left, right, width, needed, above, below, lowest }) {
  const place = (/** @type {number} */ at, /** @type {string} */ side) => ({
    at,
    line: below - lowest >= LINES ? below - 30 : above + 52,
    anchor: { 'text-anchor': side },
  });
  const fits = right - left >= needed;
  if (!fits && width - MARGIN.right - right - 14 >= needed) return place(right + 14, 'start');
  if (!fits && left - 14 - MARGIN.left >= needed) return place(left - 14, 'end');
  const [first, last] = [MARGIN.left + needed / 2, width - MARGIN.right - needed / 2];
  const inside = place(Math.max(first, Math.min((left + right) / 2, last)), 'middle');
  const isWide = right - left >= 1.5 * needed; // beside the words there is room for the best threshold
  return { ...inside, line: below - lowest >= (isWide ? LINES : BELOW) ? below - 30 : above + 36 };
}

/** Draws the zone; its words come later, over the curve.
   @param {SVGElement} svg @param {Omit<Drawn, 'axis'> & Pick<Plot, 'rows'> & { zone: Zone, width: number }} drawn */
function drawZone(svg, { x, y, zone, top, width, rows }) {
  const [left, right] = [x(zone.low), Math.min(x(zone.high), width - MARGIN.right)];
  const [above, below] = [y(top), y(0)];
  svg.append(
    svgElement('rect', { class: 'zone', x: left, y: above, width: Math.max(right - left, 2), height: below - above }),
  );
  const lowest = y(Math.min(...rows.map(({ cost }) => cost)));
  const needed = LETTER * Math.max(...zone.words.map((words) => words.length));
  const { at, line, anchor } = placeOfWords({ left, right, width, needed, above, below, lowest });
  return [
    word(at, line, zone.words[0], { class: 'zone-words', ...anchor }),
    word(at, line + 20, `${zone.words[1]}.`, { class: 'quiet', ...anchor }),
  ];
}

/** @param {SVGElement} svg @param {Omit<Drawn, 'top'> & Pick<Plot, 'rows' | 'best' | 'today'>} drawn */
function drawMarks(svg, { x, y, rows, best, today, axis }) {
  /** @param {{ threshold: number }} mark */
  const within = ({ threshold }) => axis.place(threshold) >= 0 && axis.place(threshold) <= 1;
  if (today && within(today)) {
    const [left, up] = [x(today.threshold), y(today.cost)];
    svg.append(svgElement('rect', { class: 'mark', x: left - 6, y: up - 6, width: 12, height: 12 }));
    const isNear = best && Math.abs(x(best.threshold) - left) < APART;
    svg.append(
      word(left, isNear ? up - 14 : up + 26, `today, ${today.text}`, { class: 'quiet', 'text-anchor': 'middle' }),
    );
  }
  if (!best || !within(best)) return;
  const row = rows.reduce((near, candidate) =>
    Math.abs(candidate.threshold - best.threshold) < Math.abs(near.threshold - best.threshold) ? candidate : near,
  );
  svg.append(svgElement('circle', { class: 'mark', cx: x(best.threshold), cy: y(row.cost), r: 8 }));
  svg.append(
    word(x(best.threshold), y(row.cost) + 30, String(best.text), { class: 'best-words', 'text-anchor': 'middle' }),
  );
}
