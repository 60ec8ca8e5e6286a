/* Redraws what depends on the ranges while one is dragged: the shading of PC(+), and the part of the hull in use. */

import { curvesMove, rangeEnds } from '../../core/cost-readings.js';
import { linePath } from '../../core/polyline.js';
import { answersWithin } from '../../core/ranges.js';
import { chosenBasis } from '../../state/conditions.js';
import { emit, on } from '../../state/events.js';
import { rangeRows } from '../../text/sensitivity.js';
import { currentPoint, liveData } from '../live-point.js';
import { getPanel } from '../plotly-adapter.js';
import { redrawMarks, redrawPath } from '../redraw.js';

const TOP = 0.5; // upper end of the shading, as in costdash.figures
let worded = ''; // the ranges that the table is about, as JSON

function drawShading(ranges) {
  const panel = getPanel('cost');
  const ends = panel && rangeEnds(ranges);
  if (!ends) return;
  const [low, high] = ends;
  const [bottom, top] = curvesMove() ? [panel.height, 0].map(panel.valueAtY) : [0, TOP];
  const d = linePath(panel, [low, low, high, high], [bottom, top, top, bottom]);
  redrawPath(panel, 'interval', 'js-fill', d + 'Z');
  redrawPath(panel, 'interval', 'js-line', d);
}

function drawHullPart(answers) {
  const panel = getPanel('roc');
  if (!panel) return;
  const byVertex = new Map(answers.map((answer) => [answer.vertex, answer]));
  const drawn = [...byVertex.values()].sort((one, other) => one.vertex - other.vertex);
  const [fpr, tpr] = ['fpr', 'tpr'].map((rate) => drawn.map((answer) => answer[rate]));
  redrawPath(panel, 'segment', 'js-line', linePath(panel, fpr, tpr));
  for (const uid of ['segment', 'segment-vertices']) redrawMarks(panel, uid, fpr, tpr);
}

/** Called when the server's table is on the page. */
export function forgetRangeWords() {
  worded = '';
}

on('panels-moved', (results) => {
  const live = liveData();
  const { ranges = null } = currentPoint() || {};
  if (!results || !live || !ranges) return;
  drawShading(ranges);
  drawHullPart(answersWithin(live, ranges));
  const asked = JSON.stringify(ranges);
  if (asked === worded) return;
  worded = asked;
  emit('ranges-worded', rangeRows(live, ranges, chosenBasis()));
});
