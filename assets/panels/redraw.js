/* Redraws what depends on the operating point: rewrites plotly's own elements, panel by panel. */

import {
  bandOutline,
  costCurve,
  currentCostAxis,
  curvesKey,
  curvesMove,
  flatZone,
  heightAt,
  onAxes,
  pointPlace,
  trivialCurve,
} from '../core/cost-axes.js';
import { caseRates, precisionAt } from '../core/operating-point.js';
import { panelNames } from '../core/panels.js';
import { linePath, pathPen, precisionCurve, roundPixel } from '../core/polyline.js';
import { hasPlaces, placeOf } from '../core/threshold-places.js';
import { formatNumber, formatPercent } from '../text/numbers.js';
import { on } from '../state/events.js';
import { annotationStarting, axesOf, getPanel, movePrior, traceData, traceElement } from './plotly-adapter.js';

/** @import { Panel, Results } from '../core/types.js' */
/** @import { LiveData, OperatingPoint } from '../core/wire.js' */

/**
 * @param {Panel} panel
 * @param {string} uid
 * @param {string} kind class of the path, such as js-line
 * @param {string} d
 */
export function redrawPath(panel, uid, kind, d) {
  const trace = traceElement(panel, uid);
  if (!trace) return;
  for (const path of trace.querySelectorAll('path.' + kind)) path.setAttribute('d', d);
}

function placeMark(panel, mark, x, y) {
  const [px, py] = panel.at(x, y);
  mark.setAttribute('transform', `translate(${roundPixel(px)},${roundPixel(py)})`);
  // Plotly hides marks outside the axes; they reappear here.
  if (panel.contains(px, py)) mark.removeAttribute('display');
  else mark.setAttribute('display', 'none');
}

/**
 * @param {Panel} panel
 * @param {string} uid
 * @param {number} x
 * @param {number} y
 */
export function redrawMark(panel, uid, x, y) {
  const trace = traceElement(panel, uid);
  const mark = trace && trace.querySelector('path.point');
  if (mark) placeMark(panel, mark, x, y);
}

/**
 * Draws as many marks as there are points. Plotly restores its number of marks when it draws again.
 * @param {Panel} panel
 * @param {string} uid
 * @param {number[]} xs
 * @param {number[]} ys
 */
export function redrawMarks(panel, uid, xs, ys) {
  const trace = traceElement(panel, uid);
  const marks = trace ? Array.from(trace.querySelectorAll('path.point')) : [];
  if (marks.length === 0) return;
  while (marks.length < xs.length) {
    const more = /** @type {Element} */ (marks[0].cloneNode());
    marks[0].parentNode.append(more);
    marks.push(more);
  }
  marks.forEach((mark, k) =>
    k < xs.length ? placeMark(panel, mark, xs[k], ys[k]) : mark.setAttribute('display', 'none'),
  );
}

/**
 * @param {Panel} panel
 * @param {string} uid
 * @param {boolean} visible
 */
export function setTraceVisible(panel, uid, visible) {
  const trace = /** @type {HTMLElement | null} */ (traceElement(panel, uid));
  if (trace) trace.style.opacity = visible ? '1' : '0';
}

/* The stroke of a line: its colour in the current theme. */
function strokeOf(panel, uid) {
  const trace = traceElement(panel, uid);
  const path = /** @type {HTMLElement | null} */ (trace && trace.querySelector('path.js-line'));
  return path ? path.style.stroke : '';
}

const [STRONG, PLAIN] = ['2.5px', '1.75px']; // widths as in costdash/figures/style.py

/* The curve of the recommended model is stronger. */
function strengthenBest(panel, results, live) {
  if (!traceElement(panel, 'best')) return; // another criterion chooses
  for (const { i } of live.models) {
    const trace = traceElement(panel, 'model-' + i);
    const path = /** @type {HTMLElement | null} */ (trace && trace.querySelector('path.js-line'));
    const width = results.call === 'some' && results.owner === i ? STRONG : PLAIN;
    if (path && path.style.strokeWidth !== width) path.style.strokeWidth = width;
  }
}

/* The mark of the best threshold takes the colour of its model, or of another trace if it has none. */
function colourBest(panel, results, otherwise) {
  const stroke = strokeOf(panel, results.call === 'some' ? 'model-' + results.owner : otherwise);
  const trace = stroke && traceElement(panel, 'best');
  for (const path of trace ? trace.querySelectorAll('path.point') : []) {
    /** @type {HTMLElement} */ (path).style.stroke = stroke;
  }
}

/* An annotation with `align: left` keeps its left end. */
function reword(panel, start, words) {
  const annotation = annotationStarting(panel, start);
  const text = annotation && annotation.text;
  if (text && text.textContent !== words) text.textContent = words;
}

function redrawRoc(panel, results, live, { prior }) {
  const { iso } = results;
  redrawPath(panel, 'iso', 'js-line', linePath(panel, iso.x, iso.y));
  if (panel.axes.across) redrawGains(panel, results, prior);
}

