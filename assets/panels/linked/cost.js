/* The cost panel: what moves along each of its axes. What differs between the axes is in panels/cost-axes/. */

import {
  amount,
  axisCode,
  bandOutline,
  costCurve,
  costPlace,
  curvesKey,
  curvesMove,
  heightAt,
  lossBetween,
  onAxes,
  pointPlace,
  rangeEnds,
  trivialCurve,
} from '../../core/cost-axes.js';
import { costMark, ratesElsewhere } from '../../core/criteria.js';
import { existing } from '../../core/existing.js';
import { normalizedExpectedCost } from '../../core/operating-point.js';
import { addPanel } from '../../core/panels.js';
import { linePath, roundPixel } from '../../core/polyline.js';
import { cornersPath, redrawMark, redrawPath, ruleOf, setTraceVisible } from '../drawn-traces.js';
import { axesOf, traceData, traceElement } from '../plotly-adapter.js';

/** @import { Construct, Panel, PlacedRates, Redraw, Sheet, StepPaths, Trace } from '../../core/types.js' */
/** @import { LiveData, OperatingPoint } from '../../core/wire.js' */

/** @param {Panel} panel @param {number} x */
function redrawPcfLine(panel, x) {
  const drawn = traceData(panel.graph, 'pcf');
  if (drawn) redrawPath(panel, 'pcf', 'js-line', linePath(panel, [x, x], Array.from(drawn.y)));
}

/** The PC(+) line through the strip, which has a separate y axis. @param {Panel} panel @param {number} place */
function redrawFoot(panel, place) {
  if (!traceElement(panel, 'pcf-foot')) return;
  const x = roundPixel(panel.x(place));
  redrawPath(panel, 'pcf-foot', 'js-line', `M${x},0L${x},${roundPixel(axesOf(panel.graph, 'yaxis2').height)}`);
}

/** The conditions of the segment that is shown: its odds of being positive are a multiple of everybody's.
   @param {Panel} panel @param {OperatingPoint} point */
function redrawSegmentPoint(panel, point) {
  const drawn = traceData(panel.graph, 'segment-point');
  const place = segmentPlace(drawn, point);
  if (drawn && place !== null)
    redrawPath(panel, 'segment-point', 'js-line', linePath(panel, [place, place], [...drawn.y]));
}

/** Where on the x axis the conditions of the segment lie. @param {Trace | undefined} drawn @param {OperatingPoint} point */
function segmentPlace(drawn, point) {
  const odds = (drawn?.meta?.odds_ratio ?? NaN) * (point.prior / (1 - point.prior));
  return Number.isFinite(odds) ? pointPlace({ ...point, prior: odds / (1 + odds) }) : null;
}

/** Beside the line of the segment's conditions, where there is room. @param {Sheet} sheet */
function segmentLabel({ panel, point, label, put }) {
  const drawn = traceData(panel.graph, 'segment-point');
  const place = segmentPlace(drawn, point);
  if (place === null) return [];
  const [x, lines] = [panel.x(place), drawn?.meta?.lines ?? []];
  const heights = [20, 60, panel.height / 2, panel.height - 24];
  return put(
    'segment-point',
    heights.flatMap((y) => [
      label(lines, x + 6, y, { kind: 'second' }),
      label(lines, x - 6, y, { kind: 'second', anchor: 'end' }),
    ]),
  );
}

/** A fixed threshold is a straight line in cost space, and its mark moves along it.
   @param {Panel} panel @param {string} uid @param {number} pcf */
function redrawOnCostLine(panel, uid, pcf) {
  const line = traceData(panel.graph, uid + '-line');
  if (line?.opacity) redrawMark(panel, uid, pcf, line.y[0] * (1 - pcf) + line.y[1] * pcf);
}

/** From a rule's cost on the rows to its cost on other rows.
   @param {Panel} panel @param {import('../../core/wire.js').Rates} rates @param {OperatingPoint} point */
function redrawAllowance(panel, rates, point) {
  const ends = rates.expected && [rates, rates.expected].map((each) => costPlace(each, point));
  const [rows, total] = ends ?? [];
  const shown = Boolean(rows && total && rows[1] !== total[1]);
  setTraceVisible(panel, 'allowance', shown);
  if (!shown || !rows || !total) return;
  redrawPath(panel, 'allowance', 'js-line', linePath(panel, [rows[0], total[0]], [rows[1], total[1]]));
  redrawMark(panel, 'allowance', total[0], total[1]);
}

