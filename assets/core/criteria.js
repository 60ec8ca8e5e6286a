/* What the criteria choose on the hull, as costdash.core chooses; and the lines of their limits. */

import { bestCall, isoPerformanceLine } from './operating-point.js';

/** @import { Choice, Hull, OperatingPoint, ServerChoice } from './types.js' */

const TOLERANCE = 1e-12; // rounding may seem to exceed a limit by this much

export const KINDS = ['fpr', 'capacity', 'error', 'product', 'threshold'];
/** Criteria with a limit, and the limit that they start with. */
export const FIRST_LIMIT = { fpr: 0.1, capacity: 0.2 };

function ruleAt(hull, vertex) {
  const call = vertex === 0 ? 'none' : vertex === hull.tie.length ? 'all' : 'some';
  return {
    vertex,
    call,
    owner: hull.owner[vertex],
    text: hull.text[vertex],
    fpr: hull.fpr[vertex],
    tpr: hull.tpr[vertex],
  };
}

const single = (rule) => ({ rules: [rule], share: [1], fpr: rule.fpr, tpr: rule.tpr });

/* Along the hull to the edge that the limit cuts; a horizontal top edge gains nothing. */
function mixtureWithin(hull, used, limit) {
  const top = hull.tpr[hull.tpr.length - 1];
  let last = hull.tpr.length - 1;
  while (last > 0 && hull.tpr[last - 1] >= top) last -= 1;
  let under = 0;
  while (under < last && used[under + 1] <= limit + TOLERANCE) under += 1;
  if (under === last || used[under] >= limit - TOLERANCE) return single(ruleAt(hull, under));
  const part = (limit - used[under]) / (used[under + 1] - used[under]);
  const rules = [ruleAt(hull, under), ruleAt(hull, under + 1)];
  const [fpr, tpr] = ['fpr', 'tpr'].map((rate) => rules[0][rate] + part * (rules[1][rate] - rules[0][rate]));
  return { rules, share: [1 - part, part], fpr, tpr };
}

const CHOICES = {
  capacity(hull, { prior }, { limit }) {
    const used = hull.fpr.map((fpr, v) => prior * hull.tpr[v] + (1 - prior) * fpr);
    return mixtureWithin(hull, used, limit);
  },
  error(hull, { prior }) {
    const best = bestCall(hull, { prior, cost_fn: 1, cost_fp: 1 });
    return single(
      best.vertex === null ? ruleAt(hull, best.call === 'none' ? 0 : hull.tie.length) : ruleAt(hull, best.vertex),
    );
  },
};

/**
 * The criterion's choice at an operating point. Criteria that do not depend on it keep the server's rates.
 * @param {Hull} hull
 * @param {OperatingPoint} point
 * @param {ServerChoice | null} served
 * @returns {Choice | null}
 */
export function chooseByCriterion(hull, point, served) {
  if (!served || !hull.tie.length) return null;
  return served.kind in CHOICES ? CHOICES[served.kind](hull, point, served) : { fpr: served.fpr, tpr: served.tpr };
}

const LIMIT_LINES = {
  capacity({ limit }, { prior }) {
    const negatives = 1 - prior;
    const ends = [Math.max(0, (limit - prior) / negatives), Math.min(1, limit / negatives)];
    return [ends, ends.map((x) => (limit - negatives * x) / prior)];
  },
  error(_, { prior }, { fpr, tpr }) {
    const { x, y } = isoPerformanceLine({ prior, cost_fn: 1, cost_fp: 1 }, fpr, tpr);
    return [x, y];
  },
};

/**
 * [xs, ys] of the line in ROC space that shows the criterion's limit; null if it does not move.
 * @param {ServerChoice} served
 * @param {OperatingPoint} point
 * @param {Choice} choice
 * @returns {[number[], number[]] | null}
 */
export function limitLine(served, point, choice) {
  return served.kind in LIMIT_LINES ? LIMIT_LINES[served.kind](served, point, choice) : null;
}
