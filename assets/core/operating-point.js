/* The mathematics of one operating point. Formulas and order of operations match costdash.core. */

/** @import { Call, CostedCall, Results } from './types.js' */
/** @import { LiveCurve, LiveData, LiveHull, LiveModel, LiveRules, OperatingPoint, Rates } from './wire.js' */

// Beyond these bounds products and ratios could leave the range of doubles.
const SMALLEST_PRIOR = 1e-15;
const LARGEST_COST = 1e30;

/**
 * Whether a prior lies within the bounds that the server accepts.
 * @param {number} prior
 */
export const isPrior = (prior) => prior >= SMALLEST_PRIOR && prior <= 1 - SMALLEST_PRIOR;

/**
 * Whether a cost lies within the bounds that the server accepts.
 * @param {number} cost
 */
export const isCost = (cost) => cost >= 1 / LARGEST_COST && cost <= LARGEST_COST;

/**
 * The nearest cost within these bounds.
 * @param {number} cost
 */
export const boundedCost = (cost) => Math.min(Math.max(cost, 1 / LARGEST_COST), LARGEST_COST);

/** @param {OperatingPoint} point */
function costScale(point) {
  return point.prior * point.cost_fn + (1 - point.prior) * point.cost_fp;
}

/**
 * Probability cost PC(+).
 * @param {OperatingPoint} point
 */
export function pcfOf(point) {
  return (point.prior * point.cost_fn) / costScale(point);
}

/**
 * Expected cost per case.
 * @param {OperatingPoint} point
 * @param {number} fpr
 * @param {number} tpr
 */
export function expectedCost(point, fpr, tpr) {
  const missed = point.prior * point.cost_fn * (1 - tpr);
  return missed + (1 - point.prior) * point.cost_fp * fpr;
}

/**
 * Drummond & Holte (2006), equation 3.
 * @param {number} fpr
 * @param {number} tpr
 * @param {number} pcf
 */
export const normalizedExpectedCost = (fpr, tpr, pcf) => fpr * (1 - pcf) + (1 - tpr) * pcf;

/**
 * Precision at a prior; null where nothing is called positive (0/0).
 * @param {number} fpr
 * @param {number} tpr
 * @param {number} prior
 * @returns {number | null}
 */
export function precisionAt(fpr, tpr, prior) {
  const truePositives = prior * tpr;
  const called = truePositives + (1 - prior) * fpr;
  return called > 0 ? truePositives / called : null;
}

/**
 * Rates in cases; where costs differ from case to case, fpr and tpr themselves are shares of costs.
 * @template {{ fpr: unknown, tpr: unknown }} T
 * @param {T & { cases?: { fpr: T['fpr'], tpr: T['tpr'] } }} rates
 * @returns {{ fpr: T['fpr'], tpr: T['tpr'] }}
 */
export const caseRates = (rates) => rates.cases || rates;

/**
 * The rates at one place of a model or hull, also in cases.
 * @param {{ fpr: number[], tpr: number[], cases?: { fpr: number[], tpr: number[] } }} curve
 * @param {number} k
 * @returns {Rates}
 */
export function ratesAt({ fpr, tpr, cases }, k) {
  const rates = { fpr: fpr[k], tpr: tpr[k] };
  return cases ? { ...rates, cases: { fpr: cases.fpr[k], tpr: cases.tpr[k] } } : rates;
}

/**
 * Some rates as the arrays of a curve.
 * @param {{ fpr: number, tpr: number }[]} rates
 */
export const curveOf = (rates) => ({ fpr: rates.map(({ fpr }) => fpr), tpr: rates.map(({ tpr }) => tpr) });

/**
 * The model at a place in the data set.
 * @param {{ models: LiveModel[] }} live
 * @param {number} place
 * @returns {LiveModel}
 */
export function modelAt({ models }, place) {
  const model = models.find(({ i }) => i === place);
  if (!model) throw new Error(`no model at place ${place} is shown`);
  return model;
}

/**
 * First index whose value is not below x, like numpy's searchsorted.
 * @param {ArrayLike<number>} values in ascending order
 * @param {number} x
 */
