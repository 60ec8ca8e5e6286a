/* The cost panel along PC(+): every threshold is a straight line. */

import { addCostAxis } from '../../core/cost-axes.js';
import { costEnvelope, normalizedExpectedCost, pcfOf } from '../../core/operating-point.js';
import { linePath } from '../../core/polyline.js';
import { pcfRange } from '../../core/ranges.js';
import { windowAround } from '../../core/zoom-windows.js';
import { formatNumber } from '../../text/numbers.js';

/** @import { Panel, Sheet } from '../../core/types.js' */

const SIDE = 14; // pixels from the PC(+) line to the bracket of what is saved
const TALL = 26; // pixels of the bracket, at least

/** @param {number} x */
const clamped = (x) => Math.min(1, Math.max(0, x));

/** Beside the lines of flagging none and flagging all. @param {Sheet} sheet */
function trivialLabels({ panel, words, widthOf }) {
  const top = Math.min(0.5, panel.valueAtY(0));
  const none = 0.75 * top;
  const [left, right] = [panel.x(none), panel.x(1 - 0.85 * top)];
  const needed = widthOf('flag none') + 12;
  const outside = left > needed;
  const lines = outside ? ['no model:', 'flag none'] : ['flag none'];
  const x = outside ? left - 8 : panel.x(0.9 * top) + 10;
  const beyond = panel.width - right > needed;
  return [
    ...words(lines, x, panel.y(outside ? none : 0.9 * top), { anchor: outside ? 'end' : 'start', kind: 'second' }),
    ...words(['flag all'], right + (beyond ? 8 : -8), panel.y(0.85 * top), {
      anchor: beyond ? 'start' : 'end',
      kind: 'second',
    }),
  ];
}

/** From what no model costs down to what the rule costs, beside the PC(+) line. @param {Sheet} sheet */
function savingLabels({ panel, mark, words, path, dot }) {
  const best = mark('allowance') || mark('best'); // the total, or a cost without allowances
  if (!best) return [];
  const trivial = Math.min(best[0], 1 - best[0]);
  const [x, high, low] = [panel.x(best[0]), Math.max(0, panel.y(trivial)), panel.y(best[1])];
  if (!(best[1] < trivial) || low - high < TALL) return [];
  const side = x + 130 < panel.width ? 1 : -1;
  const at = x + side * SIDE;
  /** @param {number} y @param {1 | -1} down */
  const arrow = (y, down) => `M${at - 3.5},${y + 6 * down}L${at},${y}L${at + 3.5},${y + 6 * down}`;
  const top = panel.y(trivial) >= 0 ? `M${x + side * 3},${high}H${at + side * 4}${arrow(high + 1, 1)}` : '';
  const lines = [`${formatNumber(100 * (1 - best[1] / trivial), 2)} % less`, 'than no model'];
  const anchor = side > 0 ? 'start' : 'end';
  return [
    path(`${top}M${at},${high + 1}V${low - 1}${arrow(low - 1, -1)}`, 'bracket'),
    ...(top ? [dot(x, high, 'trivial', 3.5)] : []),
    ...words(lines, at + side * 9, (high + low) / 2, { anchor, kind: 'strong' }),
  ];
}

/** The cost line of a threshold between two values of PC(+).
   @param {Panel} panel @param {{ fpr: number, tpr: number, low?: number, high?: number }} rates */
const costLine = (panel, { fpr, tpr, low = 0, high = 1 }) =>
  linePath(panel, [low, high], [normalizedExpectedCost(fpr, tpr, low), normalizedExpectedCost(fpr, tpr, high)]);

addCostAxis('probability-cost', {
  place(rates, point) {
    const pcf = pcfOf(point);
    return [pcf, normalizedExpectedCost(rates.fpr, rates.tpr, pcf)];
  },
  curve(model) {
    const { pcf, nec, vertex } = costEnvelope(model);
    return pcf.map((p, k) => [p, nec[k], vertex[k]]);
  },
  here: pcfOf,
  pcfAt: clamped,
  drag: (x) => ['pcf-dragged', clamped(x)],
  ofNec: (pcf, nec) => [pcf, nec],
  ends: pcfRange,
  labels: (sheet) => [...trivialLabels(sheet), ...savingLabels(sheet)],
  pill: (point) => `PC(+) ${formatNumber(pcfOf(point))}`,
  underPointer: ({ fpr, tpr }, pcf) => [
    [
      `normalized expected cost at PC(+) ${formatNumber(pcf)}, under the pointer`,
      formatNumber(normalizedExpectedCost(fpr, tpr, pcf)),
    ],
  ],
  line: costLine,
  range: (panel, ranges) => ranges.map((range) => costLine(panel, range)).join(''),
  window: (panel, { pcf, nec }) => [windowAround(pcf, 1), windowAround(nec, 0.5)],
});
