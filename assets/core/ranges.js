/* Prior and costs as ranges: which rules are best within them. The formulas match costdash.core. */

import {
  callOfVertex,
  cheapestVertex,
  expectedCost,
  modelRates,
  pcfOf,
  searchSorted,
  totalRates,
} from './operating-point.js';

/** @import { Call, CompleteConditions, ConditionKey, ConditionPoint, Interval } from './types.js' */
/** @import { LiveCurve, LiveData, LiveHull, OperatingPoint, Ranges, Rates, TodaysBar } from './wire.js' */

/** @param {number} p */
export const odds = (p) => p / (1 - p);
/** @param {number} prior @param {number} cost_fn @param {number} cost_fp */
const pcfAt = (prior, cost_fn, cost_fp) => pcfOf({ prior, cost_fn, cost_fp });

/**
 * @param {number} x
 * @param {Interval} range
 */
export const clamp = (x, [low, high]) => Math.min(Math.max(x, low), high);

/** @type {ConditionKey[]} */
export const CONDITION_KEYS = ['prior', 'cost_fn', 'cost_fp'];

const FACTOR = 2; // the first range reaches from half a value to twice the value
/** @param {number} x */
const twoDigits = (x) => Number(x.toPrecision(2));

/**
 * A first range around a value: the odds of the prior, or a cost, by FACTOR.
 * @param {string} key
 * @param {number} value
 * @returns {Interval}
 */
export function firstRange(key, value) {
  /** @param {number} factor */
  const at = (factor) => {
    if (key !== 'prior') return twoDigits(value * factor);
    const x = odds(value) * factor;
    return twoDigits(x / (1 + x));
  };
  return [at(1 / FACTOR), at(FACTOR)];
}

/**
 * Conditions whose prior follows the file's prevalence, for another positive class. A guessed range and an exact prior
 * follow it too. A range that the user set stays; if the prevalence lies outside it, the prior stays as well.
 * @param {CompleteConditions} conditions
 * @param {number} prevalence
 * @returns {CompleteConditions}
 */
export function atPrevalence(conditions, prevalence) {
  const moved = { ...conditions, prior: prevalence };
  const { ranges } = conditions;
  if (!ranges) return moved;
  const isExact = ranges.prior[0] === ranges.prior[1];
  if (isExact) return { ...moved, ranges: { ...ranges, prior: [prevalence, prevalence] } };
  const isGuessed = String(ranges.prior) === String(firstRange('prior', conditions.prior));
  if (isGuessed) return { ...moved, ranges: { ...ranges, prior: firstRange('prior', prevalence) } };
  return clamp(prevalence, ranges.prior) === prevalence ? moved : { ...conditions, touched: true };
}

/**
 * Lowest and highest PC(+) within the ranges.
 * @param {Ranges} ranges
 * @returns {Interval}
 */
export const pcfRange = ({ prior, cost_fn, cost_fp }) => [
  pcfAt(prior[0], cost_fn[0], cost_fp[1]),
  pcfAt(prior[1], cost_fn[1], cost_fp[0]),
];

/**
 * Lowest and highest cost of a missed positive in false alarms.
 * @param {Pick<Ranges, 'cost_fn' | 'cost_fp'>} ranges
 * @returns {Interval}
 */
export const costRatioRange = ({ cost_fn, cost_fp }) => [cost_fn[0] / cost_fp[1], cost_fn[1] / cost_fp[0]];

/** @param {Interval} range @param {number} a @param {number} b @returns {Interval} */
function overlap(range, a, b) {
  const [low, high] = [clamp(a, range), clamp(b, range)];
  return [Math.min(low, high), high];
}

/** The narrowest ranges that hold all conditions with PC(+) from low to high.
   @param {Ranges} ranges @param {number} low @param {number} high @returns {Ranges} */
function narrowed(ranges, low, high) {
  const { prior, cost_fn, cost_fp } = ranges;
  const [least, most] = overlap(pcfRange(ranges), low, high).map(odds);
  const [start, end] = prior.map(odds);
  const [few, many] = costRatioRange(ranges);
  return {
    prior: shareOfOdds(overlap([start, end], least / many, most / few)),
    cost_fn: overlap(cost_fn, (least * cost_fp[0]) / end, (most * cost_fp[1]) / start),
    cost_fp: overlap(cost_fp, (start * cost_fn[0]) / most, (end * cost_fn[1]) / least),
  };
}

/** @param {Interval} ends @returns {Interval} */
const shareOfOdds = ([low, high]) => [low / (1 + low), high / (1 + high)];

/** Lowest and highest expected cost per case of one rule: both lie at corners of the ranges.
   @param {Ranges} ranges @param {number} fpr @param {number} tpr @returns {Interval} */
