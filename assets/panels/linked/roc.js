/* The ROC panel: the line of equal cost, and the construction of another criterion. */

import { limitLine } from '../../core/criteria.js';
import { curveOf } from '../../core/operating-point.js';
import { addPanel } from '../../core/panels.js';
import { linePath } from '../../core/polyline.js';
import { windowAround } from '../../core/zoom-windows.js';
import { formatNumber } from '../../text/numbers.js';
import { redrawPath } from '../drawn-traces.js';

/** @import { Sheet } from '../../core/types.js' */

const LIFTS = [12, 28, 44, 60]; // pixels from the lower edge to the name of the line of equal cost
const DEVIATES = 1; // on either side of the point, where lines are bent

/** What the line of equal cost is, in the corner where curves are rarest, or in short beside it.
   @param {Sheet} sheet */
function labels({ panel, point, has, label, put, along }) {
  if (!has('iso')) return [];
  const slope = ((1 - point.prior) * point.cost_fp) / (point.prior * point.cost_fn);
  const text = `same cost along this line, slope ${formatNumber(slope)}`;
  const corner = LIFTS.map((lift) => label([text], panel.width - 4, panel.height - lift, { anchor: 'end' }));
  const whole = put('iso', corner);
  return whole.length ? whole : along('iso-short', 'iso', ['same cost']);
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
