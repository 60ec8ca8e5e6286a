/* The choices of the criteria on the hull, as in costdash.core, and the lines of their limits. */

import { bootData } from './boot-data.js';
import { bestCall, isoPerformanceLine, normalizedExpectedCost } from './operating-point.js';

/** @import { Choice } from './types.js' */
/** @import { CriterionChoice, LiveHull, OperatingPoint } from './wire.js' */

const TOLERANCE = 1e-12; // rounding may seem to exceed a limit by this much

/**
 * Whether there is a criterion with this key, besides least cost.
 * @param {string} kind
 */
export const isCriterion = (kind) => Object.hasOwn(bootData.criteria, kind);

/**
 * The limit that a criterion starts with; null if it has no limit.
 * @param {string} kind
 */
export const firstLimit = (kind) => (isCriterion(kind) ? bootData.criteria[kind] : null);

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

const EQUAL_COSTS = { cost_fn: 1, cost_fp: 1 };

/*
 * The criteria whose choice moves with the operating point:
 * choose(hull, point, served); limitLine(served, point, choice) in ROC space; costMark(point, choice) in cost space.
 */
const MOVING = {
  capacity: {
    choose(hull, { prior }, { limit }) {
      const used = hull.fpr.map((fpr, v) => prior * hull.tpr[v] + (1 - prior) * fpr);
      return mixtureWithin(hull, used, limit);
    },
    limitLine({ limit }, { prior }) {
      const negatives = 1 - prior;
      const ends = [Math.max(0, (limit - prior) / negatives), Math.min(1, limit / negatives)];
      return [ends, ends.map((x) => (limit - negatives * x) / prior)];
    },
  },
  error: {
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
  },
};

const movingOf = (served) => (Object.hasOwn(MOVING, served.kind) ? MOVING[served.kind] : {});

/**
 * The criterion's choice at an operating point. Criteria that do not depend on it keep the server's rates.
 * @param {LiveHull} hull
 * @param {OperatingPoint} point
 * @param {CriterionChoice | null} served
 * @returns {Choice | null}
 */
export function chooseByCriterion(hull, point, served) {
  if (!served || !hull.tie.length) return null;
  const { choose } = movingOf(served);
  return choose ? choose(hull, point, served) : { fpr: served.fpr, tpr: served.tpr };
}

/**
 * [xs, ys] of the line in ROC space that shows the criterion's limit; null if it does not move.
 * @param {CriterionChoice} served
 * @param {OperatingPoint} point
 * @param {Choice} choice
 * @returns {[number[], number[]] | null}
 */
export function limitLine(served, point, choice) {
  const moving = movingOf(served);
  return moving.limitLine ? moving.limitLine(served, point, choice) : null;
}

/**
 * [pcf, nec] of the criterion's mark in cost space; null if the mark does not move.
 * @param {CriterionChoice} served
 * @param {OperatingPoint} point
 * @param {Choice} choice
 * @returns {[number, number] | null}
 */
export function costMark(served, point, choice) {
  const moving = movingOf(served);
  return moving.costMark ? moving.costMark(point, choice) : null;
}
