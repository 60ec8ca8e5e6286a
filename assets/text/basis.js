/* The number of cases that amounts refer to: one, a power of ten, those of a month, or enough for 10 positives. */

/** @import { Basis } from '../core/types.js' */

export const PERIOD = 'month';
/** Bases with a fixed number of cases. */
export const FIXED_BASES = {
  case: { cases: 1 },
  thousand: { cases: 1000 },
  ten_thousand: { cases: 10000 },
  hundred_thousand: { cases: 100000 },
  million: { cases: 1000000 },
};

/**
 * A round number of cases with at least 10 positives.
 * @param {number} prior
 */
export function casesWithTenPositives(prior) {
  let cases = 1000;
  while (cases * prior < 10 * (1 - 1e-9)) cases *= 10;
  return cases;
}

/**
 * The basis with which the page first shows data of this prior.
 * @param {number} prior
 * @returns {Basis}
 */
export const firstBasis = (prior) => ({
  cases: Math.min(casesWithTenPositives(prior), FIXED_BASES.million.cases),
});

/**
 * How many cases, and the words for them, as in costdash.report.basis.
 * @param {Basis | null} chosen
 * @param {number} prior
 */
export function basisAt(chosen, prior) {
  const basis = chosen || { cases: casesWithTenPositives(prior) };
  const count = basis.cases.toLocaleString('en-US');
  const single = basis.cases === 1 && !basis.period;
  const per = basis.period || (single ? 'case' : count);
  const noun = basis.cases === 1 ? 'case' : 'cases';
  const words = basis.period ? `per ${basis.period} of ${count} ${noun}` : single ? 'per case' : `per ${count} cases`;
  const of = `Of ${count} ${noun}${basis.period ? ` a ${basis.period}` : ''}`;
  return { cases: basis.cases, count, single, per: `per ${per}`, words, of, fixed: Boolean(chosen) };
}
