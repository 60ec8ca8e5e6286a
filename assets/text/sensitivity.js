/* How much the answer depends on the ranges: sentence and table, worded as in costdash.report. */

import { asGerund, trivialName } from '../core/panels.js';
import { answersWithin, costRatioRange } from '../core/ranges.js';
import { digitsToDistinguish, formatMoney, formatNumber, shortRatio } from './numbers.js';

/** @import { Basis, LiveData, Ranges } from '../core/types.js' */

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const THOUSAND = { cases: 1000 };

/** @param {string} text */
export const capitalize = (text) => text[0].toUpperCase() + text.slice(1);
const numberWord = (n) => WORDS[n] || n.toLocaleString('en-US');
const joinWords = (items) => [items.slice(0, -1).join(', '), items[items.length - 1]].filter(Boolean).join(' and ');

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

/** @param {[number, number]} ratio cost of a missed positive in false alarms */
export function costRatioWords([low, high]) {
  if (low === 1 && high === 1) return 'a missed positive and a false alarm are equally costly';
  if (high <= 1 && low < 1) return `a false alarm costs ${formatSpan(1 / high, 1 / low)} times a missed positive`;
  return `a missed positive costs ${formatSpan(low, high)} times a false alarm`;
}

/**
 * "1 miss = 17–133 alarms": the same in few words.
 * @param {[number, number]} ratio
 */
export function shortRatioSpan([low, high]) {
  if (low === high) return shortRatio(low);
  const span = (a, b) => formatSpan(a, b).replace(' to ', '–');
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
    const { name } = live.models.find((model) => model.i === i);
    Object.assign(answer, { model: name, threshold, rule: `${name} ≥ ${threshold}` });
  });
  return found;
}

function conditionWords({ prior, cost_fn, cost_fp }) {
  const conditions = [];
  if (prior[0] < prior[1]) conditions.push(`${formatSpan(100 * prior[0], 100 * prior[1], ' %')} of cases are positive`);
  const ratio = costRatioRange({ cost_fn, cost_fp });
  if (ratio[0] < ratio[1]) conditions.push(costRatioWords(ratio));
  return conditions.length ? `While ${conditions.join(' and ')}` : 'At these conditions';
}

function thresholdWords(answers) {
  const rules = new Map(answers.filter(({ model }) => model).map(({ rule, threshold }) => [rule, threshold]));
  const at = [...rules.values()];
  if (at.length < 3) return `at ${at.join(' or ')}`;
  return `at ${numberWord(at.length)} thresholds from ${at[0]} to ${at[at.length - 1]}`;
}

function changeWords(answers) {
  const models = [...new Set(answers.filter(({ model }) => model).map(({ model }) => model))];
  const trivial = [...new Set(answers.filter(({ model }) => !model).map(({ rule }) => asGerund(rule)))];
  if (answers.length === 1) return `the answer does not change: ${answers[0].rule}.`;
  if (models.length === 0) return `${trivial[0]} is best in part of this range and ${trivial[1]} in the rest.`;
  if (models.length === 1 && trivial.length === 0)
    return `the model does not change: ${models[0]}, ${thresholdWords(answers)}.`;
  const said =
    models.length > 1
      ? `${numberWord(models.length)} models are best in parts of this range: ${joinWords(models)}.`
      : `${models[0]} is best in part of this range, ${thresholdWords(answers)}.`;
  if (trivial.length === 0) return said;
  const best = trivial.length === 1 ? 'is best in part of it.' : 'are best in parts of it.';
  return `${said} ${capitalize(joinWords(trivial))} ${best}`;
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
 * The sentence and the rows of the table that the server writes at rest.
 * @param {LiveData} live
 * @param {Ranges} ranges
 * @param {Basis | null} [basis]
 */
export function sensitivityOf(live, ranges, basis = null) {
  const answers = answersInWords(live, ranges);
  return {
    sentence: `${conditionWords(ranges)}, ${changeWords(answers)}`,
    rows: answers.map((answer) => tableRow(answer, basis)),
  };
}
