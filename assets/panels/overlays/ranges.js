/* While a range is dragged, redraws the shading of PC(+) and the part of the hull that is optimal within the ranges. */

import { curvesMove, rangeEnds } from '../../core/cost-axes.js';
import { curveOf } from '../../core/operating-point.js';
import { panelWith } from '../../core/panels.js';
import { linePath } from '../../core/polyline.js';
import { rulesWithin } from '../../core/ranges.js';
import { rangeRows } from '../../text/sensitivity.js';
import { currentCaseUnit } from '../../state/conditions.js';
import { emit, on } from '../../state/events.js';
import { redrawMarks, redrawPath } from '../drawn-traces.js';
import { currentPoint, liveData } from '../live-point.js';
import { getPanel } from '../plotly-adapter.js';

/** @import { Ranges } from '../../core/wire.js' */

const TOP = 0.5; // upper end of the shading, as in costdash.figures
let worded = ''; // the ranges that the table is about, as JSON

/** @param {Ranges} ranges */
function drawShading(ranges) {
  const panel = getPanel(panelWith('cost_axes'));
  const ends = panel && rangeEnds(ranges);
  if (!ends) return;
  const [low, high] = ends;
  const [bottom, top] = curvesMove() ? [panel.height, 0].map(panel.valueAtY) : [0, TOP];
  const d = linePath(panel, [low, low, high, high], [bottom, top, top, bottom]);
  redrawPath(panel, 'interval', 'js-fill', d + 'Z');
  redrawPath(panel, 'interval', 'js-line', d);
}

/** @param {ReturnType<typeof rulesWithin>} rules */
function drawOptimalRange(rules) {
  const panel = getPanel(panelWith('places', 'rates'));
  if (!panel) return;
  const byVertex = new Map(rules.map((rule) => [rule.vertex, rule]));
  const drawn = [...byVertex.values()].sort((a, other) => a.vertex - other.vertex);
  const { fpr, tpr } = curveOf(drawn);
  redrawPath(panel, 'optimal-range', 'js-line', linePath(panel, fpr, tpr));
  for (const uid of ['optimal-range', 'optimal-vertices']) redrawMarks(panel, uid, fpr, tpr);
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
  drawOptimalRange(rulesWithin(live, ranges));
  const asked = JSON.stringify(ranges);
  if (asked === worded) return;
  worded = asked;
  emit('ranges-worded', rangeRows(live, ranges, currentCaseUnit()));
});