/* Moves the lines of the gains chart to another prior; plotly's data belong to the prior of the drawn figure. */
function redrawGains(panel, results, prior) {
  const { prior: drawn } = panel.graph.layout.meta.rate_axes;
  const { fpr, tpr } = results;
  const share = panel.axes.across(fpr, tpr, prior);
  const lift = share > 0 ? `, lift ${formatNumber(tpr / share)}` : '';
  reword(panel, 'Positives found', `Positives found (at ${formatPercent(prior)} positives${lift})`);
  for (const { uid, x, y, mode, meta } of panel.graph.data) {
    if (uid === 'iso') continue;
    const fprs = Array.from(x, (value, k) => (value - drawn * y[k]) / (1 - drawn));
    const d = mode === 'markers' ? '' : linePath(panel, fprs, Array.from(y));
    if (d)
      for (const [kind, end] of [
        ['js-line', ''],
        ['js-fill', 'Z'],
      ])
        redrawPath(panel, uid, kind, d + end);
    else if (meta && meta.fpr !== undefined) redrawMark(panel, uid, meta.fpr, meta.tpr);
    else redrawMarks(panel, uid, fprs, Array.from(y));
  }
}

/* The image of a ROC path in the PR panel. */
function redrawPrecisionPath(panel, uid, path, prior) {
  if (!traceElement(panel, uid)) return;
  const pen = pathPen();
  precisionCurve(path, prior, panel, pen.to);
  redrawPath(panel, uid, 'js-line', pen.end());
}

