/* Numbers in words, exactly as costdash.wording writes them. */

/** @import { OperatingPoint } from '../core/wire.js' */

const DIGITS = 3;
const MOST_DIGITS = 6; // used if fewer digits cannot distinguish two numbers
const GROUPS = /\B(?=(\d{3})+$)/g;

/** @typedef {{ symbol: string, after: boolean, group: string }} Currency symbol, its place and the thousands mark */

/** @type {Currency} */
let currency = { symbol: '$', after: false, group: ',' };

/**
 * Sets how all amounts look; the symbol may be empty.
 * @param {Currency} form
 */
export function setCurrency(form) {
  currency = form;
}

export const currencySign = () => currency.symbol;

/**
 * The digits of an amount, which have commas, with the symbol.
 * @param {string} text
 */
export function withCurrency(text) {
  const { symbol, after, group } = currency;
  const grouped = text.replaceAll(',', group);
  return after ? `${grouped} ${symbol}`.trimEnd() : symbol + grouped;
}

/**
 * Separates the thousands of a run of digits.
 * @param {string} digits
 */
export const groupDigits = (digits) => digits.replace(GROUPS, ',');

/**
 * A number with `digits` significant digits.
 * @param {number} x
 */
export function formatNumber(x, digits = DIGITS) {
  if (!Number.isFinite(x)) return 'undefined';
  if (x === 0) return '0';
  const [mantissa, power] = x.toExponential(digits - 1).split('e');
  const exponent = Number(power);
  if (exponent < -7 || exponent >= 15) return `${Number(mantissa)}e${exponent}`;
  const text = Number(`${mantissa}e${power}`).toFixed(Math.max(0, digits - 1 - exponent));
  const [whole, part = ''] = text.split('.');
  const decimals = part.replace(/0+$/, '');
  return groupDigits(whole) + (decimals && '.' + decimals);
}

/**
 * Rounded half up to a whole number.
 * @param {number} x
 */
export const formatWhole = (x) => groupDigits(String(Math.floor(x + 0.5)));

const RECALIBRATED = ' recalibrated';
const RECALIBRATED_SHORT = ' recal.';

/**
 * A long name without its middle, so that both ends remain: "logistic recal.", "gradi…sting recal.".
 * @param {string} name
 * @param {number} longest
 * @returns {string}
 */
export function shortenName(name, longest) {
  const letters = Array.from(name); // as Python counts them
  if (letters.length <= longest) return name;
  if (name.endsWith(RECALIBRATED) && longest > 2 * RECALIBRATED_SHORT.length)
    return shortenName(name.slice(0, -RECALIBRATED.length), longest - RECALIBRATED_SHORT.length) + RECALIBRATED_SHORT;
  const head = (longest - 1) >> 1;
  return `${letters.slice(0, head).join('')}…${letters.slice(1 - longest + head).join('')}`;
}

/** @param {number} x */
export function formatMoney(x, digits = DIGITS) {
  let text = formatNumber(Math.abs(x), digits);
  if (text[text.length - 2] === '.') text += '0';
  return (x < 0 ? '-' : '') + withCurrency(text);
}

/**
 * A share as a percentage; "100 %" only if it is all.
 * @param {number} x
 */
export function formatPercent(x) {
  const text = formatNumber(100 * x);
  if (text !== '100' || x >= 1) return text + ' %';
  const missing = (100 * (1 - x)).toExponential(0);
  return (100 - Number(missing)).toFixed(-Number(missing.split('e')[1])) + ' %';
}

/**
 * "no cases", "1 case", "2 cases".
 * @param {number} n
 * @param {string} thing
 */
export function formatCount(n, thing) {
  const text = formatNumber(n);
  return `${text === '0' ? 'no' : text} ${thing}${text === '1' ? '' : 's'}`;
}

/**
 * Which mistake costs more, and how many times as much.
 * @param {number} ratio cost of a missed positive in false alarms
 */
export function costRatioSentence(ratio) {
  const text = formatNumber(Math.max(ratio, 1 / ratio));
  if (text === '1') return 'A missed positive and a false alarm are equally costly';
  const [dear, cheap] = ratio < 1 ? ['false alarm', 'missed positive'] : ['missed positive', 'false alarm'];
  return `A ${dear} is ${text} times as costly as a ${cheap}`;
}

/**
 * The cost ratio in few words: "1 miss = 50 alarms".
 * @param {number} ratio cost of a missed positive in false alarms
 */
export function shortRatio(ratio) {
  const text = formatNumber(Math.max(ratio, 1 / ratio));
  if (text === '1') return '1 miss = 1 alarm';
  return ratio < 1 ? `1 alarm = ${text} misses` : `1 miss = ${text} alarms`;
}

/**
 * The number of digits that distinguishes two numbers, from 3 to 6.
 * @param {number} a
 * @param {number} b
 */
export function digitsToDistinguish(a, b) {
  for (let digits = DIGITS; digits < MOST_DIGITS; digits += 1) {
    if (formatNumber(a, digits) !== formatNumber(b, digits)) return digits;
  }
  return a === b ? DIGITS : MOST_DIGITS;
}

/**
 * How to write costs: as money, or as a count of errors while both kinds cost 1.
 * @param {OperatingPoint} point
 */
export function costFormatter(point) {
  const mistakes = point.cost_fn === 1 && point.cost_fp === 1;
  const bare = mistakes ? formatNumber : formatMoney;
  return {
    bare,
    errors: mistakes,
    /** @param {number} x */
    total: (x) => (mistakes ? formatCount(x, 'error') : formatMoney(x)),
    /** @param {number} x */
    less: (x) => `${bare(x)} ${mistakes ? 'fewer' : 'less'}`,
    /** @param {number} x */
    more: (x) => `${bare(x)} more`,
  };
}

/**
 * A net benefit with its limits: '0.38 (0.33 to 0.43)'.
 * @param {number[]} ends value and, if there are any, lower and upper limit
 */
export function benefitWords([value, low, high]) {
  const limits = low === undefined ? '' : ` (${formatNumber(low)} to ${formatNumber(high)})`;
  return `${formatNumber(value)}${limits}`;
}
