/* Moves the review zone while the point moves: both thresholds, the area between them, and the envelope of its cost. */

import { axisCode, onAxes } from '../../core/cost-axes.js';
import { modelAt } from '../../core/operating-point.js';
import { panelNames, panelWith } from '../../core/panels.js';
import { roundPixel } from '../../core/polyline.js';
import { zoneAt, zoneEnvelope } from '../../core/review-zone.js';
import { placeOf } from '../../core/threshold-places.js';
import { on } from '../../state/events.js';
import { movingReview } from '../decision-text.js';
import { cornersPath, redrawMark, redrawPath, setTraceVisible } from '../drawn-traces.js';
import { currentPoint, liveData } from '../live-point.js';
import { getPanel, traceElement } from '../plotly-adapter.js';

/** @import { Panel } from '../../core/types.js' */
/** @import { LiveData, LiveModel, LiveReview, OperatingPoint } from '../../core/wire.js' */
/** @import { ZoneResults } from '../../core/review-zone.js' */

const CURVE = Array.from({ length: 199 }, (_, k) => (k + 1) / 200); // values of PC(+)
const TAILS = Array.from({ length: 60 }, (_, k) => 10 ** (-5 + k / 20)).filter((p) => p < 1 / 200);
const PCF = [...TAILS, ...CURVE, ...TAILS.map((p) => 1 - p).reverse()];

/** @param {Panel} panel @param {ZoneResults | null} zone @param {OperatingPoint} point */
function redrawEnds(panel, zone, point) {
  ['zone-low', 'zone-high'].forEach((uid, k) => {
    const place = zone && placeOf(panel.name, zone.ends[k], point);
    if (place) redrawMark(panel, uid, ...place);
    setTraceVisible(panel, uid, Boolean(place));
  });
}

/** From threshold to threshold, over the whole height. @param {Panel} panel @param {ZoneResults | null} zone @param {OperatingPoint} point */
function redrawArea(panel, zone, point) {
  if (!traceElement(panel, 'zone')) return;
  const places = zone ? zone.ends.map((end) => placeOf(panel.name, end, point)) : [];
  const low = places[0] ? roundPixel(panel.x(places[0][0])) : null;
  setTraceVisible(panel, 'zone', low !== null);
  if (low === null) return;
  const high = places[1] ? roundPixel(panel.x(places[1][0])) : panel.width;
  const d = `M${low},${panel.height}V0H${high}V${panel.height}`;
  redrawPath(panel, 'zone', 'js-fill', d + 'Z');
  redrawPath(panel, 'zone', 'js-line', d + 'Z');
}

/** @param {Panel} panel @param {LiveData} live @param {LiveReview} review @param {OperatingPoint} point */
function redrawEnvelope(panel, live, review, point) {
  if (!traceElement(panel, 'zone-curve')) return;
  const model = modelAt(live, review.owner);
  const corners = axisCode().zone?.(model, review, point) ?? alongPcf(model, review, point);
  redrawPath(panel, 'zone-curve', 'js-line', cornersPath(panel, corners));
}

/** @param {LiveModel} model @param {LiveReview} review @param {OperatingPoint} point */
function alongPcf(model, review, point) {
  const nec = PCF.map((pcf) => zoneEnvelope(model, review, point, pcf));
  return onAxes({ pcf: PCF, nec }, point);
}

on('panels-moved', (results) => {
  const [live, point, review] = [liveData(), currentPoint(), movingReview()];
  if (!results || !live || !point || !review) return;
  const zone = zoneAt(live, review, point);
  for (const name of panelNames()) {
    const panel = getPanel(name);
    if (!panel) continue;
    redrawEnds(panel, zone, point);
    if (name !== panelWith('cost_axes')) continue;
    redrawArea(panel, zone, point);
    redrawEnvelope(panel, live, review, point);
  }
});
