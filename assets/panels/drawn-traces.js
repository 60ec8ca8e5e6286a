/* Rewrites the elements of a trace as plotly has drawn it: a path, a mark, marks, its visibility, an annotation. */

import { linePath, roundPixel } from '../core/polyline.js';
import { placeOf } from '../core/threshold-places.js';
import { annotationStarting, traceData, traceElement } from './plotly-adapter.js';

/** @import { Panel, PlacedRates, Trace } from '../core/types.js' */
/** @import { OperatingPoint } from '../core/wire.js' */

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

/** @param {Panel} panel @param {Element} mark @param {number} x @param {number} y */
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
    marks[0].parentNode?.append(more);
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
  const trace = traceElement(panel, uid);
  if (trace) trace.style.opacity = visible ? '1' : '0';
}

/**
 * The rule that a mark stands for; null if it stands for none.
 * @param {Trace | undefined} trace
 * @returns {PlacedRates | null}
 */
export function ruleOf(trace) {
  const { fpr, tpr, ...more } = trace?.meta ?? {};
  return fpr === undefined || tpr === undefined ? null : { fpr, tpr, ...more };
}

/**
 * The marks of today's rule and of the trial threshold, whose rates stay.
 * @param {Panel} panel
 * @param {OperatingPoint} point
 */
export function redrawFixedMarks(panel, point) {
  for (const uid of ['today', 'trial']) {
    const rule = ruleOf(traceData(panel.graph, uid));
    if (!rule) continue;
    const place = placeOf(panel.name, rule, point);
    if (place) redrawMark(panel, uid, ...place);
    setTraceVisible(panel, uid, place !== null);
  }
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

/**
 * Rewrites the annotation that starts with some words. One with `align: left` keeps its left end.
 * @param {Panel} panel
 * @param {string} start
 * @param {string} words
 */
export function reword(panel, start, words) {
  const annotation = annotationStarting(panel, start);
  const text = annotation && annotation.text;
  if (text && text.textContent !== words) text.textContent = words;
}
