/* Redraws the choice of a criterion other than cost while the pointer drags; at rest, the server's answer is shown. */

import { chooseByCriterion, costMark, limitLine } from '../../core/criteria.js';
import { expectedCost, normalizedExpectedCost } from '../../core/operating-point.js';
import { panelNames } from '../../core/panels.js';
import { linePath } from '../../core/polyline.js';
import { hasPlaces, placeOf } from '../../core/threshold-places.js';
import { currentCaseUnit } from '../../state/conditions.js';
import { on } from '../../state/events.js';
import { rewriteChoice } from '../decision-text.js';
import { currentPoint, liveData } from '../live-point.js';
import { getPanel } from '../plotly-adapter.js';
import { redrawMark, redrawPath, setTraceVisible } from '../redraw.js';

/** @import { CriterionChoice } from '../../core/wire.js' */

/** @type {CriterionChoice | null} */
let served = null;

/**
 * Takes over the choice of the newest answer; null while the criterion is cost.
 * @param {CriterionChoice | null} choice
 */
export function settleChoice(choice) {
  served = choice || null;
  document.body.classList.toggle('choosing', Boolean(served));
}

function drawRoc(panel, point, choice) {
  const limit = limitLine(served, point, choice);
  if (limit) redrawPath(panel, 'choice-limit', 'js-line', linePath(panel, ...limit));
  if (!choice.rules) return;
  const [fpr, tpr] = ['fpr', 'tpr'].map((rate) => choice.rules.map((rule) => rule[rate]));
  redrawPath(panel, 'choice-edge', 'js-line', linePath(panel, fpr, tpr));
}

function drawChoice(name, panel, point, choice) {
  const place = placeOf(name, choice, point);
  if (place) redrawMark(panel, 'choice', ...place);
  setTraceVisible(panel, 'choice', place !== null);
}

function drawCost(panel, point, choice) {
  const costAt = (rule, at) => normalizedExpectedCost(rule.fpr, rule.tpr, at);
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
  const tie = liveData().hull.tie[choice.rules[0].vertex];
  redrawMark(panel, 'choice-vertex', tie, costAt(choice.rules[0], tie));
}

function drawCostLine(panel, uid, { fpr, tpr }) {
  redrawPath(panel, uid, 'js-line', linePath(panel, [0, 1], [fpr, 1 - tpr]));
}

/* What a criterion draws besides its choice. */
const CONSTRUCTION = { roc: drawRoc, cost: drawCost };

/* The card shows one threshold, and waits for the server where the choice becomes a mixture of two. */
function rewriteTexts(live, point, results, choice) {
  const { rules = null } = choice;
  const waits = Boolean(rules && rules.length > 1);
  document.body.classList.toggle('choice-waits', waits);
  if (waits) return;
  const rule = rules ? rules[0] : served.single;
  const cost = expectedCost(point, rule.fpr, rule.tpr);
  const chosen = { ...results, ...rule, cost, saving: results.trivial.cost - cost };
  rewriteChoice(live, point, chosen, currentCaseUnit(), Boolean(rules));
}

on('panels-moved', (results) => {
  const [live, point] = [liveData(), currentPoint()];
  const choice = results && live && chooseByCriterion(live.hull, point, served);
  if (!choice) {
    // With hold-out parts and with costs per case, only the server can compute the choice of a criterion.
    const waits = results && document.querySelector('.decision [data-choice]') !== null;
    document.body.classList.toggle('choice-waits', Boolean(waits));
    return;
  }
  for (const name of panelNames()) {
    const panel = hasPlaces(name) ? getPanel(name) : null;
    if (!panel) continue;
    drawChoice(name, panel, point, choice);
    if (name in CONSTRUCTION) CONSTRUCTION[name](panel, point, choice);
  }
  rewriteTexts(live, point, results, choice);
});
