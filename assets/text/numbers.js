/* Numbers in words, exactly as costdash.wording writes them. */

import { bootData } from '../core/boot-data.js';

/** @import { OperatingPoint } from '../core/wire.js' */

const DIGITS = 3;
const MOST_DIGITS = 6; // used if fewer digits cannot distinguish two numbers
const MINUS = '\u2212';
const GROUPS = /\B(?=(\d{3})+$)/g;

/** @typedef {{ symbol: string, after: boolean, group: string }} Currency symbol, its place and the thousands mark */

/** @type {Currency} */
let currency = { symbol: '$', after: false, group: ',' };
let usual = currency; // of the server or of the report

/**
 * Sets how all amounts look until another currency is typed; the symbol may be empty.
 * @param {Currency} form
 */
export function setCurrency(form) {
  usual = form;
  currency = form;
}

/** The sign of 5 as amounts look: "€5", "CHF 5" or "5 €". @param {string} form */
const signOf = (form) => new RegExp(`^(?:${bootData.amounts.currency_form})$`).exec(form);

/**
 * Whether a text says how amounts look.
 * @param {string} form
 */
export const isCurrencyForm = (form) => signOf(form) !== null;

/**
 * Writes all amounts in a typed currency; without, in the usual currency.
 * @param {string | null | undefined} form
 */
export function useCurrency(form) {
  const [, before, after] = signOf(form ?? '') ?? [];
  currency = before || after ? { symbol: before || after, after: Boolean(after), group: usual.group } : usual;
}

/**
 * The currency of the conditions after an amount was typed: one with another sign than is in use changes it.
 * @param {string} text
 * @returns {{ currency?: string | null }}
 */
export function typedCurrency(text) {
  const { currency_sign: any } = bootData.amounts;
  const [, before, after] = new RegExp(`^(?:(${any})\\s*.+|.+?(${any}))$`).exec(text.trim()) ?? [];
  const sign = before || after;
  if (!sign || sign === currencySign().trim()) return {};
  if (sign === usual.symbol.trim()) return { currency: null };
  if (after) return { currency: `5 ${sign}` };
  return { currency: sign.length > 1 ? `${sign} 5` : `${sign}5` };
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
  return (x < 0 ? MINUS : '') + withCurrency(text);
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
  /** @param {number} x @param {number} [digits] */
  const count = (x, digits) => formatNumber(x, digits).replace(/^-/, MINUS);
  const bare = mistakes ? count : formatMoney;
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
