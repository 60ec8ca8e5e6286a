/* The criteria: their rows of the boot data, and what they choose on the hull while the operating point moves, as in
   costdash.core. Each criterion whose choice moves has a script in criteria/. */

import { bootData } from './boot-data.js';

/** @import { Call, Choice, ChosenRule, CriterionCode, CriterionRow, Place } from './types.js' */
/** @import { CaseRates, CriterionChoice, LiveHull, OperatingPoint, Rates } from './wire.js' */

const TOLERANCE = 1e-12; // rounding may seem to exceed a limit by this much

/** @type {Record<string, CriterionCode>} */
const codes = {};

/**
 * Says how a criterion follows the operating point; called once, by its script in criteria/. Without a script its
 * choice waits for the server.
 * @param {string} kind
 * @param {CriterionCode} code
 */
export function addCriterion(kind, code) {
  codes[kind] = code;
}

/** The key of the criterion that the stores and the address do not name. */
export const defaultCriterion = () => bootData.criteria[0].key;

/**
 * The row of a criterion; undefined if there is none with this key.
 * @param {string} kind
 * @returns {CriterionRow | undefined}
 */
export const criterionRow = (kind) => bootData.criteria.find(({ key }) => key === kind);

/**
 * Whether there is a criterion with this key, besides the default.
 * @param {string} kind
 */
export const isCriterion = (kind) => kind !== defaultCriterion() && Boolean(criterionRow(kind));

/**
 * The criteria that can choose, with ranges or without, as options of a select.
 * @param {boolean} ranged
 */
export const selectableCriteria = (ranged) =>
  bootData.criteria.filter((row) => ranged || !row.ranged).map(({ key, label }) => ({ value: key, label }));

/**
 * The fields of a criterion, by name.
 * @param {string} kind
 * @returns {CriterionRow['fields']}
 */
export const criterionFields = (kind) => criterionRow(kind)?.fields ?? {};

/**
 * The words around the limit of a criterion: "at most" before its box, and "of all cases flagged" after it.
 * @param {string} kind
 */
export function limitParts(kind) {
  const [of, bound] = criterionFields(kind).limit.label.split(', ');
  return { bound, of };
}

/**
 * The rule of a vertex of the hull.
 * @param {LiveHull} hull
 * @param {number} vertex
 * @returns {ChosenRule}
 */
export function ruleAt(hull, vertex) {
  const call = vertex === 0 ? 'none' : vertex === hull.tie.length ? 'all' : 'some';
  return {
    vertex,
    call,
    owner: hull.owner[vertex],
    text: hull.text[vertex],
    index: hull.index[vertex],
    fpr: hull.fpr[vertex],
    tpr: hull.tpr[vertex],
  };
}

/**
 * The choice of one rule.
 * @param {ChosenRule} rule
 * @returns {Choice}
 */
export const single = (rule) => ({ rules: [rule], share: [1], fpr: rule.fpr, tpr: rule.tpr });

/**
 * The choice of the largest tpr within a limit: along the hull to the edge that the limit cuts. A horizontal top edge
 * gains nothing.
 * @param {LiveHull} hull
 * @param {number[]} used what is limited, at each vertex
 * @param {number} limit
 * @returns {Choice}
 */
export function mixtureWithin(hull, used, limit) {
  const top = hull.tpr[hull.tpr.length - 1];
  let last = hull.tpr.length - 1;
  while (last > 0 && hull.tpr[last - 1] >= top) last -= 1;
  let under = 0;
  while (under < last && used[under + 1] <= limit + TOLERANCE) under += 1;
  if (under === last || used[under] >= limit - TOLERANCE) return single(ruleAt(hull, under));
  const part = (limit - used[under]) / (used[under + 1] - used[under]);
  const [from, to] = [ruleAt(hull, under), ruleAt(hull, under + 1)];
  const fpr = from.fpr + part * (to.fpr - from.fpr);
  const tpr = from.tpr + part * (to.tpr - from.tpr);
  return { rules: [from, to], share: [1 - part, part], fpr, tpr };
}

/** @param {CriterionChoice} served @returns {CriterionCode} */
const codeOf = ({ kind }) => (Object.hasOwn(codes, kind) ? codes[kind] : {});

/**
 * The criterion's choice at an operating point. Criteria that do not depend on it keep the server's rates.
 * @param {LiveHull} hull
 * @param {OperatingPoint} point
 * @param {CriterionChoice | null} served
 * @returns {Choice | null}
 */
export function chooseByCriterion(hull, point, served) {
  if (!served || !hull.tie.length) return null;
  const { choose } = codeOf(served);
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
  return codeOf(served).limitLine?.(served, point, choice) ?? null;
}

/**
 * [pcf, nec] of the criterion's mark in cost space; null if the mark does not move.
 * @param {CriterionChoice} served
 * @param {OperatingPoint} point
 * @param {Choice} choice
 * @returns {Place | null}
 */
export function costMark(served, point, choice) {
  return codeOf(served).costMark?.(point, choice) ?? null;
}

/**
 * The rates of a rule on other rows. The server cross-fits the choice at the served point only. A choice that does not
 * follow the point keeps its rates. For a choice that follows it, the rates on other rows are taken to differ from the
 * rates on the rows by as much as those of the served threshold do, until the answer brings the computed rates.
 * @param {Rates & { call: Call['call'] }} rule
 * @param {CriterionChoice['single']} served the served threshold
 * @returns {Pick<Rates, 'tuned' | 'expected' | 'models'>}
 */
export function ratesElsewhere(rule, { fpr, tpr, tuned, expected, models }) {
  if (!tuned || !expected || rule.call !== 'some') return { tuned: undefined, expected: undefined };
  if (rule.fpr === fpr && rule.tpr === tpr) return { tuned, expected, models };
  /** @param {number} rate */
  const share = (rate) => Math.min(1, Math.max(0, rate));
  /** @param {CaseRates} rates */
  const moved = (rates) => ({ fpr: share(rule.fpr + rates.fpr - fpr), tpr: share(rule.tpr + rates.tpr - tpr) });
  return { tuned: moved(tuned), expected: moved(expected), models };
}
