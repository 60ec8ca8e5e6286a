/* At most a share of all cases flagged, which depends on the share of positives. */

import { addCriterion, mixtureWithin } from '../criteria.js';

addCriterion('capacity', {
  choose(hull, { prior }, { limit }) {
    const used = hull.fpr.map((fpr, v) => prior * hull.tpr[v] + (1 - prior) * fpr);
    return mixtureWithin(hull, used, limit);
  },
  limitLine({ limit }, { prior }) {
    const negatives = 1 - prior;
    const ends = [Math.max(0, (limit - prior) / negatives), Math.min(1, limit / negatives)];
    return [ends, ends.map((x) => (limit - negatives * x) / prior)];
  },
});