function costRange(ranges, fpr, tpr) {
  const costs = cornersOf(ranges).map((point) => expectedCost(point, fpr, tpr));
  return [Math.min(...costs), Math.max(...costs)];
}

/** Every combination of the ends of the ranges. @param {Ranges} ranges @returns {OperatingPoint[]} */
const cornersOf = (ranges) =>
  ranges.prior.flatMap((prior) =>
    ranges.cost_fn.flatMap((cost_fn) => ranges.cost_fp.map((cost_fp) => ({ prior, cost_fn, cost_fp }))),
  );

/** The most per case by which a rule costs more than another within the ranges; at least 0. Their difference is linear
   in each condition, so that it is largest at ends. @param {Ranges} ranges @param {Rates} rates @param {Rates} other */
function largestExcess(ranges, rates, other) {
  const [costs, others] = [rates, other].map(({ fpr, tpr }) =>
    cornersOf(ranges).map((point) => expectedCost(point, fpr, tpr)),
  );
  return Math.max(0, ...costs.map((cost, k) => cost - others[k]));
}

/** @param {number[]} values @param {number} x */
function countNotAbove(values, x) {
  let n = searchSorted(values, x);
  while (n < values.length && values[n] === x) n += 1;
  return n;
}

/** [place, low, high] of every range between two ties that lies somewhere from low to high, PC(+) ascending.
   @param {number[]} tie @param {number} low @param {number} high @returns {[number, number, number][]} */
function rangesBetweenTies(tie, low, high) {
  if (low === high) return [[cheapestVertex(tie, low), low, high]];
  const first = countNotAbove(tie, low);
  const last = searchSorted(tie, high);
  const ends = [low, ...tie.slice(first, last), high];
  /** @type {[number, number, number][]} */
  const pieces = [];
  for (let k = 0; k + 1 < ends.length; k += 1) {
    if (ends[k] < ends[k + 1]) pieces.push([first + k, ends[k], ends[k + 1]]);
  }
  return pieces;
}

/** Lowest and highest cross-fitted cost from low to high, where the rates change from range to range.
   @param {LiveCurve} curve @param {Ranges} ranges @param {number} low @param {number} high @returns {Interval} */
function crossFittedCost({ tie, fpr, tpr }, ranges, low, high) {
  const costs = rangesBetweenTies(tie, low, high).map(([place, from, to]) =>
    costRange(narrowed(ranges, from, to), fpr[place], tpr[place]),
  );
  return [Math.min(...costs.map(([least]) => least)), Math.max(...costs.map(([, most]) => most))];
}

/** Without a model: call none up to PC(+) 1/2, call all above. */
const TRIVIAL = { fpr: [0, 1], tpr: [0, 1], tie: [0.5], vertex: [0, 1] };

/** @param {LiveData} live */
const rulesOf = ({ recommended_rules }) => (recommended_rules.fpr.length ? recommended_rules : TRIVIAL);

/**
 * The rules that are best within the ranges, as costdash.report.sentences.sensitivity says them; without words.
 * @param {LiveData} live
 * @param {Ranges} ranges
 */
export function rulesWithin(live, ranges) {
  const rules = rulesOf(live);
  return rangesBetweenTies(rules.tie, ...pcfRange(ranges)).map(([place, low, high]) => {
    const narrowest = narrowed(ranges, low, high);
    const vertex = rules.vertex[place];
    const [fpr, tpr] = [rules.fpr[vertex], rules.tpr[vertex]];
    const call = callOfVertex(rules, vertex);
    const tuned = call === 'some' && live.crossfit?.tuned;
    const cost = tuned ? crossFittedCost(tuned, ranges, low, high) : costRange(narrowest, fpr, tpr);
    return { vertex, call, fpr, tpr, pcf: [low, high], ranges: narrowest, cost };
  });
}

const [FINE_PARTS, COARSE_PARTS] = [512, 64]; // equally likely parts of each range beside the widest

/**
 * The distribution of a value in its range: even, or a triangle with its top at the value in the range nearest to mode.
 * @typedef {object} RangeDistribution
 * @property {(x: number) => number} mass the share at or below x
 * @property {(share: number) => number} quantile
 */

/** @param {[number, number]} range @param {number | null} mode @returns {RangeDistribution} */
function distributionOver([low, high], mode) {
  const width = high - low;
  if (width === 0) return { mass: (x) => Number(x >= low), quantile: () => low };
  if (mode === null)
    return { mass: (x) => (clamp(x, [low, high]) - low) / width, quantile: (share) => low + share * width };
  const top = clamp(mode, [low, high]);
  const [rising, falling] = [top - low, high - top];
  return {
    mass(x) {
      const at = clamp(x, [low, high]);
      if (at <= top) return rising > 0 ? (at - low) ** 2 / (width * rising) : 0;
      return 1 - (high - at) ** 2 / (width * falling);
    },
    quantile: (share) =>
      share * width <= rising
        ? low + Math.sqrt(share * width * rising)
        : high - Math.sqrt((1 - share) * width * falling),
  };
}

