/* The conditions of the decision in one line. */

import { criterionFields, limitParts } from '../core/criteria.js';
import { existing } from '../core/existing.js';
import { formatCost, formatPrior, typedCaseLimit } from './parse.js';

/** @import { CompleteConditions, Interval } from '../core/types.js' */
/** @import { Ranges } from '../core/wire.js' */

/**
 * The limit of the criterion: at most 20 % of all cases flagged; at most 200 cases flagged a month. '' without one.
 * @param {Pick<CompleteConditions, 'criterion' | 'case_unit'>} conditions
 */
export function limitText({ criterion, case_unit: caseUnit }) {
  const field = criterion && criterionFields(criterion.kind).limit;
  if (!field) return '';
  const { bound, of } = limitParts(criterion.kind);
  const text = typedCaseLimit(existing(criterion.limit), field.of_cases ? caseUnit : null);
  const [number, period] = text.split(/ (?=a )/);
  return `${bound} ${period ? `${number} ${of.replace(/^of all /, '')} ${period}` : `${text} ${of}`}`;
}

/**
 * The limit as a line of its own: "At most 200 cases flagged a month". '' without one.
 * @param {Pick<CompleteConditions, 'criterion' | 'case_unit'>} conditions
 */
export function limitLineText(conditions) {
  const text = limitText(conditions);
  return text && `${text[0].toUpperCase()}${text.slice(1)}${conditions.criterion?.sure ? ', sure' : ''}`;
}

/** "0.3 % to 1.2 %", or a single value if the ends are equal.
   @param {Interval} range @param {(value: number) => string} format */
function endsOf([low, high], format) {
  return low === high ? format(low) : `${format(low)} to ${format(high)}`;
}

/** ranges 0.3 % to 1.2 %, $3,000 to $5,000 and $80 @param {Ranges} ranges */
function rangesText({ prior, cost_fn, cost_fp }) {
  const costs = [cost_fn, cost_fp].map((ends) => endsOf(ends, formatCost));
  return `ranges ${endsOf(prior, formatPrior)}, ${costs.join(' and ')}`;
}

/**
 * 0.6 % positives, $4,000 a miss, $80 a false alarm; the limit and the ranges, if there are any.
 * @param {CompleteConditions} conditions
 */
export function conditionsLine(conditions) {
  const { prior, cost_fn, cost_fp, criterion, ranges } = conditions;
  const point = `${formatPrior(prior)} positives, ${formatCost(cost_fn)} a miss, ${formatCost(cost_fp)} a false alarm`;
  const limit = `${limitText(conditions)}${criterion?.sure ? ', sure' : ''}`;
  return `${[point, limit, ranges ? rangesText(ranges) : ''].filter(Boolean).join('; ')}.`;
}
