/* The bars of the comparison: what this rule, today's rule and no model cost, as parts of one total each. */

import { basisAt } from './basis.js';
import { costFormatter } from './numbers.js';

/** @import { Basis, OperatingPoint } from '../core/types.js' */

/** @typedef {{ label: string, missed: number, alarms: number, low?: number, high?: number, text: string }} Bar */
/** @typedef {{ rule: string, fpr: number, tpr: number, same: boolean }} TodaysRule */
/** @typedef {{ rule: string, fpr: number, tpr: number, recommended: { fpr: number, tpr: number } }} Tried */

const [FEWEST, MOST] = [3, 5]; // digits of an amount

/**
 * An amount with the fewest digits at which the printed difference from `own` is right, as in
 * costdash.report.sentences.amounts.
 * @param {number} other
 * @param {number} own
 * @param {(x: number, digits?: number) => string} bare
 */
export function amountBeside(other, own, bare) {
  const [printed, apart] = [Number(own.toPrecision(FEWEST)), bare(Math.abs(other - own))];
  for (let digits = FEWEST; digits <= MOST; digits += 1) {
    if (bare(Math.abs(Number(other.toPrecision(digits)) - printed)) === apart) return bare(other, digits);
  }
  return bare(other);
}

/* Label and rates of the rules between the first and no model.
   @returns {[string, { fpr: number, tpr: number }][]} */
const besidesOf = (today, tried) => [
  ...(tried ? [['Recommended', tried.recommended]] : []),
  ...(today && !today.same ? [[`Today, ${today.rule}`, today]] : []),
];

/**
 * One bar per rule: missed positives and false alarms as shares of the longest bar, and the total as text.
 * @param {OperatingPoint} point
 * @param {{ fpr: number, tpr: number }} rates of this rule
 * @param {TodaysRule | null} today
 * @param {number[] | null} interval of its cost per case
 * @param {Basis | null} [basis]
 * @param {Tried | null} [tried] the rule that is tried; then its bar is the first
 * @returns {Bar[]}
 */
export function barsOf(point, { fpr, tpr }, today, interval, basis = null, tried = null) {
  const { cases } = basisAt(basis, point.prior);
  const { bare } = costFormatter(point);
  const printed = (total, beside) => (beside === null ? bare(total) : amountBeside(total, beside, bare));
  const bar = (label, rates, beside = null) => {
    const missed = cases * point.prior * point.cost_fn * (1 - rates.tpr);
    const alarms = cases * (1 - point.prior) * point.cost_fp * rates.fpr;
    const total = missed + alarms;
    return { label, missed, alarms, text: printed(total, beside) };
  };
  const flagsAll = point.prior * point.cost_fn > (1 - point.prior) * point.cost_fp;
  const none = flagsAll ? { fpr: 1, tpr: 1 } : { fpr: 0, tpr: 0 };
  const own = /** @type {Bar} */ (tried ? bar(`Trying ${tried.rule}`, tried) : bar('This rule', { fpr, tpr }));
  const paid = own.missed + own.alarms;
  if (interval && !tried) [own.low, own.high] = interval.map((end) => cases * end);
  const bars = [own, ...besidesOf(today, tried).map(([label, rates]) => bar(label, rates, paid))];
  bars.push(bar(`No model, flag ${flagsAll ? 'all' : 'none'}`, none, paid));
  const longest = Math.max(...bars.map(({ missed, alarms, high = 0 }) => Math.max(missed + alarms, high))) || 1;
  const share = (x) => x / longest;
  return bars.map(({ missed, alarms, low, high, ...words }) => ({
    ...words,
    missed: share(missed),
    alarms: share(alarms),
    ...(interval && low !== undefined ? { low: share(low), high: share(high) } : {}),
  }));
}
