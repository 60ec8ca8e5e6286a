/* The precision-recall panel: curves, bands and marks move with the prior. */

import { caseRates, curveOf, precisionAt } from '../../core/operating-point.js';
import { addPanel } from '../../core/panels.js';
import { linePath, pathPen, precisionCurve } from '../../core/polyline.js';
import { windowAround } from '../../core/zoom-windows.js';
import { formatPercent } from '../../text/numbers.js';
import { redrawFixedMarks, redrawPath, reword } from '../drawn-traces.js';
import { annotationStarting, traceData, traceElement } from '../plotly-adapter.js';

/** @import { MakeLabels, Panel, RangePath, Redraw, Results } from '../../core/types.js' */
/** @import { LiveBand, LiveModel } from '../../core/wire.js' */

const RANDOM = [0, 0.3, 0.6]; // recall at which the name of flagging at random may begin
const BESIDE = 12; // pixels from a line to the middle of its name

/** The image of a ROC path in the PR panel.
   @param {Panel} panel @param {string} uid @param {Pick<LiveModel, 'fpr' | 'tpr'>} path @param {number} prior */
function redrawPrecisionPath(panel, uid, path, prior) {
  if (!traceElement(panel, uid)) return;
  const pen = pathPen();
  precisionCurve(path, prior, panel, pen.to);
  redrawPath(panel, uid, 'js-line', pen.end());
}

/** Precision falls as fpr rises, so the ends of the band swap.
   @param {Panel} panel @param {LiveBand} band @param {number} prior */
function redrawPrecisionBand(panel, band, prior) {
  if (!traceElement(panel, 'band-' + band.i)) return;
  const pen = pathPen();
  /** @param {number[]} fpr @param {number} k */
  const put = (fpr, k) => {
    const precision = precisionAt(fpr[k], band.recall[k], prior);
    if (precision !== null) pen.to(panel.x(band.recall[k]), panel.y(precision));
  };
  for (let k = 0; k < band.recall.length; k += 1) put(band.high, k);
  for (let k = band.recall.length - 1; k >= 0; k -= 1) put(band.low, k);
  const d = pen.end();
  redrawPath(panel, 'band-' + band.i, 'js-fill', d + 'Z');
  redrawPath(panel, 'band-' + band.i, 'js-line', d);
}

/** @param {Panel} panel @param {Results} results @param {number} prior */
function redrawPrecisionNotes(panel, results, prior) {
  reword(panel, 'Flags that are right', `Flags that are right (precision, at ${formatPercent(prior)} positives)`);
  const none = annotationStarting(panel, 'flag none');
  const other = traceElement(panel, 'choice'); // another criterion's choice has a point
  if (none && none.node && !other) none.node.style.opacity = results.call === 'none' ? '1' : '0';
}

/** The curve of the segment that is shown, whose rates stay. @param {Panel} panel @param {number} prior */
function redrawSegment(panel, prior) {
  const path = traceData(panel.graph, 'segment')?.meta?.path;
  if (path) redrawPrecisionPath(panel, 'segment', path, prior);
}

/** @type {Redraw} */
function redraw(panel, results, live, point) {
  const { prior } = point;
  for (const model of live.models) redrawPrecisionPath(panel, 'model-' + model.i, caseRates(model), prior);
  for (const band of live.bands) redrawPrecisionBand(panel, band, prior);
  redrawSegment(panel, prior);
  redrawPath(panel, 'noskill', 'js-line', linePath(panel, [0, 1], [prior, prior]));
  redrawPrecisionPath(panel, 'iso', { fpr: results.iso.x, tpr: results.iso.y }, prior);
  if (!live.hull.cases) redrawFixedMarks(panel, point); // their rates are in cases, unless costs differ from case to case
  redrawPrecisionNotes(panel, results, prior);
}

/** @type {MakeLabels} */
function labels({ panel, point: { prior }, label, put, along }) {
  const y = panel.y(prior);
  const random = RANDOM.flatMap((x) =>
    [-BESIDE, BESIDE].map((down) => label(['flagging at random'], panel.x(x) + 6, y + down, { kind: 'quiet' })),
  );
  return [...put('random', random), ...along('iso', 'iso', ['same cost'])];
}

/** The image of the vertices that are optimal. @type {RangePath} */
function range(panel, ranges, { prior }) {
  const pen = pathPen();
  precisionCurve(curveOf(ranges), prior, panel, pen.to);
  return pen.end();
}

addPanel('pr', {
  redraw,
  labels,
  range,
  window(panel, results) {
    const recall = caseRates(results).tpr;
    const { precision } = results;
    const high = precision === null || precision > 0.4;
    return [[Math.max(0, recall - 0.5), Math.min(1, recall + 0.5)], high ? null : windowAround(precision, 1)];
  },
  centre: (results) => [caseRates(results).tpr, results.precision],
});