/** The mean of `distributionOver`. @param {Interval} range @param {number | null} mode */
export function meanOver([low, high], mode) {
  return mode === null ? (low + high) / 2 : (low + clamp(mode, [low, high]) + high) / 3;
}

/**
 * The operating point that the decision is for: within ranges that of their means, where the cost of a rule is its
 * average over the ranges, as `Imprecise.mean_point` of costdash.core.
 * @param {ConditionPoint} conditions
 * @returns {ConditionPoint}
 */
export function decisionPoint({ prior, cost_fn, cost_fp, ranges = null, weighting = null }) {
  const typed = { prior, cost_fn, cost_fp };
  if (!ranges) return { ...typed, ranges, weighting };
  const likely = weighting === true ? typed : null;
  /** @param {ConditionKey} key */
  const mean = (key) => meanOver(ranges[key], likely && likely[key]);
  const means = { prior: mean('prior'), cost_fn: mean('cost_fn'), cost_fp: mean('cost_fp') };
  if (weighting && weighting !== true)
    means.cost_fn = (means.cost_fp * odds(weighting.a / (weighting.a + weighting.b))) / odds(means.prior);
  return { ...means, ranges, weighting, likely };
}

/**
 * The share of the ranges in which PC(+) is at most `pcf`, as costdash.core.conditions.intervals computes it.
 * @param {Ranges} ranges
 * @param {number} pcf
 * @param {OperatingPoint | null} likely the most likely values; null: all are equally likely
 */
function shareBelow(ranges, pcf, likely) {
  const [lowest, highest] = pcfRange(ranges);
  if (!(lowest < pcf && pcf < highest)) return Number(pcf >= highest);
  const [prior, fn, fp] = CONDITION_KEYS.map((key) => distributionOver(ranges[key], likely && likely[key]));
  const widths = [ranges.prior.map(odds), ranges.cost_fn, ranges.cost_fp].map(([low, high]) => Math.log(high / low));
  const parts = widths.filter((width) => width > 0).length < 3 ? FINE_PARTS : COARSE_PARTS;
  const middles = Array.from({ length: parts }, (_, k) => (k + 0.5) / parts);
  /** @param {RangeDistribution} a @param {RangeDistribution} b @param {(x: number, y: number) => number} share */
  const mean = (a, b, share) => {
    const [xs, ys] = [a, b].map(({ quantile }) => [...new Set(middles.map(quantile))]);
    const sums = xs.map((x) => ys.reduce((sum, y) => sum + share(x, y), 0));
    return sums.reduce((sum, x) => sum + x, 0) / (xs.length * ys.length);
  };
  const most = odds(pcf);
  const widest = widths.indexOf(Math.max(...widths));
  if (widest === 0)
    return mean(fn, fp, (miss, alarm) => prior.mass((most * alarm) / miss / (1 + (most * alarm) / miss)));
  if (widest === 1) return mean(prior, fp, (p, alarm) => fn.mass((most * alarm) / odds(p)));
  return mean(prior, fn, (p, miss) => 1 - fp.mass((odds(p) * miss) / most));
}

/** Rising intervals of PC(+), with those that meet made one. @param {[number, number][]} intervals */
function joined(intervals) {
  /** @type {[number, number][]} */
  const whole = [];
  for (const [low, high] of intervals) {
    const last = whole[whole.length - 1];
    if (last && last[1] === low) last[1] = high;
    else whole.push([low, high]);
  }
  return whole;
}

/** Ranges of PC(+) within [0, 1] in which the rates of the recommended rule are constant. @param {LiveData} live */
function bestCostRanges(live) {
  const rules = rulesOf(live);
  return rangesBetweenTies(rules.tie, 0, 1).flatMap(([place, low, high]) => {
    const vertex = rules.vertex[place];
    const tuned = callOfVertex(rules, vertex) === 'some' && live.crossfit?.tuned;
    if (!tuned) return [{ low, high, fpr: rules.fpr[vertex], tpr: rules.tpr[vertex] }];
    const inner = rangesBetweenTies(tuned.tie, low, high);
    return inner.map(([k, from, to]) => ({ low: from, high: to, fpr: tuned.fpr[k], tpr: tuned.tpr[k] }));
  });
}

