/* The ROC panel: the line of equal cost, and the construction of another criterion. */

import { limitLine } from '../../core/criteria.js';
import { curveOf } from '../../core/operating-point.js';
import { addPanel } from '../../core/panels.js';
import { linePath, lineThrough } from '../../core/polyline.js';
import { windowAround } from '../../core/zoom-windows.js';
import { formatNumber } from '../../text/numbers.js';
import { redrawPath } from '../drawn-traces.js';

/** @import { Sheet, Spot } from '../../core/types.js' */

const DEVIATES = 1; // on either side of the point, where lines are bent

/** The line of equal cost as it is drawn, or as it has moved. @param {Sheet} sheet */
function isoLine({ panel, moved, spots }) {
  if (!moved) return spots('iso');
  /** @type {Spot[]} */
  const corners = [];
  lineThrough(panel, moved.iso.x, moved.iso.y, (x, y) => corners.push({ x, y }));
  return corners;
}

/** What the line of equal cost is, in the corner where curves are rarest; nothing where it would lie on a curve.
   @param {Sheet} sheet */
function labels(sheet) {
  const { panel, point, has, words, isFree } = sheet;
  if (!has('iso')) return [];
  const slope = ((1 - point.prior) * point.cost_fp) / (point.prior * point.cost_fn);
  const text = words([`same cost along this line, slope ${formatNumber(slope)}`], panel.width - 4, panel.height - 12, {
    anchor: 'end',
  });
  return isFree(text[0], isoLine(sheet)) ? text : [];
}

addPanel('roc', {
  redraw: (panel, { iso }) => redrawPath(panel, 'iso', 'js-line', linePath(panel, iso.x, iso.y)),
  labels,
  steps: (panel, { fpr, tpr }, from, to) => [
    [linePath(panel, fpr.slice(from, to + 2), tpr.slice(from, to + 2)), 'range'],
  ],
  construction(panel, choice, served, live, point) {
    const limit = limitLine(served, point, choice);
    if (limit) redrawPath(panel, 'choice-limit', 'js-line', linePath(panel, ...limit));
    if (!choice.rules) return;
    const { fpr, tpr } = curveOf(choice.rules);
    redrawPath(panel, 'choice-edge', 'js-line', linePath(panel, fpr, tpr));
  },
  window(panel, { fpr, tpr }) {
    const [x, y] = panel.units(fpr, tpr);
    if (!panel.axes.bent) return [windowAround(x, 1), [Math.max(0, y - 0.6), Math.min(1.02, y + 0.4)]];
    return [
      [x - DEVIATES, x + DEVIATES],
      [y - DEVIATES, y + DEVIATES],
    ];
  },
});
