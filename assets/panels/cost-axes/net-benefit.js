/* The cost panel as a decision curve: net benefit along the threshold probability. */

import { addCostAxis, axisField, costPlace, currentCostAxis, steps, trivialCurve } from '../../core/cost-axes.js';
import { existing } from '../../core/existing.js';
import { cheapestVertex, searchSorted } from '../../core/operating-point.js';
import { zoneCost } from '../../core/review-zone.js';
import { windowAbove } from '../../core/zoom-windows.js';
import { benefitWords, formatPercent } from '../../text/numbers.js';

/** @import { Place, Sheet } from '../../core/types.js' */
/** @import { LiveModel, OperatingPoint } from '../../core/wire.js' */

const MOST = 3; // models whose net benefit is listed
const ASIDE = 12; // pixels from a line to its name
const FALLS = [0.2, 0.35, 0.1, 0.5, 0.7]; // heights of the name of flagging all, as shares of the line's
const LINE = 15; // pixels from one line of text to the next

/** @param {OperatingPoint} point */
const probabilityOf = (point) => point.cost_fp / (point.cost_fn + point.cost_fp);

/** PC(+) of a threshold probability at a prior. The formula is its own inverse.
   @param {number} t @param {OperatingPoint} point */
const pcfAtProbability = (t, { prior }) => (prior * (1 - t)) / (prior * (1 - t) + (1 - prior) * t);

/** Net benefit of rates at a threshold probability.
   @param {{ fpr: number, tpr: number }} rates @param {number} t @param {OperatingPoint} point */
function benefit({ fpr, tpr }, t, { prior }) {
  const alarms = fpr === 0 ? 0 : (fpr * (1 - prior) * t) / (1 - t);
  return axisField('cases') * (tpr * prior - alarms);
}

/** Net benefit of the best threshold of a model, and its place.
   @param {LiveModel} model @param {number} t @param {OperatingPoint} point */
function bestBenefit(model, t, point) {
  const vertex = model.hull[cheapestVertex(model.tie, pcfAtProbability(t, point))];
  return [benefit({ fpr: model.fpr[vertex], tpr: model.tpr[vertex] }, t, point), vertex];
}

/** [t, net benefit] of a point of the cost curve.
   @param {number} pcf @param {number} nec @param {OperatingPoint} point @returns {Place} */
function ofNec(pcf, nec, point) {
  const t = pcfAtProbability(pcf, point);
  const { prior } = point;
  return [t, axisField('cases') * (prior - nec * (prior + ((1 - prior) * t) / (1 - t)))];
}

/** @param {number[]} xs @param {number[]} ys @param {number} x */
function interpolated(xs, ys, x) {
  const k = Math.min(Math.max(searchSorted(xs, x), 1), xs.length - 1);
  const share = (x - xs[k - 1]) / (xs[k] - xs[k - 1]);
  return ys[k - 1] + share * (ys[k] - ys[k - 1]);
}

/** Net benefit at a threshold probability of the best threshold of a model, and its limits.
   @param {LiveModel} model @param {OperatingPoint} point @param {number} t */
function benefitAt(model, point, t) {
  const pcf = pcfAtProbability(t, point);
  const [value] = bestBenefit(model, t, point);
  const { limits } = currentCostAxis();
  const band = limits && limits[model.i];
  if (!band) return [value];
  const [low, high] = [band.high, band.low].map((ends) => ofNec(pcf, interpolated(band.pcf, ends, pcf), point)[1]);
  return [value, Math.min(low, value), Math.max(high, value)];
}

/** [place of the model, words] of the models of most net benefit; the limits follow the pointer as well.
   @param {Sheet} sheet @returns {[number, string][]} */
function benefitsNow({ moved, live, point }) {
  if (!moved) return axisField('benefits');
  const t = probabilityOf(point);
  const benefits = live.models.map((model) => ({ i: model.i, ends: benefitAt(model, point, t) }));
  const ranked = benefits.sort((a, b) => b.ends[0] - a.ends[0]).slice(0, MOST);
  return ranked.map(({ i, ends }) => [i, benefitWords(ends)]);
}

