/* The effect of the ranges on the decision: sentence, amounts and table, worded as in costdash.report. */

import { modelAt } from '../core/operating-point.js';
import { trivialName } from '../core/panels.js';
import { costRatioRange, overRanges, rulesWithin } from '../core/ranges.js';
import { caseUnitAt } from './case-unit.js';
import { digitsToDistinguish, formatMoney, formatNumber, shortenName, shortRatio } from './numbers.js';

/** @import { Call, ConditionPoint } from '../core/types.js' */
/** @import { CaseUnit, LiveData, OperatingPoint, Ranges, TodaysBar } from '../core/wire.js' */

const EQUAL_COSTS = 1e-9;
const LONGEST_NAME = 40;
const THOUSAND = { cases: 1000 };

/** @param {string} text */
export const capitalize = (text) => text[0].toUpperCase() + text.slice(1);

/**
 * "1 to 2", with enough digits to distinguish both ends; a single value if the ends are equal.
 * @param {number} low
 * @param {number} high
 */
function formatSpan(low, high, unit = '') {
  const digits = digitsToDistinguish(low, high);
  const ends = [formatNumber(low, digits) + unit, formatNumber(high, digits) + unit];
  return ends[0] === ends[1] ? ends[0] : ends.join(' to ');
}

const ROUGH = 2; // digits of a short span, where they differ in print

/**
 * "0.05 to 0.62": with two digits, if these distinguish both ends.
 * @param {number} low
 * @param {number} high
 */
export function shortSpan(low, high) {
  const ends = [low, high].map((x) => formatNumber(x, ROUGH));
  return ends[0] === ends[1] ? formatSpan(low, high) : ends.join(' to ');
}

/**
 * "1 miss = 17–130 alarms": the cost ratio in few words.
 * @param {[number, number]} ratio
 */
export function shortRatioSpan([low, high]) {
  if (low === high) return shortRatio(low);
  /** @param {number} a @param {number} b */
  const span = (a, b) => shortSpan(a, b).replace(' to ', '–');
  return high <= 1 ? `1 alarm = ${span(1 / high, 1 / low)} misses` : `1 miss = ${span(low, high)} alarms`;
}

/** The owners of a vertex, as [place of a model, threshold as it can be typed].
   @param {LiveData} live @param {number} vertex @returns {[number, string][]} */
function ownersOf({ recommended_rules: rules }, vertex) {
  return (rules.shared && rules.shared[vertex]) || [[rules.owner[vertex], rules.text[vertex]]];
}

/** An owner for each vertex, with as few changes between neighbours as possible.
   @param {[number, string][][]} owners */
function withFewestChanges(owners) {
  /** @type {number[]} */
  const chosen = [];
  while (chosen.length < owners.length) {
    let common = owners[chosen.length].map(([i]) => i);
    let nSame = 0;
    for (const next of owners.slice(chosen.length)) {
      const still = common.filter((i) => next.some(([other]) => other === i));
      if (still.length === 0) break;
      common = still;
      nSame += 1;
    }
    for (let k = 0; k < nSame; k += 1) chosen.push(common[0]);
  }
  return chosen;
}

/** The recommended rules in words.
   @param {LiveData} live @param {Ranges} ranges */
function rulesInWords(live, ranges) {
  const rules = rulesWithin(live, ranges).map((recommended) => ({
    ...recommended,
    rule: recommended.call === 'some' ? '' : trivialName(recommended.call),
  }));
  const inner = rules.filter(({ call }) => call === 'some');
  const owners = inner.map(({ vertex }) => ownersOf(live, vertex));
  const chosen = withFewestChanges(owners);
  inner.forEach((recommended, k) => {
    const { name, hard } = modelAt(live, chosen[k]);
    const threshold = new Map(owners[k]).get(chosen[k]);
    recommended.rule = hard ? name : `${name} ≥ ${threshold}`;
  });
  return rules;
}

/** Amounts of the number of cases of the decision; numbers of errors if every cost in the ranges is 1.
   @param {OperatingPoint} point @param {Ranges} ranges @param {CaseUnit | null} caseUnit */
function rangeAmounts(point, { cost_fn, cost_fp }, caseUnit) {
  const errors = [...cost_fn, ...cost_fp].every((x) => x === 1);
  const { cases, single } = caseUnitAt(caseUnit, point.prior);
  /** @param {number} x @param {number} [digits] */
  const text = (x, digits) => (errors ? formatNumber : formatMoney)(cases * x, digits);
  return { errors, single, text };
}