export function searchSorted(values, x) {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The vertex of least cost; at a tie, up to rounding, the stricter.
 * @param {ArrayLike<number>} tie
 * @param {number} pcf
 */
export const cheapestVertex = (tie, pcf) => searchSorted(tie, pcf * (1 - 4 * Number.EPSILON));

/**
 * @param {OperatingPoint} point
 * @returns {Call}
 */
function trivialCall(point) {
  const rate = pcfOf(point) <= 0.5 ? 0 : 1;
  return { call: rate ? 'all' : 'none', vertex: null, owner: -1, text: null, index: null, fpr: rate, tpr: rate };
}

/**
 * The call of a model's threshold.
 * @param {LiveHull | LiveRules} rules
 * @param {number} vertex
 * @returns {Call}
 */
const callAt = (rules, vertex) => ({
  call: 'some',
  vertex,
  owner: rules.owner[vertex],
  text: rules.text[vertex],
  index: rules.index[vertex],
  ...ratesAt(rules, vertex),
});

/**
 * The call with the lowest expected cost: a hull vertex or a trivial rule.
 * @param {LiveHull} hull
 * @param {OperatingPoint} point
 * @returns {Call}
 */
export function bestCall(hull, point) {
  const trivial = trivialCall(point);
  const last = hull.fpr.length - 1;
  const pcf = pcfOf(point);
  const vertex = cheapestVertex(hull.tie, pcf);
  if (last < 2 || vertex === 0 || vertex === last) return trivial;
  const { fpr, tpr } = ratesAt(hull, vertex);
  // Equal costs can differ by rounding.
  if (hull.convex && normalizedExpectedCost(fpr, tpr, pcf) >= withCosts(trivial, point).nec) return trivial;
  return callAt(hull, vertex);
}

/**
 * What a vertex of the recommended rules calls positive: the first vertex none, the last all.
 * @param {{ fpr: number[] }} rules
 * @param {number} vertex
 * @returns {Call['call']}
 */
export function callOfVertex({ fpr }, vertex) {
  if (vertex === 0) return 'none';
  return vertex === fpr.length - 1 ? 'all' : 'some';
}

/**
 * Rates of a curve along PC(+).
 * @param {LiveCurve} curve
 * @param {number} pcf
 */
const ratesOf = (curve, pcf) => ratesAt(curve, cheapestVertex(curve.tie, pcf));

/**
 * The recommended call: its rates on the rows; with cross-fitted costs also those on other rows.
 * @param {LiveData} live
 * @param {OperatingPoint} point
 * @returns {Call}
 */
function recommendedCall({ hull, recommended_rules: rules, crossfit }, point) {
  if (!crossfit) return bestCall(hull, point);
  const pcf = pcfOf(point);
  const vertex = rules.vertex[cheapestVertex(rules.tie, pcf)];
  if (callOfVertex(rules, vertex) !== 'some') return trivialCall(point);
  return {
    ...callAt(rules, vertex),
    tuned: ratesOf(crossfit.tuned, pcf),
    expected: ratesOf(crossfit.chosen, pcf),
    models: crossfit.models,
  };
}

/**
 * The rates whose cost is the total: they allow for the choice of threshold and model.
 * @param {Rates} rates
 */
export const totalRates = (rates) => rates.expected ?? rates;

/**
 * The rates behind the total of a model by itself.
 * @param {Rates} rates
 */
export const modelRates = (rates) => rates.tuned ?? rates;

/**
 * Expected cost per case of a model by itself: with the allowance for tuning, without that for choosing the model.
 * @param {OperatingPoint} point
 * @param {Rates} rates
 */
export function modelCost(point, rates) {
  const { fpr, tpr } = modelRates(rates);
  const { review } = rates;
  return expectedCost(point, fpr, tpr) + (review ? review.price * review.tuned : 0);
}

/**
 * Expected cost per case of a rule, with its allowances.
 * @param {OperatingPoint} point
 * @param {Rates} rates
 */
export function totalCost(point, rates) {
  const { fpr, tpr } = totalRates(rates);
  const { review } = rates;
  return expectedCost(point, fpr, tpr) + (review ? review.price * review.expected : 0);
}

/**
 * @param {Call} call
 * @param {OperatingPoint} point
 * @returns {CostedCall}
 */
function withCosts(call, point) {
  const cost = totalCost(point, call);
  const inCases = caseRates(call);
  return {
    ...call,
    precision: precisionAt(inCases.fpr, inCases.tpr, point.prior),
    nec: cost / costScale(point),
    cost,
  };
}

/**
 * The ends of the iso-performance line through (fpr, tpr) in the unit square.
 * @param {OperatingPoint} point
 * @param {number} fpr
 * @param {number} tpr
 */
export function isoPerformanceLine(point, fpr, tpr) {
  const pcf = pcfOf(point);
  const height = pcf * tpr - (1 - pcf) * fpr; // tpr of the line at fpr 0, times pcf
  const enters = height >= 0 ? [0, height / pcf] : [-height / (1 - pcf), 0];
  const distance = pcf - height; // to tpr 1, times pcf
  const leaves = distance <= 1 - pcf ? [distance / (1 - pcf), 1] : [1, (1 - pcf + height) / pcf];
  return { x: [enters[0], leaves[0]], y: [enters[1], leaves[1]] };
}

/**
 * Everything that depends on the operating point.
 * @param {LiveData} live
 * @param {OperatingPoint} point
 * @returns {Results}
 */
export function resultsAt(live, point) {
  const best = withCosts(recommendedCall(live, point), point);
  const trivial = withCosts(trivialCall(point), point);
  return {
    ...best,
    pcf: pcfOf(point),
    slope: ((1 - point.prior) * point.cost_fp) / (point.prior * point.cost_fn),
    trivial,
    saving: trivial.cost - best.cost,
    iso: isoPerformanceLine(point, best.fpr, best.tpr),
  };
}

/**
 * One model's cost curve: both ends of the range of each hull vertex; `vertex` is its place in the
 * model's arrays. Ranges meet at a bend, or at a jump if thresholds are cross-fitted.
 * @param {Pick<LiveModel, 'fpr' | 'tpr' | 'hull' | 'tie'>} model
 */
export function costEnvelope({ fpr, tpr, hull, tie }) {
  /** @type {{ pcf: number[], nec: number[], vertex: number[] }} */
  const curve = { pcf: [], nec: [], vertex: [] };
  hull.forEach((at, k) => {
    for (const pcf of [k ? tie[k - 1] : 0, k < tie.length ? tie[k] : 1]) {
      curve.pcf.push(pcf);
      curve.nec.push(normalizedExpectedCost(fpr[at], tpr[at], pcf));
      curve.vertex.push(at);
    }
  });
  return curve;
}
