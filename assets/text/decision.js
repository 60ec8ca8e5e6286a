/* The sentences of the decision that change with the operating point, worded as in costdash.report.sentences. */

import { caseRates, expectedCost, modelAt } from '../core/operating-point.js';
import { caseUnitAt } from './case-unit.js';
import {
  costFormatter,
  costRatioSentence,
  formatMoney,
  formatNumber,
  formatPercent,
  formatWhole,
  shortenName,
} from './numbers.js';

/** @import { Results } from '../core/types.js' */
/** @import { CaseUnit, LiveData, OperatingPoint, Rates } from '../core/wire.js' */

/** saves: whether the text is the amount of a saving. @typedef {{ text: string, role?: string, title?: string, saves?: boolean }} Phrase */
/** @typedef {{ fpr: number, tpr: number, same?: boolean }} Today */

const FEWEST_WHOLE = 10; // expected positives from which numbers of cases are whole
const FEWER = 'fewer than 1';
const EQUAL_COSTS = 1e-9;
const LONGEST_NAME = 28;

/** @param {Phrase[]} phrases */
export const textOf = (phrases) => phrases.map(({ text }) => text).join('');

/**
 * The rule as a sentence, such as "Flag a case when rf scores 0.37 or more.", "Use M2." or "Flag none."
 * @param {LiveData} live
 * @param {Pick<Results, 'call' | 'owner' | 'text'>} results
 * @returns {Phrase[]}
 */
export function rulePhrases(live, results) {
  const { call, owner, text } = results;
  if (call === 'some') {
    const { name, hard } = modelAt(live, owner);
    const model = { text: shortenName(name, LONGEST_NAME), role: 'model', title: name };
    if (hard) return [{ text: 'Use ' }, model, { text: '.' }];
    return [
      { text: 'Flag a case when ' },
      model,
      { text: ' scores ' },
      { text: String(text), role: 'threshold' },
      { text: ' or more.' },
    ];
  }
  if (live.models.length === 0) return [{ text: `Switch a model on to compare it with flagging ${call}.` }];
  return [{ text: `Flag ${call}.` }];
}

/** A number of cases, whole unless fewer than 10 positives are expected. @param {number} x @param {number} positives */
function formatCases(x, positives) {
  if (positives < FEWEST_WHOLE * (1 - 1e-9) || x >= 1e15) return formatNumber(x);
  const whole = formatWhole(x);
  return x > 0 && whole === '0' ? FEWER : whole;
}

const BY_CHANCE = 'No model is shown to tell positives from negatives';
/** @type {Record<string, string>} */
const WORTH = { none: 'its false alarms', all: 'the positives it misses' };

/**
 * "Of 1,000 cases, 10 are positive. This finds 8 of them and raises 51 false alarms."
 * @param {LiveData} live
 * @param {OperatingPoint} point
 * @param {Pick<Results, 'call' | 'fpr' | 'tpr' | 'cases'>} results
 * @param {CaseUnit | null} [caseUnit]
 */
export function outcomeText(live, point, results, caseUnit = null) {
  const { call } = results;
  const byChance = live.crossfit && !live.crossfit.tells_apart;
  const reason = byChance ? BY_CHANCE : `At these costs no model is worth ${WORTH[call]}`;
  const why = call in WORTH && live.models.length > 0 ? `${reason}. ` : '';
  return why + effectText(point, results, caseUnit);
}

/**
 * The effect of a rule on the cases.
 * @param {OperatingPoint} point
 * @param {Rates} rates
 * @param {CaseUnit | null} [caseUnit]
 */
export function effectText(point, rates, caseUnit = null) {
  const { fpr, tpr } = caseRates(rates);
  const { cases, single, of } = caseUnitAt(caseUnit, point.prior);
  if (single) return `This finds ${formatPercent(tpr)} of positives and flags ${formatPercent(fpr)} of negatives.`;
  const positives = cases * point.prior;
  const count = formatCases(positives, positives);
  const opening = `${of}, ${count} ${count === '1' ? 'is' : 'are'} positive. This finds`;
  if (fpr === 0 && tpr === 0) return `${opening} none of them.`;
  const caught = tpr === 1 ? 'all' : formatCases(positives * tpr, positives);
  const alarms = formatCases(cases * (1 - point.prior) * fpr, positives);
  const noun = ['1', FEWER].includes(alarms) ? 'false alarm' : 'false alarms';
  return `${opening} ${caught === '0' ? 'none' : caught} of them and raises ${alarms === '0' ? 'no' : alarms} ${noun}.`;
}

/** "Saves $153,000 (64 %) per 10,000 cases against no model", "Costs $5 a month more than today's rule" or "Makes 6 fewer
   errors per 1,000 cases than today's rule".
   @param {number} saved @param {number} other @param {string} whom @param {string} role
   @param {OperatingPoint} point @param {CaseUnit | null} caseUnit @returns {Phrase[]} */
function againstClause(saved, other, whom, role, point, caseUnit) {
  const { cases, rate } = caseUnitAt(caseUnit, point.prior);
  const { bare, errors } = costFormatter(point);
  if (Math.abs(saved) <= EQUAL_COSTS * other) return [{ text: `${errors ? 'Makes' : 'Costs'} as much as ${whom}` }];
  const amount = { text: bare(cases * Math.abs(saved)), role, saves: saved > 0 };
  const per = ` ${rate}`;
  if (errors)
    return [{ text: 'Makes ' }, amount, { text: ` ${saved > 0 ? 'fewer' : 'more'} errors${per} than ${whom}` }];
  const share = role === 'saving' ? ` (${formatNumber((100 * saved) / other, 2)} %)` : '';
  if (saved > 0) return [{ text: 'Saves ' }, amount, { text: `${share}${per} against ${whom}` }];
  return [{ text: 'Costs ' }, amount, { text: `${per} more than ${whom}` }];
}