/** @param {number} regret @param {ReturnType<typeof rangeAmounts>} amounts */
function atMost(regret, { errors, single, text }) {
  const per = single ? ' per case' : '';
  return errors
    ? `makes at most ${text(regret)} more errors${per} than the best`
    : `costs at most ${text(regret)} more${per} than the cheapest`;
}

/** "in 97 % of"; a share below half a percent reads "in less than 1 % of". @param {number} share */
function whereWords(share) {
  if (share >= 1) return 'throughout';
  const whole = Math.round(100 * share);
  if (share > 0 && whole === 0) return 'in less than 1 % of';
  return whole === 100 ? 'in more than 99 % of' : `in ${whole} % of`;
}

/** @param {ReturnType<typeof overRanges>} effect @param {ReturnType<typeof rangeAmounts>} amounts */
function regretWords({ regret, overToday, cost }, amounts) {
  const least = EQUAL_COSTS * cost[1];
  if (regret <= least) return '';
  const more = overToday > least ? `, and ${amounts.text(overToday)} more than today's rule` : '';
  return atMost(regret, amounts) + more;
}

/** @param {LiveData} live @param {ReturnType<typeof overRanges>} effect @param {Pick<Call, 'call' | 'owner'>} rule
   @param {ReturnType<typeof rangeAmounts>} amounts @param {boolean} chosen */
function rangesSentence(live, effect, rule, amounts, chosen) {
  const regret = regretWords(effect, amounts);
  if (chosen) return `Within your ranges ${regret ? `this rule ${regret}` : 'no rule is cheaper'}.`;
  if (effect.isSingleRule) return 'These rows recommend this rule throughout your ranges.';
  const { name = '' } = live.models.find(({ i }) => i === rule.owner) || {};
  const who =
    rule.call === 'some'
      ? `These rows recommend ${shortenName(name, LONGEST_NAME)}`
      : `These rows recommend flagging ${rule.call}`;
  return `${who} ${whereWords(effect.share)} your ranges.${regret ? ` Keeping this rule ${regret}.` : ''}`;
}

/** What the numbers are where conditions are known as ranges. @param {ConditionPoint} point */
function averageWords({ weighting }) {
  if (weighting === true) return 'Average over your ranges, your values most likely';
  return weighting ? 'At the mean of your PC(+)' : 'Average over your ranges';
}

/**
 * The effect of the ranges on a rule, as texts of the decision card.
 * @param {LiveData} live
 * @param {ConditionPoint} point
 * @param {Pick<Call, 'call' | 'owner' | 'fpr' | 'tpr' | 'tuned' | 'expected'>} rule
 * @param {CaseUnit | null} [caseUnit]
 * @param {boolean} [chosen] whether another criterion than cost chose it
 * @param {TodaysBar | null} [today]
 * @returns {Record<string, string>}
 */
export function rangeTexts(live, point, rule, caseUnit = null, chosen = false, today = null) {
  const { ranges } = point;
  if (!ranges) return {};
  const effect = overRanges(live, ranges, rule, point.likely ?? null, today);
  const amounts = rangeAmounts(point, ranges, caseUnit);
  const { cases } = caseUnitAt(caseUnit, point.prior);
  const digits = digitsToDistinguish(cases * effect.cost[0], cases * effect.cost[1]);
  const [low, high] = effect.cost.map((x) => amounts.text(x, digits));
  return {
    ranges: rangesSentence(live, effect, rule, amounts, chosen),
    'present-values': averageWords(point),
    'range-cost': `ends: ${low} to ${high}`,
  };
}

/** @param {ReturnType<typeof rulesInWords>[number]} row @param {CaseUnit | null} caseUnit */
function tableRow({ rule, pcf, ranges, cost }, caseUnit) {
  const equal = [...ranges.cost_fn, ...ranges.cost_fp].every((x) => x === 1);
  const [low, high] = cost.map((x) => (caseUnit || THOUSAND).cases * x);
  const ends = [low, high].map((x) => (equal ? formatNumber : formatMoney)(x, digitsToDistinguish(low, high)));
  return [
    rule,
    formatSpan(pcf[0], pcf[1]),
    formatSpan(100 * ranges.prior[0], 100 * ranges.prior[1], ' %'),
    formatSpan(...costRatioRange(ranges)),
    ends[0] === ends[1] ? ends[0] : ends.join(' to '),
  ];
}

/**
 * The rows of the table that the server writes at rest.
 * @param {LiveData} live
 * @param {Ranges} ranges
 * @param {CaseUnit | null} [caseUnit]
 */
export const rangeRows = (live, ranges, caseUnit = null) =>
  rulesInWords(live, ranges).map((rule) => tableRow(rule, caseUnit));
