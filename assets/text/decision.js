/* The texts of the decision that change with the operating point, worded as in costdash.report. */

import { trivialName } from '../core/panels.js';
import { basisAt } from './basis.js';
import { costFormatter, costRatioSentence, digitsToDistinguish, formatNumber, formatPercent } from './numbers.js';

/** @import { Basis, Choice, LiveData, OperatingPoint, Results } from '../core/types.js' */

/**
 * The text of each role that report/decision.py marks; undefined leaves the text as it is.
 * @param {LiveData} live
 * @param {OperatingPoint} point
 * @param {Pick<Results, 'owner' | 'text' | 'fpr' | 'tpr' | 'cost' | 'saving' | 'trivial' | 'pcf' | 'slope'>} results
 * @param {Basis | null} [basis]
 * @returns {Record<string, string | undefined>}
 */
export function decisionTexts(live, point, results, basis = null) {
  const { cases, count, single } = basisAt(basis, point.prior);
  const positives = cases * point.prior;
  const found = positives * results.tpr;
  const alarms = formatNumber(cases * (1 - point.prior) * results.fpr);
  const money = costFormatter(point);
  const owner = live.models.find((model) => model.i === results.owner);
  return {
    model: owner && owner.name,
    threshold: results.text === null ? undefined : results.text,
    cases: count,
    positives: formatNumber(positives, digitsToDistinguish(positives, cases)),
    finds: single ? formatPercent(results.tpr) : formatNumber(found, digitsToDistinguish(found, positives)),
    alarms: single ? formatPercent(results.fpr) : alarms === '0' ? 'no' : alarms,
    cost: money.total(cases * results.cost),
    saving: results.saving < 0 ? money.more(-cases * results.saving) : money.less(cases * results.saving),
    trivial: results.trivial.call,
    prior: formatPercent(point.prior),
    pcf: formatNumber(results.pcf),
    slope: formatNumber(results.slope),
    'ratio-words': costRatioSentence(point.cost_fn / point.cost_fp),
  };
}

/* To a tenth of a percent, halves to even, so that two shares add up to 100 %. */
function formatShare(share) {
  const x = 100 * share;
  const half = (4 * x) % 2 === 1; // other halves of a tenth are not exact in binary
  const coarse = half ? (2 * Math.round(5 * x)) / 10 : Number(x.toFixed(1));
  return coarse > 0 && coarse < 100 ? `${formatNumber(coarse)} %` : formatPercent(share);
}

/**
 * A rule or a mixture of two, as report/choice.py writes it; undefined if the server's words hold.
 * @param {LiveData} live
 * @param {Choice} choice
 */
export function mixtureWords(live, { rules, share }) {
  if (!rules) return undefined;
  const modelName = (rule) => live.models.find(({ i }) => i === rule.owner).name;
  const words = (rule) => trivialName(rule.call) || `${modelName(rule)} at ${rule.text}`;
  const [first, second] = rules;
  if (!second) {
    if (first.call !== 'some') return `${words(first)} positive`;
    return `use ${modelName(first)} and call positive at a score of ${first.text} or more`;
  }
  const use = (rule) => (rule.call === 'some' ? 'use ' : '') + words(rule);
  const again = first.call === 'some' ? words(second) : use(second);
  return `${use(first)} for ${formatShare(share[0])} of cases and ${again} for ${formatShare(share[1])}`;
}