/** Along the edges of the ranges on which most is at stake: first cost_fn rises, then the prior, then cost_fp falls.
   @type {Record<'cost_fn' | 'prior' | 'cost_fp', (ranges: Ranges, x: number) => OperatingPoint>} */
const EDGES = {
  cost_fn: ({ prior, cost_fp }, x) => ({
    prior: prior[0],
    cost_fn: (odds(x) / odds(prior[0])) * cost_fp[1],
    cost_fp: cost_fp[1],
  }),
  prior: ({ cost_fn, cost_fp }, x) => {
    const at = (odds(x) * cost_fp[1]) / cost_fn[1];
    return { prior: at / (1 + at), cost_fn: cost_fn[1], cost_fp: cost_fp[1] };
  },
  cost_fp: ({ prior, cost_fn }, x) => ({
    prior: prior[1],
    cost_fn: cost_fn[1],
    cost_fp: (odds(prior[1]) / odds(x)) * cost_fn[1],
  }),
};

/** The largest extra cost per case of a rule over the best rule, anywhere in the ranges.
   @param {LiveData} live @param {Ranges} ranges @param {Rates} rates */
function largestRegret(live, ranges, { fpr, tpr }) {
  const { prior, cost_fn, cost_fp } = ranges;
  const ends = [
    pcfAt(prior[0], cost_fn[0], cost_fp[1]),
    pcfAt(prior[0], cost_fn[1], cost_fp[1]),
    pcfAt(prior[1], cost_fn[1], cost_fp[1]),
    pcfAt(prior[1], cost_fn[1], cost_fp[0]),
  ];
  const best = bestCostRanges(live);
  let most = 0;
  Object.values(EDGES).forEach((at, k) => {
    const edge = /** @type {[number, number]} */ ([ends[k], ends[k + 1]]);
    for (const range of best) {
      if (range.high < edge[0] || range.low > edge[1]) continue;
      for (const x of [clamp(range.low, edge), clamp(range.high, edge)]) {
        const point = at(ranges, x);
        most = Math.max(most, expectedCost(point, fpr, tpr) - expectedCost(point, range.fpr, range.tpr));
      }
    }
  });
  return most;
}

/**
 * The effect of the ranges on a rule: the share of the ranges in which its model (or the trivial rule) is the cheapest,
 * whether a single rule is the cheapest throughout, and the rule's lowest cost, highest cost and largest regret, and
 * its largest excess over today's rule.
 * @param {LiveData} live
 * @param {Ranges} ranges
 * @param {Pick<Call, 'call' | 'owner' | 'fpr' | 'tpr' | 'tuned' | 'expected'>} rule
 * @param {OperatingPoint | null} [likely] the most likely values; null: all are equally likely
 * @param {TodaysBar | null} [today]
 */
export function overRanges(live, ranges, rule, likely = null, today = null) {
  const { shared, owner } = live.recommended_rules;
  const { fpr, tpr } = totalRates(rule);
  /** @param {number} vertex */
  const owners = (vertex) => (shared?.[vertex] ? shared[vertex].map(([i]) => i) : [owner[vertex]]);
  const rules = rulesWithin(live, ranges);
  const same = rules.filter(({ call, vertex }) =>
    rule.call === 'some' ? call === 'some' && owners(vertex).includes(rule.owner) : call === rule.call,
  );
  const intervals = joined(same.map(({ pcf }) => /** @type {[number, number]} */ (pcf)));
  const shares = intervals.map(([low, high]) => shareBelow(ranges, high, likely) - shareBelow(ranges, low, likely));
  return {
    share: same.length === rules.length ? 1 : shares.reduce((sum, share) => sum + share, 0),
    isSingleRule: rules.length === 1,
    cost: costRange(ranges, fpr, tpr),
    regret: largestRegret(live, ranges, modelRates(rule)),
    overToday: today ? largestExcess(ranges, { fpr, tpr }, totalRates(today)) : 0,
  };
}

/**
 * The optimal ranges of a hull within low and high: each vertex with the PC(+) interval in which it is best.
 * @param {Pick<LiveHull, 'fpr' | 'tpr'>} hull
 * @param {number[]} tie
 * @param {number} low
 * @param {number} high
 */
export function optimalRangesWithin({ fpr, tpr }, tie, low, high) {
  /** @param {number} k */
  const from = (k) => Math.max(low, k === 0 ? 0 : tie[k - 1]);
  /** @param {number} k */
  const to = (k) => Math.min(high, k === tie.length ? 1 : tie[k]);
  const optimalRanges = fpr.map((x, k) => ({ fpr: x, tpr: tpr[k], low: from(k), high: to(k) }));
  return optimalRanges.filter((optimalRange) => optimalRange.low < optimalRange.high);
}
