/* The ROC panel: the line of equal cost, and the construction of another criterion. */

import { limitLine } from '../../core/criteria.js';
import { curveOf } from '../../core/operating-point.js';
import { addPanel } from '../../core/panels.js';
import { linePath } from '../../core/polyline.js';
import { windowAround } from '../../core/zoom-windows.js';
import { formatNumber } from '../../text/numbers.js';
import { redrawPath } from '../drawn-traces.js';
import { traceData } from '../plotly-adapter.js';

/** @import { Place, Sheet } from '../../core/types.js' */

const LIFTS = [12, 28, 44, 60]; // pixels from the lower edge to the name of the line of equal cost
const DEVIATES = 1; // on either side of the point, where lines are bent

/** What the line of equal cost is, in the corner where curves are rarest, or in short beside it.
   @param {Sheet} sheet */
function sameCost({ panel, point, has, label, put, along }) {
  if (!has('iso')) return [];
  const slope = ((1 - point.prior) * point.cost_fp) / (point.prior * point.cost_fn);
  const text = `same cost along this line, slope ${formatNumber(slope)}`;
  const corner = LIFTS.map((lift) => label([text], panel.width - 4, panel.height - lift, { anchor: 'end' }));
  const whole = put('iso', corner);
  return whole.length ? whole : along('iso-short', 'iso', ['same cost']);
}

const PLACES = [0.5, 0.66, 0.8, 0.34, 0.2]; // shares of the area beyond the limit, for its label

/** Whether a place lies inside an outline. @param {Place} place @param {Place[]} outline */
const inside = ([x, y], outline) =>
  outline.reduce((within, [x1, y1], k) => {
    const [x0, y0] = outline[(k || outline.length) - 1];
    return y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0) ? !within : within;
  }, false);

/** What rules beyond the limit do, among them. @param {Sheet} sheet */
function limitLabel({ panel, label, put, widthOf }) {
  const { x, y, meta } = traceData(panel.graph, 'beyond') ?? {};
  const text = meta?.label ?? '';
  if (!text || !x || !y) return [];
  const outline = Array.from(x, (at, k) => panel.at(at, y[k]));
  const [across, down] = [0, 1].map((axis) => outline.map((place) => place[axis]));
  /** @param {number[]} ends @param {number} share */
  const at = (ends, share) => Math.min(...ends) + share * (Math.max(...ends) - Math.min(...ends));
  const half = widthOf(text) / 2;
  const places = PLACES.flatMap((v) => PLACES.map((u) => [at(across, u), at(down, v)]));
  const within = places.filter(([u, v]) => [u - half, u + half].every((end) => inside([end, v], outline)));
  return put(
    'beyond',
    within.map(([u, v]) => label([text], u, v, { anchor: 'middle', kind: 'limit' })),
  );
}

addPanel('roc', {
  redraw: (panel, { iso }) => redrawPath(panel, 'iso', 'js-line', linePath(panel, iso.x, iso.y)),
  labels: (sheet) => [...sameCost(sheet), ...limitLabel(sheet)],
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
