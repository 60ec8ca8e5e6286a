/* The cost panel along the share of positives, as log-odds: a change of prices is a shift. */

import { addCostAxis, amount, axisField, costPlace, leastWithout, steps } from '../../core/cost-axes.js';
import { existing } from '../../core/existing.js';
import { cheapestVertex, pcfOf } from '../../core/operating-point.js';
import { expit, logit } from '../../core/scales.js';
import { windowAbove } from '../../core/zoom-windows.js';
import { formatPercent } from '../../text/numbers.js';

/** @import { OperatingPoint } from '../../core/wire.js' */

/** @param {OperatingPoint} point */
const oddsShift = (point) => Math.log(point.cost_fn / point.cost_fp);

addCostAxis('positives', {
  place: (rates, point) => [logit(point.prior), amount(point, rates)],
  curve(model, point) {
    return steps(logit).map((x) => {
      const at = { ...point, prior: expit(x) };
      const vertex = model.hull[cheapestVertex(model.tie, pcfOf(at))];
      return [x, amount(at, { fpr: model.fpr[vertex], tpr: model.tpr[vertex] }), vertex];
    });
  },
  here: (point) => logit(point.prior),
  pcfAt: (x, point) => expit(x + oddsShift(point)),
  placeOf: (pcf, point) => logit(pcf) - oddsShift(point),
  drag: (x) => ['prior-dragged', expit(x)],
  height: (rates, x, point) => amount({ ...point, prior: expit(x) }, rates),
  trivial: (point) => steps(logit).map((x) => [x, leastWithout({ ...point, prior: expit(x) })]),
  ofNec(pcf, nec, point) {
    const x = logit(pcf) - oddsShift(point);
    const prior = expit(x);
    return [x, nec * axisField('cases') * (prior * point.cost_fn + (1 - prior) * point.cost_fp)];
  },
  ends: ({ prior }) => [logit(prior[0]), logit(prior[1])],
  moves: ({ cost_fn, cost_fp }) => [cost_fn, cost_fp],
  labels: ({ along }) => along('no model', 'trivial', ['no model'], { kind: 'second' }),
  pill: ({ prior }) => formatPercent(prior),
  window(panel, results, whole, live, point) {
    const [x, cost] = existing(costPlace(results, point));
    return windowAbove(whole, x, x, cost);
  },
});