/** Beside the falling line of flagging all, low down, where curves are rare. @param {Sheet} sheet */
function flagAllLabel({ panel, point, label, put }) {
  const corners = trivialCurve(point);
  if (!(corners[0][1] > 0)) return [];
  const candidates = FALLS.flatMap((share) => {
    const [t, y] = corners.findLast(([, value]) => value >= share * corners[0][1]) ?? corners[0];
    const at = [panel.x(t), panel.y(y)];
    return [
      label(['flag all'], at[0] + ASIDE, at[1], { kind: 'second' }),
      label(['flag all'], at[0] - ASIDE, at[1], { kind: 'second', anchor: 'end' }),
    ];
  });
  return put('flag all', candidates);
}

/** The net benefit of the models at the present prices, in the upper right corner or where space is free.
   @param {Sheet} sheet */
function benefitLabel(sheet) {
  const { panel, point, near, name, colour } = sheet;
  const listed = benefitsNow(sheet).map(([i, text]) => ({
    text: `${name(i)} ${text}`,
    kind: 'name',
    fill: colour(i),
  }));
  const head = {
    text: `At ${formatPercent(probabilityOf(point))}, of ${axisField('cases')} cases`,
    kind: 'second',
    fill: '',
  };
  const rows = [head, ...listed];
  return near('benefit', { rows, x: panel.width - 4, y: 2 + (rows.length * LINE) / 2, anchor: 'end' });
}

/** @param {Sheet} sheet */
function labels(sheet) {
  const { panel, label, put } = sheet;
  const none = [0, 0.35, 0.7].flatMap((share) =>
    [ASIDE, -ASIDE].map((down) =>
      label(['flag none'], (1 - share) * panel.width - 4, panel.y(0) + down, { anchor: 'end', kind: 'second' }),
    ),
  );
  return [...benefitLabel(sheet), ...put('flag none', none), ...flagAllLabel(sheet)];
}

addCostAxis('net-benefit', {
  place: (rates, point) => [probabilityOf(point), benefit(rates, probabilityOf(point), point)],
  curve: (model, point) => steps(Number).map((t) => [t, ...bestBenefit(model, t, point)]),
  here: probabilityOf,
  pcfAt: (x, point) => pcfAtProbability(Math.min(1, Math.max(0, x)), point),
  placeOf: pcfAtProbability,
  drag: (x, point) => ['pcf-dragged', pcfAtProbability(Math.min(1, Math.max(0, x)), point)],
  height: benefit,
  trivial: (point) => steps(Number).map((t) => [t, Math.max(0, benefit({ fpr: 1, tpr: 1 }, t, point))]),
  ofNec,
  zone: (model, review, point) =>
    steps(Number)
      .filter((t) => t > 0 && t < 1)
      .map((t) => {
        const cost = zoneCost(model, review, { ...point, cost_fp: (point.cost_fn * t) / (1 - t) });
        return [t, axisField('cases') * (point.prior - cost / point.cost_fn)];
      }),
  ends: ({ cost_fn, cost_fp }) => [cost_fp[0] / (cost_fp[0] + cost_fn[1]), cost_fp[1] / (cost_fp[1] + cost_fn[0])],
  moves: ({ prior }) => [prior],
  upwards: true,
  labels,
  pill: (point) => formatPercent(probabilityOf(point)),
  underPointer({ model }, pcf, point) {
    const t = pcfAtProbability(pcf, point);
    const what = `Net benefit of ${axisField('cases')} cases at ${formatPercent(t)}, under the pointer`;
    return [[what, benefitWords(benefitAt(model, point, t))]];
  },
  window(panel, results, whole, live, point) {
    const [x] = existing(costPlace(results, point));
    return [windowAbove(whole, x, x, 1)[0], null];
  },
});
