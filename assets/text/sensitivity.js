/* What ranges mean for the decision: sentence, amounts and table, worded as in costdash.report. */

import { trivialName } from '../core/panels.js';
import { answersWithin, costRatioRange, overRanges } from '../core/ranges.js';
import { basisAt } from './basis.js';
import { digitsToDistinguish, formatMoney, formatNumber, formatPercent, shortenName, shortRatio } from './numbers.js';

/** @import { Basis, Call, LiveData, OperatingPoint, Ranges } from '../core/types.js' */

const EQUAL_COSTS = 1e-9;
const LONGEST_NAME = 40;
const THOUSAND = { cases: 1000 };

/** @param {string} text */
export const capitalize = (text) => text[0].toUpperCase() + text.slice(1);

/**
 * "1 to 2", with digits enough to distinguish both ends, or one value.
 * @param {number} low
 * @param {number} high
 */
export function formatSpan(low, high, unit = '') {
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
  const span = (a, b) => shortSpan(a, b).replace(' to ', '–');
  return high <= 1 ? `1 alarm = ${span(1 / high, 1 / low)} misses` : `1 miss = ${span(low, high)} alarms`;
}

/* The owners of a vertex, as [place of a model, threshold as it can be typed]. */
function ownersOf({ hull }, vertex) {
  return (hull.shared && hull.shared[vertex]) || [[hull.owner[vertex], hull.text[vertex]]];
}

/* One owner for each vertex, with as few changes between neighbours as possible. */
function withFewestChanges(owners) {
  const chosen = [];
  while (chosen.length < owners.length) {
    let common = owners[chosen.length].map(([i]) => i);
    let run = 0;
    for (const next of owners.slice(chosen.length)) {
      const still = common.filter((i) => next.some(([other]) => other === i));
      if (still.length === 0) break;
      common = still;
      run += 1;
    }
    for (let k = 0; k < run; k += 1) chosen.push(common[0]);
  }
  return chosen;
}

/* The answers with the rule in words; model and threshold are missing for flag none and flag all. */
function answersInWords(live, ranges) {
  const found = answersWithin(live, ranges).map((answer) => ({
    ...answer,
    model: null,
    threshold: null,
    rule: trivialName(answer.call),
  }));
  const inner = found.filter(({ call }) => call === 'some');
  const owners = inner.map(({ vertex }) => ownersOf(live, vertex));
  const chosen = withFewestChanges(owners);
  inner.forEach((answer, k) => {
    const [i, threshold] = owners[k].find(([place]) => place === chosen[k]);
    const { name, hard } = live.models.find((model) => model.i === i);
    Object.assign(answer, { model: name, threshold, rule: hard ? name : `${name} ≥ ${threshold}` });
  });
  return found;
}

/* Amounts of the number of cases of the decision; numbers of errors if every cost in the ranges is 1. */
function rangeAmounts(point, { cost_fn, cost_fp }, basis) {
  const errors = [...cost_fn, ...cost_fp].every((x) => x === 1);
  const { cases, single } = basisAt(basis, point.prior);
  return { errors, single, text: (x, digits) => (errors ? formatNumber : formatMoney)(cases * x, digits) };
}

function atMost(regret, { errors, single, text }) {
  const per = single ? ' per case' : '';
  return errors
    ? `makes at most ${text(regret)} more errors${per} than the best`
    : `costs at most ${text(regret)} more${per} than the cheapest`;
}

/* In 97 % of; less than a whole percent is said so. */
function whereWords(share) {
  if (share >= 1) return 'throughout';
  const whole = Math.round(100 * share);
  if (share > 0 && whole === 0) return 'in less than 1 % of';
  return whole === 100 ? 'in more than 99 % of' : `in ${whole} % of`;
}

function rangesSentence(live, found, rule, amounts, chosen) {
  const regret = found.regret <= EQUAL_COSTS * found.cost[1] ? '' : atMost(found.regret, amounts);
  if (chosen) return `Within your ranges ${regret ? `this rule ${regret}` : 'no rule is cheaper'}.`;
  if (found.oneRule) return 'This rule stays the cheapest throughout your ranges.';
  const { name = '' } = live.models.find(({ i }) => i === rule.owner) || {};
  const who =
    rule.call === 'some'
      ? `${shortenName(name, LONGEST_NAME)} stays the cheapest model`
      : `Flagging ${rule.call} stays the cheapest`;
  return `${who} ${whereWords(found.share)} your ranges.${regret ? ` Keeping this rule ${regret}.` : ''}`;
}

/**
 * What the ranges mean for a rule, as texts of the decision card.
 * @param {LiveData} live
 * @param {OperatingPoint & { ranges?: Ranges | null }} point
 * @param {Pick<Call, 'call' | 'owner' | 'fpr' | 'tpr'>} rule
 * @param {Basis | null} [basis]
 * @param {boolean} [chosen] whether another criterion than cost chose it
 * @returns {Record<string, string>}
 */
export function rangeTexts(live, point, rule, basis = null, chosen = false) {
  const { ranges } = point;
  if (!ranges) return {};
  const found = overRanges(live, ranges, rule);
  const amounts = rangeAmounts(point, ranges, basis);
  const { cases } = basisAt(basis, point.prior);
  const digits = digitsToDistinguish(cases * found.cost[0], cases * found.cost[1]);
  const [low, high] = found.cost.map((x) => amounts.text(x, digits));
  return {
    ranges: rangesSentence(live, found, rule, amounts, chosen),
    'present-values': `At ${formatPercent(point.prior)}, ${formatMoney(point.cost_fn)} and ${formatMoney(point.cost_fp)}`,
    'range-cost': `ranges: ${low} to ${high}`,
  };
}

function tableRow({ rule, pcf, known, cost }, basis) {
  const equal = [...known.cost_fn, ...known.cost_fp].every((x) => x === 1);
  const [low, high] = cost.map((x) => (basis || THOUSAND).cases * x);
  const ends = [low, high].map((x) => (equal ? formatNumber : formatMoney)(x, digitsToDistinguish(low, high)));
  return [
    rule,
    formatSpan(pcf[0], pcf[1]),
    formatSpan(100 * known.prior[0], 100 * known.prior[1], ' %'),
    formatSpan(...costRatioRange(known)),
    ends[0] === ends[1] ? ends[0] : ends.join(' to '),
  ];
}

/**
 * The rows of the table that the server writes at rest.
 * @param {LiveData} live
 * @param {Ranges} ranges
 * @param {Basis | null} [basis]
 */
export const rangeRows = (live, ranges, basis = null) =>
  answersInWords(live, ranges).map((answer) => tableRow(answer, basis));