/** @type {Redraw} */
function redraw(panel, results, live, point) {
  if (traceElement(panel, 'best')) redrawAllowance(panel, results, point);
  else if (!document.body.classList.contains('choosing')) setTraceVisible(panel, 'allowance', false); // waits
  const place = pointPlace(point);
  if (place !== null) {
    redrawPcfLine(panel, place);
    redrawFoot(panel, place);
  }
  redrawSegmentPoint(panel, point);
  if (curvesMove()) redrawAmounts(panel, live, point);
  else for (const uid of ['today', 'trial']) redrawOnCostLine(panel, uid, results.pcf);
}

let drawnFor = ''; // the conditions that the curves were redrawn for

/** Curves are redrawn only if the conditions that they depend on changed; marks move with every condition.
   @param {Panel} panel @param {LiveData} live @param {OperatingPoint} point */
function redrawAmounts(panel, live, point) {
  for (const uid of ['today', 'trial']) redrawFixedMark(panel, uid, point);
  const key = curvesKey(point);
  if (key === drawnFor) return;
  drawnFor = key;
  for (const model of live.models) {
    redrawPath(panel, 'model-' + model.i, 'js-line', cornersPath(panel, costCurve(model, point)));
    redrawAmountBand(panel, 'band-' + model.i, point);
    redrawAmountBand(panel, 'gap-' + model.i, point);
    redrawGiven(panel, 'score-' + model.i, point);
  }
  for (const uid of ['other-rows', 'segment']) redrawGiven(panel, uid, point);
  redrawPath(panel, 'trivial', 'js-line', cornersPath(panel, trivialCurve(point)));
  for (const uid of ['today', 'trial']) redrawFixedLine(panel, uid, point);
  redrawFlatZone(panel, live, point);
}

/** @param {Panel} panel @param {string} uid @param {OperatingPoint} point */
function redrawAmountBand(panel, uid, point) {
  const { pcf, low, high } = traceData(panel.graph, uid)?.meta ?? {};
  if (!pcf || !low || !high) return;
  const d = cornersPath(panel, bandOutline({ pcf, low, high }, point));
  redrawPath(panel, uid, 'js-fill', d + 'Z');
  redrawPath(panel, uid, 'js-line', d);
}

/** A curve between the envelopes: scores taken as probabilities, the cost to expect on other rows, or that of a segment,
   also by its thresholds. @param {Panel} panel @param {string} uid @param {OperatingPoint} point */
function redrawGiven(panel, uid, point) {
  const drawn = traceData(panel.graph, uid);
  const { pcf, nec, path } = drawn?.meta ?? {};
  if (pcf && nec) redrawPath(panel, uid, 'js-line', cornersPath(panel, onAxes({ pcf, nec }, point)));
  if (!drawn || !path) return;
  const corners = Array.from(drawn.x, (x, k) => [x, amount(point, { fpr: path.fpr[k], tpr: path.tpr[k] })]);
  redrawPath(panel, uid, 'js-line', cornersPath(panel, corners));
}

/** A fixed threshold and its x as it is drawn; null if there is no such threshold.
   @param {Panel} panel @param {string} uid @returns {(PlacedRates & { x: number }) | null} */
function fixedThreshold(panel, uid) {
  const mark = traceData(panel.graph, uid);
  const rule = ruleOf(mark);
  return mark?.opacity && rule ? { x: mark.x[0], ...rule } : null;
}

/** @param {Panel} panel @param {string} uid @param {OperatingPoint} point */
function redrawFixedMark(panel, uid, point) {
  const fixed = fixedThreshold(panel, uid);
  if (!fixed) return;
  const place = pointPlace(point) ?? (axisCode().oneModel ? fixed.x : existing(costPlace(fixed, point))[0]);
  redrawMark(panel, uid, place, heightAt(fixed, place, point));
}

/** @param {Panel} panel @param {string} uid @param {OperatingPoint} point */
function redrawFixedLine(panel, uid, point) {
  const fixed = fixedThreshold(panel, uid);
  const line = fixed && traceData(panel.graph, uid + '-line');
  if (!line) return;
  const corners = Array.from(line.x, (x) => [x, heightAt(fixed, x, point)]);
  redrawPath(panel, uid + '-line', 'js-line', cornersPath(panel, corners));
}

/** Where thresholds cost hardly more than the best.
   @param {Panel} panel @param {LiveData} live @param {OperatingPoint} point */
