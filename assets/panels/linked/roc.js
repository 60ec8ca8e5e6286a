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

/** @param {Sheet} sheet */
function labels(sheet) {
  const { panel, point, text, has, words, leader } = sheet;
  const slope = ((1 - point.prior) * point.cost_fp) / (point.prior * point.cost_fn);
  const lines = ['same cost along this line,', `slope ${formatNumber(slope)}`];
  const angle = (Math.atan2(panel.y(1) - panel.y(0), panel.x(1) - panel.x(0)) * 180) / Math.PI;
  const [x, y] = [panel.x(0.66), panel.y(0.66) + (angle > 0 ? -6 : 14)];
  const [chance] = words(['chance'], x, y, { anchor: 'middle', kind: 'quiet' });
  chance.setAttribute('transform', `rotate(${angle} ${x} ${y})`);
  if (!text || !has('iso')) return [chance];
  return [chance, ...leader(text, isoLine(sheet)), ...words(lines, text.x - text.wide / 2, text.y)];
}

addPanel('roc', {
  redraw: (panel, { iso }) => redrawPath(panel, 'iso', 'js-line', linePath(panel, iso.x, iso.y)),
  labels,
  text: { uid: 'iso', lines: ['same cost along this line,', 'slope 0.000'], share: 0.3, aside: [96, 24] },
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
