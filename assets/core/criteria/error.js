/* The fewest errors: least cost with equal costs. */

import { addCriterion, ruleAt, single } from '../criteria.js';
import { bestCall, isoPerformanceLine, normalizedExpectedCost } from '../operating-point.js';

const EQUAL_COSTS = { cost_fn: 1, cost_fp: 1 };

addCriterion('error', {
  choose(hull, { prior }) {
    const best = bestCall(hull, { prior, ...EQUAL_COSTS });
    return single(
      best.vertex === null ? ruleAt(hull, best.call === 'none' ? 0 : hull.tie.length) : ruleAt(hull, best.vertex),
    );
  },
  limitLine(_, { prior }, { fpr, tpr }) {
    const { x, y } = isoPerformanceLine({ prior, ...EQUAL_COSTS }, fpr, tpr);
    return [x, y];
  },
  costMark: ({ prior }, { fpr, tpr }) => [prior, normalizedExpectedCost(fpr, tpr, prior)],
});
