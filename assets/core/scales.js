/* The scales of the sliders: a prior by its log-odds, a cost ratio by its logarithm. */

const LOW_PRIOR = 0.001;
export const HIGH_PRIOR = 0.999;
const RATIO_END = 3; // decades

/** @param {number} p */
export const logit = (p) => Math.log(p / (1 - p));
const expit = (x) => 1 / (1 + Math.exp(-x));
/** @param {number} x */
export const roundToThree = (x) => Number(x.toPrecision(3));
const roundPrior = (p) => (p <= 0.5 ? roundToThree(p) : Number((1 - roundToThree(1 - p)).toPrecision(12)));

/**
 * The prior at the slider's lower end.
 * @param {number} prevalence share of positives in the file
 */
export const lowestPrior = (prevalence) => Math.min(LOW_PRIOR, prevalence / 10);

/**
 * @typedef {object} Scale
 * @property {(value: number) => number} place position of a value
 * @property {(place: number) => number} at rounded value at a position
 * @property {(value: number) => number} parked position of a value, at an end of the slider if it lies beyond
 * @property {(values: number[]) => { low: boolean, high: boolean }} beyond whether the first or last value lies beyond an end
 */

/**
 * @param {(value: number) => number} place
 * @param {(place: number) => number} at
 * @param {[number, number]} ends positions
 * @returns {Scale}
 */
function scale(place, at, [low, high]) {
  return {
    place,
    at,
    parked: (value) => Math.min(Math.max(place(value), low), high),
    beyond: (values) => ({ low: place(values[0]) < low, high: place(values[values.length - 1]) > high }),
  };
}

/**
 * @param {number} prevalence
 * @returns {Scale}
 */
export function priorScale(prevalence) {
  return scale(logit, (x) => roundPrior(expit(x)), [logit(lowestPrior(prevalence)), logit(HIGH_PRIOR)]);
}

/** @type {Scale} */
export const ratioScale = scale(Math.log10, (x) => Math.pow(10, x), [-RATIO_END, RATIO_END]);
