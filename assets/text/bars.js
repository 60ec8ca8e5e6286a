/* The bars of the comparison: the costs of this rule, today's rule and no model, each split by kind of error. */

import { totalCost } from '../core/operating-point.js';
import { caseUnitAt } from './case-unit.js';
import { ledgerTexts } from './ledger.js';
import { costFormatter } from './numbers.js';

/** @import { CaseUnit, OperatingPoint, Rates, TodaysBar, Trial } from '../core/wire.js' */

/** @typedef {{ label: string, missed: number, alarms: number, allowance: number, text: string }} Bar */

export const NO_MODEL = 'No model';
const [FEWEST, MOST] = [3, 5]; // digits of an amount

/**
 * The amount `other` with the fewest digits at which its printed difference from `reference` is right, as in
 * costdash.report.sentences.amounts.
 * @param {number} other
 * @param {number} reference
 * @param {(x: number, digits?: number) => string} bare
 */
export function amountBeside(other, reference, bare) {
  const [printed, apart] = [Number(reference.toPrecision(FEWEST)), bare(Math.abs(other - reference))];
  for (let digits = FEWEST; digits <= MOST; digits += 1) {
    if (bare(Math.abs(Number(other.toPrecision(digits)) - printed)) === apart) return bare(other, digits);
  }
  return bare(other);
}

/** Label and rates of the rules between the first bar and the bar of no model.
   @param {TodaysBar | null} today @param {Trial | null} trial @returns {[string, Rates][]} */
function besidesOf(today, trial) {
  /** @type {[string, Rates][]} */
  const rules = trial ? [['Recommended', trial.recommended]] : [];
  if (today && !today.same) rules.push([`Today, ${today.rule}`, today]);
  return rules;
}

/**
 * One bar per rule: missed positives, false alarms and allowances as shares of the longest bar, and the total; as
 * `compared_bars` in costdash.report.card, which adds the interval.
 * @param {OperatingPoint} point
 * @param {Rates} rule
 * @param {TodaysBar | null} today
 * @param {CaseUnit | null} [caseUnit]
 * @param {Trial | null} [trial] the trial threshold; then its bar is the first
 * @returns {Bar[]}
 */
export function barsOf(point, rule, today, caseUnit = null, trial = null) {
  const { cases } = caseUnitAt(caseUnit, point.prior);
  const { bare } = costFormatter(point);
  /** @param {number} total @param {number | null} beside */
  const printed = (total, beside) => (beside === null ? bare(total) : amountBeside(total, beside, bare));
  const printedTotal = ledgerTexts(point, trial ?? rule, caseUnit).total; // may take more digits, to add up
  /** @param {string} label @param {Rates} rates @param {number | null} [beside] @returns {Bar} */
  const bar = (label, rates, beside = null) => {
    const missed = cases * point.prior * point.cost_fn * (1 - rates.tpr);
    const alarms = cases * (1 - point.prior) * point.cost_fp * rates.fpr;
    const total = cases * totalCost(point, rates);
    const allowance = Math.max(0, total - missed - alarms);
    return { label, missed, alarms, allowance, text: printed(total, beside) };
  };
  const flagsAll = point.prior * point.cost_fn > (1 - point.prior) * point.cost_fp;
  const none = flagsAll ? { fpr: 1, tpr: 1 } : { fpr: 0, tpr: 0 };
  const first = trial ? bar(`Trying ${trial.rule}`, trial) : bar('This rule', rule);
  const paid = cases * totalCost(point, trial ?? rule);
  const bars = [first, ...besidesOf(today, trial).map(([label, rates]) => bar(label, rates, paid))];
  bars.push(bar(`${NO_MODEL}, flag ${flagsAll ? 'all' : 'none'}`, none, paid));
  first.text = printedTotal ?? first.text;
  const longest = Math.max(...bars.map(({ missed, alarms, allowance }) => missed + alarms + allowance)) || 1;
  return bars.map((each) => ({
    ...each,
    missed: each.missed / longest,
    alarms: each.alarms / longest,
    allowance: each.allowance / longest,
  }));
}
