/* The cost panel along PC(+): every threshold is a straight line. */

import { addCostAxis } from '../../core/cost-axes.js';
import { costEnvelope, normalizedExpectedCost, pcfOf } from '../../core/operating-point.js';
import { linePath } from '../../core/polyline.js';
import { pcfRange } from '../../core/ranges.js';
import { windowAround } from '../../core/zoom-windows.js';
import { formatNumber } from '../../text/numbers.js';

/** @import { Panel, Sheet } from '../../core/types.js' */

const HEIGHTS = [0.75, 0.85, 0.6, 0.92, 0.45, 0.3]; // of names at the lines of flagging none and all

/** @param {number} x */
const clamped = (x) => Math.min(1, Math.max(0, x));

/** A name beside a line of flagging none or all, at the first height where it lies on nothing.
   @param {Sheet} sheet @param {string} text @param {(nec: number) => number} pcfAt @param {-1 | 1} side first side */
function trivialLabel({ panel, label, put }, text, pcfAt, side) {
  const top = Math.min(0.5, panel.valueAtY(0));
  const candidates = HEIGHTS.flatMap((share) =>
    [side, -side].map((way) => {
      const [x, y] = [panel.x(pcfAt(share * top)) + 14 * way, panel.y(share * top)];
      return label([text], x, y, { anchor: way < 0 ? 'end' : 'start', kind: 'second' });
    }),
  );
  return put(text, candidates);
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
  labels: (sheet) => [
    ...trivialLabel(sheet, 'flag none', (nec) => nec, -1),
    ...trivialLabel(sheet, 'flag all', (nec) => 1 - nec, 1),
  ],
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