function redrawFlatZone(panel, live, point) {
  const ends = axisCode().flatZone?.(live, point);
  if (!ends) return;
  const [low, high] = ends.map((x) => roundPixel(panel.x(x)));
  const d = `M${low},0H${high}V${panel.height}H${low}`;
  redrawPath(panel, 'flat', 'js-fill', d + 'Z');
  redrawPath(panel, 'flat', 'js-line', d);
}

/** In the band of the ranges, where it is wide enough. @param {Sheet} sheet */
function rangeLabel({ panel, point: { ranges }, has, label, put, widthOf }) {
  const given = ranges && has('interval') ? rangeEnds(ranges) : null;
  if (!given) return [];
  const [low, high] = given.map((at) => Math.min(Math.max(panel.x(at), 0), panel.width));
  if (high - low < widthOf('your ranges') + 16) return [];
  const heights = [panel.height - 12, 12, panel.height / 2];
  const candidates = heights.flatMap((y) => [
    label(['your ranges'], high - 8, y, { anchor: 'end', kind: 'ranges' }),
    label(['your ranges'], low + 8, y, { kind: 'ranges' }),
  ]);
  return put('ranges', candidates);
}

/** @typedef {{ pcf: number[], low: number[], high: number[] }} Loss along PC(+), between two costs */

const NO_LOSS = 1e-9; // a cost that comes of rounding

/** Ranges of PC(+) in which reliability steps lose something; elsewhere the loss is a line of no height.
   @param {Loss} loss */
function lossRanges({ pcf, low, high }) {
  /** @type {Loss[]} */
  const ranges = [];
  let end = -2; // of the last range
  pcf.forEach((p, k) => {
    const inside = [k - 1, k, k + 1].some((near) => high[near] > low[near] + NO_LOSS);
    if (!inside) return;
    if (end !== k - 1) ranges.push({ pcf: [], low: [], high: [] });
    end = k;
    const range = ranges[ranges.length - 1];
    range.pcf.push(p);
    range.low.push(low[k]);
    range.high.push(high[k]);
  });
  return ranges;
}

/** What reliability steps lose, or the steps where x is their score. @type {StepPaths} */
function steps(panel, model, from, to, live, point) {
  const alongAxis = axisCode().steps;
  if (alongAxis) return [[cornersPath(panel, alongAxis(model, from, to, live, point)), 'range']];
  const ranges = lossRanges(lossBetween(model, from, to));
  return ranges.map((range) => [cornersPath(panel, bandOutline(range, point)) + 'Z', 'loss']);
}

/** @param {Panel} panel @param {string} uid @param {{ fpr: number, tpr: number }} rates */
function drawCostLine(panel, uid, { fpr, tpr }) {
  redrawPath(panel, uid, 'js-line', linePath(panel, [0, 1], [fpr, 1 - tpr]));
}

/** @type {Construct} */
function construction(panel, choice, served, live, point) {
  const { fpr, tpr } = choice;
  const elsewhere = ratesElsewhere({ fpr, tpr, call: 'some' }, { ...served, call: 'some' });
  redrawAllowance(panel, { fpr, tpr, ...elsewhere }, point);
  const mark = costMark(served, point, choice);
  if (mark) redrawMark(panel, 'choice-mark', ...mark);
  if (!choice.rules) return;
  drawCostLine(panel, 'choice-line', choice);
  const mixed = choice.rules.length > 1;
  for (const k of [0, 1]) {
    if (mixed) drawCostLine(panel, `choice-rule-${k}`, choice.rules[k]);
    setTraceVisible(panel, `choice-rule-${k}`, mixed);
  }
  setTraceVisible(panel, 'choice-vertex', mixed);
  if (!mixed) return;
  const [shared] = choice.rules;
  const tie = live.hull.tie[shared.vertex];
  redrawMark(panel, 'choice-vertex', tie, normalizedExpectedCost(shared.fpr, shared.tpr, tie));
}

addPanel('cost', {
  redraw,
  forget() {
    drawnFor = '';
  },
  labels: (sheet) => [...(axisCode().labels?.(sheet) || []), ...segmentLabel(sheet), ...rangeLabel(sheet)],
  named: () => !axisCode().oneModel,
  today: { text: 'today', left: true },
  line: (panel, rates) => axisCode().line?.(panel, rates) || '',
  range: (panel, ranges, point) => axisCode().range?.(panel, ranges, point) || '',
  steps,
  construction,
  window: (...given) => axisCode().window?.(...given) || null,
});
