/* The scales of the sliders (log-odds of a prior, logarithm of a cost), normal deviates of rates, and round ticks. */

const LOW_PRIOR = 0.001;
const COMMON = 0.2; // a prior above which the slider goes on to almost 1
const HALF = 0.5;
const HIGH_PRIOR = 0.999;
const COST_DECADES = 4;
const TICKS = 4;
const MOST_TICKS = 20; // neighbouring doubles have no round numbers between them

/** @param {number} p */
export const logit = (p) => Math.log(p / (1 - p));
/** @param {number} x */
export const expit = (x) => 1 / (1 + Math.exp(-x));
/* Coefficients of Acklam's rational approximation of the normal quantile: in the middle, and in the tails. */
const MIDDLE = [
  [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239],
  [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1],
];
const TAIL = [
  [
    -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
    2.938163982698783,
  ],
  [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1],
];
const TAIL_END = 0.02425;
const LEAST_RATE = 0.0005; // error rates nearer to 0 or 1 lie at the ends of DET axes, as in costdash.core

/** @param {number[]} coefficients @param {number} x */
const polynomial = (coefficients, x) => coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
/** @param {number[][]} parts @param {number} x */
const ratio = (parts, x) => polynomial(parts[0], x) / polynomial(parts[1], x);

/**
 * The normal quantile of a rate, at most that of LEAST_RATE from 0 and 1.
 * @param {number} rate
 */
export function deviate(rate) {
  const p = Math.min(Math.max(rate, LEAST_RATE), 1 - LEAST_RATE);
  const tail = Math.min(p, 1 - p);
  if (tail < TAIL_END) return Math.sign(0.5 - p) * ratio(TAIL, Math.sqrt(-2 * Math.log(tail)));
  return (p - 0.5) * ratio(MIDDLE, (p - 0.5) ** 2);
}

/** @param {number} x */
export const roundToThree = (x) => Number(x.toPrecision(3));
/** @param {number} p */
export const roundPrior = (p) => (p <= 0.5 ? roundToThree(p) : Number((1 - roundToThree(1 - p)).toPrecision(12)));

/**
 * @typedef {object} Scale
 * @property {[number, number]} ends values at the two ends
 * @property {(value: number) => number} share where a value lies, from 0 to 1; at an end if it lies beyond
 * @property {(share: number) => number} at the rounded value there
 * @property {(value: number) => boolean} holds whether a value lies within the ends
 */

/**
 * @param {(value: number) => number} place
 * @param {(place: number) => number} valueAt
 * @param {[number, number]} ends
 * @returns {Scale}
 */
function scale(place, valueAt, ends) {
  const [low, high] = ends.map(place);
  return {
    ends,
    share: (value) => Math.min(Math.max((place(value) - low) / (high - low), 0), 1),
    at: (share) => valueAt(low + share * (high - low)),
    holds: (value) => value >= ends[0] && value <= ends[1],
  };
}

/**
 * The scale of the prior: from a tenth of the file's prevalence, at most 0.1 %, to 50 %, or to 99.9 % if positives are
 * common.
 * @param {number} prevalence
 * @param {number} [prior] the present prior
 * @returns {Scale}
 */
export function priorScale(prevalence, prior = 0) {
  const high = prevalence > COMMON || prior > HALF ? HIGH_PRIOR : HALF;
  return scale(logit, (x) => roundPrior(expit(x)), [Math.min(LOW_PRIOR, prevalence / 10), high]);
}

/**
 * Four decades around a cost.
 * @param {number} cost
 * @returns {Scale}
 */
export function costScale(cost) {
  const low = Math.floor(Math.log10(cost) + 1e-9) - 1;
  const ends = /** @type {[number, number]} */ ([low, low + COST_DECADES].map((x) => Number(`1e${x}`)));
  return scale(Math.log10, (x) => roundToThree(Math.pow(10, x)), ends);
}

/**
 * Ticks between two positive numbers: multiples of powers of ten by 1, 2 and 5, or only powers of ten if there are many.
 * @param {number} low
 * @param {number} high
 */
export function logTicks(low, high) {
  const ticks = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power += 1) {
    for (const digit of [1, 2, 5]) ticks.push(Number(`${digit}e${power}`));
  }
  const within = ticks.filter((x) => x >= low && x <= high);
  return within.length > 9 ? within.filter((x) => /^1/.test(x.toExponential())) : within;
}

/**
 * Round numbers from low to high, about as many as wanted.
 * @param {number} low
 * @param {number} high
 * @param {number} [wanted]
 */
export function roundTicks(low, high, wanted = TICKS) {
  const rough = (high - low) / wanted || 1;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = unit * ([1, 2, 5].find((k) => k * unit >= rough) ?? 10);
  const ticks = [];
  for (let k = Math.ceil(low / step); k * step <= high * (1 + 1e-12) && ticks.length < MOST_TICKS; k += 1)
    ticks.push(Number((k * step).toPrecision(12)));
  return ticks;
}
