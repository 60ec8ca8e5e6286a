/* Redraws the choice of a criterion other than cost while the pointer drags; at rest, the server's answer is shown. */

import { chooseByCriterion, ratesElsewhere } from '../../core/criteria.js';
import { totalCost } from '../../core/operating-point.js';
import { panelCode, panelNames } from '../../core/panels.js';
import { hasPlaces, placeOf } from '../../core/threshold-places.js';
import { currentCaseUnit } from '../../state/conditions.js';
import { on } from '../../state/events.js';
import { rewriteChoice } from '../decision-text.js';
import { redrawMark, setTraceVisible } from '../drawn-traces.js';
import { currentPoint, liveData } from '../live-point.js';
import { getPanel } from '../plotly-adapter.js';

/** @import { Choice, Panel, Results } from '../../core/types.js' */
/** @import { CriterionChoice, LiveData, OperatingPoint } from '../../core/wire.js' */

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

/** Whether a criterion other than cost, such as a limit, chose the rule of the newest answer. With hold-out parts and with
   costs per case its choice is not served, but the card is marked. */
export const isChosenByCriterion = () => Boolean(served) || document.querySelector('.decision [data-choice]') !== null;

/** @param {Panel} panel @param {OperatingPoint} point @param {Choice} choice */
function drawChoice(panel, point, choice) {
  const place = placeOf(panel.name, choice, point);
  if (place) redrawMark(panel, 'choice', ...place);
  setTraceVisible(panel, 'choice', place !== null);
}

/** The card shows one threshold, and waits for the server where the choice becomes a mixture of two.
   @param {LiveData} live @param {OperatingPoint} point @param {Results} results @param {Choice} choice
   @param {CriterionChoice} given */
function rewriteTexts(live, point, results, { rules }, given) {
  const waits = Boolean(rules && rules.length > 1);
  document.body.classList.toggle('choice-waits', waits);
  if (waits) return;
  const rule = rules ? rules[0] : given.single;
  const rates = { ...rule, ...ratesElsewhere(rule, given.single) };
  const cost = totalCost(point, rates);
  const chosen = { ...results, ...rates, cost, saving: results.trivial.cost - cost };
  rewriteChoice(live, point, chosen, currentCaseUnit(), Boolean(rules));
}

/** @param {LiveData} live @param {OperatingPoint} point @param {Choice} choice @param {CriterionChoice} given */
function drawEverywhere(live, point, choice, given) {
  for (const name of panelNames()) {
    const panel = hasPlaces(name) ? getPanel(name) : null;
    if (!panel) continue;
    drawChoice(panel, point, choice);
    panelCode(name).construction?.(panel, choice, given, live, point);
  }
}

on('panels-moved', (results) => {
  const [live, point] = [liveData(), currentPoint()];
  const choice = results && live && point && chooseByCriterion(live.hull, point, served);
  if (choice && served) {
    drawEverywhere(live, point, choice, served);
    rewriteTexts(live, point, results, choice, served);
    return;
  }
  // With hold-out parts and with costs per case, only the server can compute the choice of a criterion.
  document.body.classList.toggle('choice-waits', Boolean(results) && isChosenByCriterion());
});
