/* The bars of the comparison: the costs of this rule, today's rule and no model, each split by kind of error. */

import { totalCost } from '../core/operating-point.js';
import { caseUnitAt } from './case-unit.js';
import { ledgerTexts } from './ledger.js';
import { costFormatter } from './numbers.js';

/** @import { CaseUnit, OperatingPoint, Rates, TodaysBar, Trial } from '../core/wire.js' */

/** @typedef {{ label: string, missed: number, alarms: number, allowance: number, reviewed: number, text: string }} Bar */

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

/** Whether flagging all is the better trivial rule, and its rates. @param {OperatingPoint} point @returns {[boolean, Rates]} */
function trivialRule({ prior, cost_fn, cost_fp }) {
  const all = prior * cost_fn > (1 - prior) * cost_fp;
  return [all, { fpr: Number(all), tpr: Number(all) }];
}

/** What reviews cost per case on the rows. @param {Rates} rates */
const reviewCost = ({ review }) => (review ? review.price * review.share : 0);

/** The name of the first bar. @param {Trial | null} trial @param {Rates | null} single */
function firstLabel(trial, single) {
  if (trial) return `Trying ${trial.rule}`;
  return single ? 'With review' : 'This rule';
}

/** Label and rates of the rules between the first bar and the bar of no model.
   @param {TodaysBar | null} today @param {Trial | null} trial @param {Rates | null} single
   @returns {[string, Rates][]} */
function besidesOf(today, trial, single) {
  /** @type {[string, Rates][]} */
  const rules = trial ? [['Recommended', trial.recommended]] : [];
  if (single) rules.push(['One threshold', single]);
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
 * @param {Rates | null} [single] beside a review zone, the rule of one threshold
 * @returns {Bar[]}
 */
export function barsOf(point, rule, today, caseUnit = null, trial = null, single = null) {
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
    const reviewed = cases * reviewCost(rates);
    const allowance = Math.max(0, total - missed - alarms - reviewed);
    return { label, missed, alarms, allowance, reviewed, text: printed(total, beside) };
  };
  const [all, none] = trivialRule(point);
  const first = bar(firstLabel(trial, single), trial ?? rule);
  const paid = cases * totalCost(point, trial ?? rule);
  const bars = [first, ...besidesOf(today, trial, single).map(([label, rates]) => bar(label, rates, paid))];
  bars.push(bar(`${NO_MODEL}, flag ${all ? 'all' : 'none'}`, none, paid));
  first.text = printedTotal ?? first.text;
  const lengths = bars.map(({ missed, alarms, allowance, reviewed }) => missed + alarms + allowance + reviewed);
  const longest = Math.max(...lengths) || 1;
  return bars.map((each) => ({
    ...each,
    missed: each.missed / longest,
    alarms: each.alarms / longest,
    allowance: each.allowance / longest,
    reviewed: each.reviewed / longest,
  }));
}
