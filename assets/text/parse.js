/* Text boxes: writes numbers the way they are typed, and reads typed text as numbers. */

import { isCost, isPrior } from '../core/operating-point.js';
import { currencySign, formatPercent, groupDigits } from './numbers.js';

/**
 * The shortest text that reads back as the same number.
 * @param {number} x
 */
export function formatPlain(x) {
  const text = String(x);
  return text.includes('e') ? text : text.replace(/^(\d+)/, groupDigits);
}

const formatPlainPercent = (p) => formatPlain(Number((p * 100).toPrecision(12))) + ' %';

/**
 * A prior in a text box. A typed prior keeps its digits; a file's prevalence is rounded to three.
 * @param {number} p
 */
export function formatPrior(p) {
  const exact = Number((p * 100).toPrecision(12));
  const short = Number((p <= 0.5 ? p * 100 : 100 - Number(((1 - p) * 100).toPrecision(3))).toPrecision(12));
  if (exact === 100 && p < 1) return formatPercent(p);
  if (String(exact).length <= 8) return formatPlainPercent(p);
  return formatPlain(p <= 0.5 ? Number(short.toPrecision(3)) : short) + ' %';
}

/** @param {number} x */
export const formatCost = (x) => currencySign() + formatPlain(x);

function parseNumber(text) {
  const bare = String(text).replace(/[\s_]/g, '');
  const grouped = /^[1-9]\d{0,2}(,\d{3})+(\.|$)/.test(bare); // otherwise a comma is a decimal comma
  const cleaned = grouped ? bare.replace(/,/g, '') : bare.replace(',', '.');
  if (!/^[+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(cleaned)) return null;
  const number = Number(cleaned);
  return Number.isFinite(number) ? number : null;
}

function parseShare(typed) {
  const fraction = typed.match(/^(.+?)\s*(?:in|\/|of|out of)\s*(.+)$/i);
  if (fraction) {
    const [part, whole] = [parseNumber(fraction[1]), parseNumber(fraction[2])];
    return part === null || !whole ? null : part / whole;
  }
  if (!typed.endsWith('%')) return parseNumber(typed);
  const percent = parseNumber(typed.slice(0, -1));
  return percent === null ? null : percent / 100;
}

/**
 * A share between 0 and 1, such as "0.6 %", "0.006" or "1 in 167"; null if it is none or out of bounds.
 * @param {string | number} text
 */
export function parsePrior(text) {
  const prior = parseShare(String(text).trim());
  return prior !== null && isPrior(prior) ? prior : null;
}

/**
 * A share from 0 to 1; null if it is none.
 * @param {string | number} text
 */
export function parseWholeShare(text) {
  const share = parseShare(String(text).trim());
  return share !== null && share >= 0 && share <= 1 ? share : null;
}

/**
 * An amount above 0, with or without the currency; null if it is none or out of bounds.
 * @param {string | number} text
 */
export function parseCost(text) {
  const number = parseNumber(String(text).replace(currencySign(), '').trim());
  return number !== null && isCost(number) ? number : null;
}

/**
 * Any finite number, with a decimal point or comma; NaN if it is none.
 * @param {string | number} text
 */
export function parseDecimal(text) {
  const typed = String(text).trim();
  const number = Number(typed.replace(',', '.'));
  return typed !== '' && Number.isFinite(number) ? number : NaN;
}
