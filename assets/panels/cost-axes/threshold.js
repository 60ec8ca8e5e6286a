/* The cost panel along the threshold of the recommended model. */

import {
  addCostAxis,
  amount,
  axisField,
  costCurve,
  currentCostAxis,
  flatZone,
  leastWithout,
} from '../../core/cost-axes.js';
import { windowAbove } from '../../core/zoom-windows.js';
import { formatNumber, formatPercent } from '../../text/numbers.js';

/** @import { Sheet } from '../../core/types.js' */
/** @import { LiveData, OperatingPoint } from '../../core/wire.js' */

/** The place of a threshold on its axis; NaN if it is infinite or off a logarithmic axis.
   @param {string | null | undefined} text */
function thresholdPlace(text) {
  const threshold = text === '' || text === null || text === undefined ? NaN : Number(text);
  if (!currentCostAxis().log) return threshold;
  return threshold > 0 ? Math.log10(threshold) : axisField('ends')[0] - 1;
}

/** The curve of the drawn model, its flat zone as first and last corner, and the least cost; null without the model.
   @param {LiveData} live @param {OperatingPoint} point */
function flatCurve({ models }, point) {
  const { model: place } = currentCostAxis();
  const model = models.find(({ i }) => i === place);
  const corners = model ? costCurve(model, point) : [];
  if (!model || corners.length === 0) return null;
  const costs = corners.map(([, y]) => y);
  const [first, last] = flatZone(costs, axisField('flat'));
  const least = Math.min(...costs);
  return { model, first: corners[first], last: corners[last], least, best: corners[costs.indexOf(least)] };
}

/** The best threshold, around its ring. @param {Sheet} sheet @param {string} text */
function bestLabel({ panel, mark, label, put }, text) {
  const ring = mark('best');
  if (!ring) return [];
  const [x, y] = [panel.x(ring[0]), panel.y(ring[1])];
  /** @param {number} across @param {number} down @param {string} anchor */
  const at = (across, down, anchor) => label([text], x + across, y + down, { anchor, kind: 'strong' });
  const around = [at(0, 20, 'middle'), at(0, -20, 'middle'), at(12, 0, 'start'), at(-12, 0, 'end')];
  const corners = [20, -20].flatMap((down) => [at(8, down, 'start'), at(-8, down, 'end')]);
  return put('best', [...around, ...corners]);
}

/** The best threshold, the thresholds that cost hardly more, and what no model costs. @param {Sheet} sheet */
function labels(sheet) {
  const { panel, point, live, moved, label, near, along } = sheet;
  const curve = flatCurve(live, point);
  if (!curve) return [];
  const { model, first, last, best } = curve;
  const [high, low] = [first, last].map(([, , at]) => formatNumber(Number(model.text[at]), 2));
  const lines = moved
    ? [`Any threshold from ${low} to ${high}`, `costs at most ${formatPercent(axisField('flat'))} more on these rows`]
    : axisField('zone');
  const middle = (panel.x(first[0]) + panel.x(last[0])) / 2;
  const zone = label(lines, middle, panel.height * 0.3, { anchor: 'middle', kind: 'strong' });
  return [
    ...bestLabel(sheet, formatNumber(Number(model.text[best[2]]))),
    ...near('zone', zone),
    ...along('no model', 'trivial', ['no model'], { kind: 'second' }),
  ];
}

addCostAxis('threshold', {
  place(rates, point) {
    const place = rates.owner === undefined ? rates.i : rates.owner;
    const x = place === currentCostAxis().model ? thresholdPlace(rates.text) : NaN;
    return Number.isNaN(x) ? null : [x, amount(point, rates)];
  },
  curve(model, point) {
    if (model.i !== currentCostAxis().model) return [];
    const places = model.text.map((text, k) => [
      thresholdPlace(text),
      amount(point, { fpr: model.fpr[k], tpr: model.tpr[k] }),
      k,
    ]);
    return places.filter(([x]) => !Number.isNaN(x));
  },
  here: () => null,
  pcfAt: () => null,
  height: (rates, x, point) => amount(point, rates),
  trivial: (point) => axisField('ends').map((x) => [x, leastWithout(point)]),
  moves: ({ prior, cost_fn, cost_fp }) => [prior, cost_fn, cost_fp],
  oneModel: true,
  labels,
  flatZone(live, point) {
    const curve = flatCurve(live, point);
    return curve ? [curve.last[0], curve.first[0]] : null;
  },
  steps({ i, first, last }, from, to, { models }, point) {
    const model = i === currentCostAxis().model && models.find((candidate) => candidate.i === i);
    /** @param {number} score */
    const within = (score) => score >= first[from] && score <= last[to];
    return model ? costCurve(model, point).filter(([, , at]) => within(Number(model.text[at]))) : [];
  },
  window(panel, results, whole, live, point) {
    const curve = flatCurve(live, point);
    if (!curve) return null;
    const [low, high] = [curve.last[0], curve.first[0]].sort((a, b) => a - b);
    return windowAbove(whole, low, high, curve.least);
  },
});
