/* The bars of the comparison: what this rule, today's rule and no model cost, as parts of one total each. */

import { basisAt } from './basis.js';
import { costFormatter } from './numbers.js';

/** @import { Basis, OperatingPoint } from '../core/types.js' */

/** @typedef {{ label: string, missed: number, alarms: number, low?: number, high?: number, text: string }} Bar */
/** @typedef {{ rule: string, fpr: number, tpr: number, same: boolean }} TodaysRule */

/**
 * One bar per rule: missed positives and false alarms as shares of the longest bar, and the total as text.
 * @param {OperatingPoint} point
 * @param {{ fpr: number, tpr: number }} rates of this rule
 * @param {TodaysRule | null} today
 * @param {number[] | null} interval of its cost per case
 * @param {Basis | null} [basis]
 * @returns {Bar[]}
 */
export function barsOf(point, { fpr, tpr }, today, interval, basis = null) {
  const { cases } = basisAt(basis, point.prior);
  const { bare } = costFormatter(point);
  const bar = (label, rates) => {
    const missed = cases * point.prior * point.cost_fn * (1 - rates.tpr);
    const alarms = cases * (1 - point.prior) * point.cost_fp * rates.fpr;
    return { label, missed, alarms, text: bare(missed + alarms) };
  };
  const flagsAll = point.prior * point.cost_fn > (1 - point.prior) * point.cost_fp;
  const none = flagsAll ? { fpr: 1, tpr: 1 } : { fpr: 0, tpr: 0 };
  const own = /** @type {Bar} */ (bar('This rule', { fpr, tpr }));
  if (interval) [own.low, own.high] = interval.map((end) => cases * end);
  const bars = [
    own,
    ...(today && !today.same ? [bar(`Today, ${today.rule}`, today)] : []),
    bar(`No model, flag ${flagsAll ? 'all' : 'none'}`, none),
  ];
  const longest = Math.max(...bars.map(({ missed, alarms, high = 0 }) => Math.max(missed + alarms, high))) || 1;
  const share = (x) => x / longest;
  return bars.map(({ missed, alarms, low, high, ...words }) => ({
    ...words,
    missed: share(missed),
    alarms: share(alarms),
    ...(interval && low !== undefined ? { low: share(low), high: share(high) } : {}),
  }));
}