/* Precision falls as fpr rises, so the ends of the band swap. */
function redrawPrecisionBand(panel, band, prior) {
  if (!traceElement(panel, 'band-' + band.i)) return;
  const pen = pathPen();
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

/* A fixed threshold keeps its rates, which the ROC panel has; its precision changes. */
function redrawFixedThreshold(panel, uid, prior) {
  const roc = getPanel('roc');
  const mark = roc && traceData(roc.graph, uid);
  if (!mark || !(mark.opacity > 0)) return;
  const { fpr, tpr } = mark.meta;
  const precision = precisionAt(fpr, tpr, prior);
  if (precision !== null) redrawMark(panel, uid, tpr, precision);
  setTraceVisible(panel, uid, precision !== null);
}

function redrawPrecisionNotes(panel, results, prior) {
  reword(panel, 'Flags that are right', `Flags that are right (precision, at ${formatPercent(prior)} positives)`);
  const none = annotationStarting(panel, 'flag none');
  const other = traceElement(panel, 'choice'); // another criterion's choice has a point
  if (none && none.node && !other) none.node.style.opacity = results.call === 'none' ? '1' : '0';
}

function redrawPrecision(panel, results, live, { prior }) {
  for (const model of live.models) redrawPrecisionPath(panel, 'model-' + model.i, caseRates(model), prior);
  for (const band of live.bands) redrawPrecisionBand(panel, band, prior);
  redrawPath(panel, 'noskill', 'js-line', linePath(panel, [0, 1], [prior, prior]));
  redrawPrecisionPath(panel, 'iso', { fpr: results.iso.x, tpr: results.iso.y }, prior);
  if (!live.hull.cases) {
    // the ROC panel has their rates in cases, unless costs differ from case to case
    redrawFixedThreshold(panel, 'today', prior);
    redrawFixedThreshold(panel, 'trial', prior);
  }
  redrawPrecisionNotes(panel, results, prior);
}

function redrawPcfLine(panel, x) {
  const drawn = traceData(panel.graph, 'pcf');
  if (drawn) redrawPath(panel, 'pcf', 'js-line', linePath(panel, [x, x], Array.from(drawn.y)));
}

/* The PC(+) line through the strip, which has a separate y axis. */
function redrawFoot(panel, place) {
  if (!traceElement(panel, 'pcf-foot')) return;
  const x = roundPixel(panel.x(place));
  redrawPath(panel, 'pcf-foot', 'js-line', `M${x},0L${x},${roundPixel(axesOf(panel.graph, 'yaxis2').height)}`);
}

/* A fixed threshold is a straight line in cost space, and its mark moves along it. */
function redrawOnCostLine(panel, uid, pcf) {
  const line = traceData(panel.graph, uid + '-line');
  if (line && line.opacity > 0) redrawMark(panel, uid, pcf, line.y[0] * (1 - pcf) + line.y[1] * pcf);
}

function redrawCost(panel, results, live, point) {
  const place = pointPlace(point);
  if (place !== null) {
    redrawPcfLine(panel, place);
    redrawFoot(panel, place);
  }
  if (curvesMove()) redrawAmounts(panel, live, point);
  else for (const uid of ['today', 'trial']) redrawOnCostLine(panel, uid, results.pcf);
}

/**
 * The `d` of a path through corners [x, y], in values of the panel.
 * @param {Panel} panel
 * @param {number[][]} corners
 */
export const cornersPath = (panel, corners) =>
  linePath(
    panel,
    corners.map(([x]) => x),
    corners.map(([, y]) => y),
  );

let drawnFor = ''; // the conditions that the curves of the cost panel were redrawn for
let rewritten = false; // whether the last redraw rewrote them

/** Whether the last redraw rewrote the curves of the cost panel: the strip moves with them. */
export const curvesRewritten = () => rewritten;

/* Curves are redrawn only if the conditions that they depend on changed; marks move with every condition. */
function redrawAmounts(panel, live, point) {
  for (const uid of ['today', 'trial']) redrawFixedMark(panel, uid, point);
  const key = curvesKey(point);
  rewritten = key !== drawnFor;
  if (!rewritten) return;
  drawnFor = key;
  for (const model of live.models) {
    redrawPath(panel, 'model-' + model.i, 'js-line', cornersPath(panel, costCurve(model, point)));
    redrawAmountBand(panel, 'band-' + model.i, point);
    redrawAmountBand(panel, 'gap-' + model.i, point);
    redrawScores(panel, 'score-' + model.i, point);
  }
  redrawPath(panel, 'trivial', 'js-line', cornersPath(panel, trivialCurve(point)));
  for (const uid of ['today', 'trial']) redrawFixedLine(panel, uid, point);
  redrawFlatZone(panel, live, point);
}

function redrawAmountBand(panel, uid, point) {
  const band = traceData(panel.graph, uid);
  if (!band || !band.meta) return;
  const d = cornersPath(panel, bandOutline(band.meta, point));
  redrawPath(panel, uid, 'js-fill', d + 'Z');
  redrawPath(panel, uid, 'js-line', d);
}

/* What scores give that are taken as probabilities. */
function redrawScores(panel, uid, point) {
  const drawn = traceData(panel.graph, uid);
  if (drawn && drawn.meta) redrawPath(panel, uid, 'js-line', cornersPath(panel, onAxes(drawn.meta, point)));
}

/* The rates of a fixed threshold, taken from the ROC panel, and its mark; null if there is no such threshold. */
function fixedThreshold(panel, uid) {
  const roc = getPanel('roc');
  const [rates, mark] = [roc && traceData(roc.graph, uid), traceData(panel.graph, uid)];
  if (!rates || !mark || !(mark.opacity > 0)) return null;
  return { mark, fpr: rates.meta.fpr, tpr: rates.meta.tpr };
}

function redrawFixedMark(panel, uid, point) {
  const fixed = fixedThreshold(panel, uid);
  if (!fixed) return;
  const place = pointPlace(point) ?? fixed.mark.x[0];
  redrawMark(panel, uid, place, heightAt(fixed, place, point));
}

function redrawFixedLine(panel, uid, point) {
  const fixed = fixedThreshold(panel, uid);
  const line = fixed && traceData(panel.graph, uid + '-line');
  if (!line) return;
  const corners = Array.from(line.x, (x) => [x, heightAt(fixed, x, point)]);
  redrawPath(panel, uid + '-line', 'js-line', cornersPath(panel, corners));
}

/* Where thresholds cost hardly more than the best. */
function redrawFlatZone(panel, live, point) {
  const { model: place, flat } = currentCostAxis();
  const model = live.models.find(({ i }) => i === place);
  if (!model || flat === undefined) return;
  const corners = costCurve(model, point);
  const [first, last] = flatZone(
    corners.map(([, y]) => y),
    flat,
  );
  const [high, low] = [corners[first][0], corners[last][0]];
  const d = `M${roundPixel(panel.x(low))},0H${roundPixel(panel.x(high))}V${panel.height}H${roundPixel(panel.x(low))}`;
  redrawPath(panel, 'flat', 'js-fill', d + 'Z');
  redrawPath(panel, 'flat', 'js-line', d);
}

function redrawBest(name, panel, results, point) {
  const place = placeOf(name, results, point);
  if (place) redrawMark(panel, 'best', ...place);
  setTraceVisible(panel, 'best', place !== null);
  colourBest(panel, results, traceElement(panel, 'pcf') ? 'pcf' : 'iso');
}

/* What moves in a panel besides the mark of the best threshold. */
const REDRAW = { roc: redrawRoc, pr: redrawPrecision, cost: redrawCost };

/* Hides labels and a mark of the figure that are valid only at its operating point; scripts draw the labels anew. */
function hideStaleLabels(panel) {
  const { graph } = panel;
  (graph.layout.annotations || []).forEach(({ name }, k) => {
    const label = name === 'moving' && graph.querySelector(`g.annotation[data-index="${k}"]`);
    if (label) label.style.opacity = '0';
  });
  setTraceVisible(panel, 'taken', false);
}

/**
 * @param {Results} results
 * @param {LiveData} live
 * @param {OperatingPoint} point
 */
export function redrawPanels(results, live, point) {
  movePrior(point.prior);
  for (const name of panelNames()) {
    const panel = hasPlaces(name) ? getPanel(name) : null;
    if (!panel) continue;
    hideStaleLabels(panel);
    if (name in REDRAW) REDRAW[name](panel, results, live, point);
    redrawBest(name, panel, results, point);
    strengthenBest(panel, results, live);
  }
}

on('panel-drawn', (name) => {
  if (name === 'cost') drawnFor = '';
});
