/* The number of cases that amounts refer to: one, a power of ten, the cases of a month, or enough for 50 positives. */

/** @import { CaseUnit } from '../core/wire.js' */

export const PERIOD = 'month';
const READABLE_POSITIVES = 50; // expected among the cases that amounts refer to, unless chosen
/** Case units with a fixed number of cases. @type {Record<string, CaseUnit>} */
export const FIXED_CASE_UNITS = {
  case: { cases: 1 },
  thousand: { cases: 1000 },
  ten_thousand: { cases: 10000 },
  hundred_thousand: { cases: 100000 },
  million: { cases: 1000000 },
};

/**
 * A round number of cases with at least 50 positives.
 * @param {number} prior
 */
export function readableCases(prior) {
  let cases = 1000;
  while (cases * prior < READABLE_POSITIVES * (1 - 1e-9)) cases *= 10;
  return cases;
}

/**
 * The case unit with which the page first shows data of this prior.
 * @param {number} prior
 * @returns {CaseUnit}
 */
export const firstCaseUnit = (prior) => ({
  cases: Math.min(readableCases(prior), FIXED_CASE_UNITS.million.cases),
});

/**
 * How many cases, and the words for them, as CaseUnit in costdash.report.sentences.amounts.
 * @param {CaseUnit | null} chosen
 * @param {number} prior
 */
export function caseUnitAt(chosen, prior) {
  const caseUnit = chosen || { cases: readableCases(prior) };
  const count = caseUnit.cases.toLocaleString('en-US');
  const single = caseUnit.cases === 1 && !caseUnit.period;
  const per = caseUnit.period || (single ? 'case' : count);
  const noun = caseUnit.cases === 1 ? 'case' : 'cases';
  const words = caseUnit.period
    ? `per ${caseUnit.period} of ${count} ${noun}`
    : single
      ? 'per case'
      : `per ${count} cases`;
  const rate = caseUnit.period ? `a ${caseUnit.period}` : words;
  const of = `Of ${count} ${noun}${caseUnit.period ? ` a ${caseUnit.period}` : ''}`;
  return { cases: caseUnit.cases, count, single, per: `per ${per}`, words, rate, of, fixed: Boolean(chosen) };
}
