/* At most a share of all cases flagged, which depends on the share of positives. */

import { addCriterion, mixtureWithin } from '../criteria.js';
import { existing } from '../existing.js';

/** @import { CriterionChoice } from '../wire.js' */

/** @param {CriterionChoice} served */
const limitOf = ({ limit }) => existing(limit, 'limit');

addCriterion('capacity', {
  choose(hull, { prior }, served) {
    const used = hull.fpr.map((fpr, v) => prior * hull.tpr[v] + (1 - prior) * fpr);
    return mixtureWithin(hull, used, limitOf(served));
  },
  limitLine(served, { prior }) {
    const [limit, negatives] = [limitOf(served), 1 - prior];
    const ends = [Math.max(0, (limit - prior) / negatives), Math.min(1, limit / negatives)];
    return [ends, ends.map((x) => (limit - negatives * x) / prior)];
  },
});