/** @param {Phrase[]} first @param {Phrase[]} second */
function joinClauses(first, second) {
  if (first.length === 0) return second;
  const [verb, ...rest] = second;
  if (verb.text === first[0].text && rest.length > 0) return [...first, { text: ' and ' }, ...rest];
  return [...first, { text: ` and ${verb.text[0].toLowerCase()}${verb.text.slice(1)}` }, ...rest];
}

/**
 * The saving against today's rule, or against no model. The server adds its interval, and whether it may be chance.
 * @param {LiveData} live
 * @param {OperatingPoint} point
 * @param {Pick<Results, 'call' | 'cost' | 'trivial' | 'saving'>} results
 * @param {Today | null} today
 * @param {CaseUnit | null} [caseUnit]
 * @param {boolean} [byCriterion] whether another criterion than least cost chose the rule, which need not be the cheapest
 * @returns {Phrase[]}
 */
export function againstPhrases(
  live,
  point,
  { call, cost, trivial, saving },
  today,
  caseUnit = null,
  byCriterion = false,
) {
  /** @type {Phrase[]} */
  let clauses = [];
  if (call !== 'some' && live.models.length > 0 && !byCriterion) clauses = [{ text: `Flagging ${call} is cheapest` }];
  if (today && !today.same) {
    const other = expectedCost(point, today.fpr, today.tpr);
    clauses = joinClauses(
      clauses,
      againstClause(other - cost, other, "today's rule", 'against-today', point, caseUnit),
    );
  } else if (call === 'some') clauses = againstClause(saving, trivial.cost, 'no model', 'saving', point, caseUnit);
  return clauses.length > 0 ? [...clauses, { text: '.' }] : clauses;
}

/**
 * "Flag when network scores 0.9993 or more, look from 0.40."
 * @param {LiveData} live
 * @param {{ owner: number, low: string, high: string }} zone
 * @returns {Phrase[]}
 */
export function zonePhrases(live, { owner, low, high }) {
  const { name } = modelAt(live, owner);
  const model = { text: shortenName(name, LONGEST_NAME), role: 'model', title: name };
  if (!high) {
    const threshold = { text: low, role: 'threshold' };
    return [{ text: 'Look when ' }, model, { text: ' scores ' }, threshold, { text: ' or more; flag none alone.' }];
  }
  return [
    { text: 'Flag when ' },
    model,
    { text: ' scores ' },
    { text: high, role: 'threshold' },
    { text: ' or more, look from ' },
    { text: low, role: 'low-threshold' },
    { text: '.' },
  ];
}

/**
 * "Of 10,000 cases, 1,825 are looked at. This finds 83 of 100 positives and raises 3 false alarms."
 * @param {OperatingPoint} point
 * @param {Rates} rates
 * @param {CaseUnit | null} [caseUnit]
 */
export function lookedAtText(point, rates, caseUnit = null) {
  const { cases, single, of } = caseUnitAt(caseUnit, point.prior);
  const share = rates.review?.share ?? 0;
  const effect = effectText(point, rates, caseUnit);
  if (single) return `${formatPercent(share)} of cases are looked at. ${effect}`;
  const positives = cases * point.prior;
  const found = effect
    .replace(/^.*? positive\. /, '')
    .replace(' of them', `${rates.tpr === 1 ? '' : ' of'} ${formatCases(positives, positives)} positives`);
  const count = formatCases(cases * share, cases);
  return `${of}, ${count} ${count === '1' ? 'is' : 'are'} looked at. ${found}`;
}

/**
 * "Saves $2,700 per 10,000 cases against one threshold."
 * @param {OperatingPoint} point
 * @param {number} saved per case
 * @param {CaseUnit | null} [caseUnit]
 * @returns {Phrase[]}
 */
export function againstSinglePhrases(point, saved, caseUnit = null) {
  const { cases, rate } = caseUnitAt(caseUnit, point.prior);
  const { total } = costFormatter(point);
  const verb = saved < 0 ? 'Costs ' : 'Saves ';
  const end = saved < 0 ? 'more than one threshold.' : 'against one threshold.';
  return [
    { text: verb },
    { text: total(cases * Math.abs(saved)), role: 'saving', saves: saved > 0 },
    { text: ` ${rate} ${end}` },
  ];
}

/**
 * What the trial threshold costs more than the recommended rule.
 * @param {OperatingPoint} point
 * @param {{ fpr: number, tpr: number }} trial
 * @param {{ fpr: number, tpr: number }} recommended
 * @param {CaseUnit | null} [caseUnit]
 * @returns {Phrase[]}
 */
export function trialPhrases(point, trial, recommended, caseUnit = null) {
  const [trialCost, recommendedCost] = [trial, recommended].map(({ fpr, tpr }) => expectedCost(point, fpr, tpr));
  return [
    ...againstClause(
      recommendedCost - trialCost,
      recommendedCost,
      'the recommended rule',
      'against-best',
      point,
      caseUnit,
    ),
    { text: '.' },
  ];
}

/**
 * Texts of single places of the page.
 * @param {OperatingPoint} point
 * @param {Pick<Results, 'pcf' | 'slope'>} results
 * @returns {Record<string, string>}
 */
export const conditionTexts = (point, { pcf, slope }) => ({
  prior: formatPercent(point.prior),
  'cost-fn': formatMoney(point.cost_fn),
  'cost-fp': formatMoney(point.cost_fp),
  pcf: formatNumber(pcf),
  slope: formatNumber(slope),
  'ratio-words': costRatioSentence(point.cost_fn / point.cost_fp),
});
