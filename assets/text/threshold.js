/* The effect and the cost of flagging at a threshold, worded exactly as in costdash.report.sentences.rules. */

import { caseRates, expectedCost, precisionAt } from '../core/operating-point.js';
import { caseUnitAt } from './case-unit.js';
import { costFormatter, formatPercent } from './numbers.js';

/** @import { CaseUnit, OperatingPoint } from '../core/wire.js' */

const EQUAL_COSTS = 1e-9; // as in costdash.report.sentences.amounts

/**
 * Share of all cases that are flagged.
 * @param {{ fpr: number, tpr: number }} rates
 * @param {number} prior
 */
export function shareFlagged(rates, prior) {
  const { fpr, tpr } = caseRates(rates);
  return prior * tpr + (1 - prior) * fpr;
}

/**
 * Two sentences.
 * @param {string} typed the threshold
 * @param {{ fpr: number, tpr: number }} rates
 * @param {OperatingPoint} point
 * @param {CaseUnit | null} caseUnit
 * @param {number} least cost per case at the model's best threshold
 * @returns {[string, string]}
 */
export function thresholdSentences(typed, rates, point, caseUnit, least) {
  const { fpr, tpr } = caseRates(rates);
  const { cases, words } = caseUnitAt(caseUnit, point.prior);
  const write = costFormatter(point);
  const precision = precisionAt(fpr, tpr, point.prior);
  const right = precision === null ? '' : `; ${formatPercent(precision)} of flags are right`;
  const cost = expectedCost(point, rates.fpr, rates.tpr);
  const more = cases * (cost - least);
  const scale = point.prior * point.cost_fn + (1 - point.prior) * point.cost_fp;
  const flags = formatPercent(shareFlagged(rates, point.prior));
  const verb = write.errors ? 'makes' : 'costs';
  const paid = `${write.total(cases * cost)} ${words}`;
  const apart = more > 0 ? write.more(more) : write.less(-more);
  const beside =
    Math.abs(more) > cases * EQUAL_COSTS * scale
      ? `${apart} than the best threshold on these rows: ${paid}.`
      : `${paid} on these rows.`;
  return [
    `A score of ${typed} or more flags ${flags} of all cases and finds ${formatPercent(tpr)} of the positives.`,
    `It flags ${formatPercent(fpr)} of the negatives${right}. It ${verb} ${beside}`,
  ];
}
