/* Text boxes: writes numbers the way they are typed, and reads typed text as numbers. */

import { bootData } from '../core/boot-data.js';
import { isCost, isPrior } from '../core/operating-point.js';
import { logit } from '../core/scales.js';
import { currencySign, formatNumber, formatPercent, groupDigits, withCurrency } from './numbers.js';

/** @import { CaseUnit } from '../core/wire.js' */
/** @typedef {{ cases: number, period: 'day' | 'month', perMonth: number }} CaseRate */

/**
 * The shortest text that parses to exactly this number.
 * @param {number} x
 */
export function formatPlain(x) {
  const text = String(x);
  return text.includes('e') ? text : text.replace(/^(\d+)/, groupDigits);
}

/** @param {number} p */
const formatPlainPercent = (p) => formatPlain(Number((p * 100).toPrecision(12))) + ' %';

const LONGEST_PERCENT = 6; // characters of a typed share that is written in full

/**
 * A prior in a text box. A typed prior of up to five digits keeps them; a file's prevalence is rounded to three.
 * @param {number} p
 */
export function formatPrior(p) {
  const exact = Number((p * 100).toPrecision(12));
  const short = Number((p <= 0.5 ? p * 100 : 100 - Number(((1 - p) * 100).toPrecision(3))).toPrecision(12));
  if (exact === 100 && p < 1) return formatPercent(p);
  if (String(exact).length <= LONGEST_PERCENT) return formatPlainPercent(p);
  return formatPlain(p <= 0.5 ? Number(short.toPrecision(3)) : short) + ' %';
}

/** @param {number} x */
export const formatCost = (x) => withCurrency(formatPlain(x));

const LONGEST_COST = 9; // characters of a box

/**
 * A cost in a text box. A typed cost keeps its digits; the mean of a file's costs is rounded to cents, above 1,000 to whole
 * amounts, so that the box does not cut it into another amount.
 * @param {number} x
 */
export function formatBoxCost(x) {
  const text = formatCost(x);
  if (text.length <= LONGEST_COST) return text;
  if (x >= 1000) return withCurrency(formatPlain(Math.round(x)));
  const plain = formatPlain(Number(x < 1 ? x.toPrecision(3) : x.toFixed(2)));
  return withCurrency(x < 1 ? plain : plain.replace(/\.\d$/, '$&0'));
}

/* Ways to group thousands: pattern of the digits, the grouping mark, and the decimal mark. The first that
   matches counts: 1,234 has thousands, while 1.234 and 0,013 have decimals. As in costdash/typed.py. */
/** @type {[RegExp, RegExp, string][]} */
const STYLES = [
  [/^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/, /,/g, '.'],
  [/^[1-9]\d{0,2}((\.\d{3})+,\d+|(\.\d{3}){2,})$/, /\./g, ','],
  [/^[1-9]\d{0,2}([\s_'’]\d{3})+([.,]\d*)?$/, /[\s_'’]/g, ','],
  [/^(\d+[.,]?\d*|[.,]\d+)$/, / /g, ','],
];
const LONGEST = 100; // characters
const MISTAKABLE = 0.05; // from here on, a bare share below 1 may have been meant in percent
/** @type {Record<string, string>} */
const POWERS = { k: 'e3', m: 'e6' };
const MONEY = /^(?:[$€£¥₹]|[A-Z]{3})?\s*(.+?)\s*(?:[$€£¥₹]|[A-Z]{3})?$/;

/**
 * A number such as 4,000, 5k, 1.2m, 0.5, 0,5, 1.234,50 or 1 234,50; null for any other text.
 * @param {string} text
 */
export function parseNumber(text) {
  const parts = text.trim().match(/^([-+−]?)\s*(.+?)(e[-+]?\d+|\s*[km])?$/i);
  if (!parts || text.trim().length > LONGEST) return null;
  const [, sign, digits, power = ''] = parts;
  const style = STYLES.find(([pattern]) => pattern.test(digits));
  if (!style) return null;
  const bare = digits.replace(style[1], '').replace(style[2], '.');
  const tail = power.trim().toLowerCase();
  const number = Number(bare + (POWERS[tail] || tail));
  if (!Number.isFinite(number)) return null;
  return sign === '-' || sign === '−' ? -number : number;
}

/**
 * A share such as "0.6 %", "6", "0.006" or "1 in 167", which may be out of bounds; null for any other text. A bare number
 * from 1 up is in percent, unlike on the command line: 6 is 6 %, and 0.006 is 0.6 %.
 * @param {string} text
 */
export function parseShare(text) {
  const typed = text.trim();
  const fraction = typed.match(/^(.+?)\s*(?:in|\/|of|out of)\s*(.+)$/i);
  if (fraction) {
    const [part, whole] = [parseNumber(fraction[1]), parseNumber(fraction[2])];
    return part === null || whole === null || part < 0 || whole <= 0 ? null : part / whole;
  }
  const inPercent = typed.endsWith('%');
  const number = parseNumber(inPercent ? typed.slice(0, -1) : typed);
  return number !== null && (inPercent || number >= 1) ? number / 100 : number;
}

/**
 * The percent that may have been meant by a bare number below 1 that reads as a large share: 0.006 for "0.6", which is
 * 60 %; null for other texts.
 * @param {string} text
 */
export function meantPercent(text) {
  const number = parseNumber(text);
  return number !== null && number >= MISTAKABLE && number < 1 ? Number((number / 100).toPrecision(12)) : null;
}

/**
 * "Read 0.6 as 60 %" for a share that the user may have meant in percent; "" for other texts.
 * @param {string} text
 * @param {number | null} [taken] how it was read, if not as a share
 */
export function shareMeaningWords(text, taken = parseShare(text)) {
  return taken === null || meantPercent(text) === null ? '' : `Read ${text.trim()} as ${formatPrior(taken)}`;
}

/**
 * An amount of either sign, before or after a currency's sign or code; null for any other text.
 * @param {string} text
 */
export function parseAmount(text) {
  const currency = currencySign();
  let bare = text.trim();
  if (currency && bare.endsWith(currency)) bare = bare.slice(0, -currency.length);
  const sign = /^[-+−]/.test(bare) ? bare[0] : '';
  bare = bare.slice(sign.length).trim();
  if (bare.startsWith(currency)) bare = bare.slice(currency.length).trim();
  const money = bare.match(MONEY);
  return parseNumber(sign + (money ? money[1] : ''));
}

/**
 * A share between 0 and 1, such as "0.6 %", "6", "0.006" or "1 in 167"; null for any other text or a share out of bounds.
 * @param {string | number} text
 */
export function parsePrior(text) {
  const prior = parseShare(String(text));
  return prior !== null && isPrior(prior) ? prior : null;
}

/**
 * A prior typed into a box in which another one stands. Of the two readings of a bare number below 1, as a share and in
 * percent, the one nearer to the present prior counts, in log odds: beside 1.2 %, 0.4 is 0.4 %; beside 40 %, it is 40 %.
 * @param {string | number} text
 * @param {number} present
 */
export function priorNear(text, present) {
  const [share, inPercent] = [parsePrior(text), meantPercent(String(text))];
  if (share === null || inPercent === null) return share;
  /** @param {number} p */
  const apart = (p) => Math.abs(logit(p) - logit(present));
  return apart(inPercent) < apart(share) ? inPercent : share;
}

const PER_DAY = ' a day';
const PER_MONTH = ' a month';
const ALL_PERCENT = 100; // a larger number without a unit is no share

/**
 * A number of cases a day or a month, such as "100 a day", "100 cases per day" or "3,000/month"; null for other texts.
 * @param {string | number} text
 * @returns {CaseRate | null}
 */
export function parseCaseRate(text) {
  const [, count, named] = /^(.+?)\s*(?:cases?\s*)?(?:\/|\ba|\bper)\s*(day|month)$/i.exec(String(text).trim()) || [];
  const cases = count ? parseCost(count) : null;
  if (cases === null || cases <= 0) return null;
  const period = named.toLowerCase() === 'day' ? 'day' : 'month';
  return { cases, period, perMonth: cases * (period === 'day' ? bootData.amounts.days_of_a_month : 1) };
}

/**
 * The share of all cases that a number of cases is: "100 a day", "3,000/month" and "3,000" of the cases of a month, "300
 * cases" of those that amounts are given for. Null for other texts, for a share out of bounds, and while the month is not
 * known.
 * @param {string | number} text
 * @param {CaseUnit | null | undefined} caseUnit
 */
export function parseCaseLimit(text, caseUnit) {
  const rate = parseCaseRate(text);
  const [, count] = /^(.+?)\s*cases?$/i.exec(String(text).trim()) || [];
  const cases = rate?.perMonth ?? (count ? parseCost(count) : bareCases(text));
  if (cases === null || !caseUnit || (!count && !caseUnit.period)) return null;
  const share = cases / caseUnit.cases;
  return isPrior(share) ? share : null;
}

/**
 * A typed limit: a number of cases where the limit is one of cases, else a share, which is read beside the present limit
 * where limits are usually small. Null for other texts.
 * @param {string} text
 * @param {{ of_cases?: boolean, small?: boolean }} field
 * @param {number | undefined} present
 * @param {CaseUnit | null | undefined} caseUnit
 */
export function parseLimit(text, { of_cases: ofCases, small }, present, caseUnit) {
  const share = small && present ? priorNear(text, present) : parsePrior(text);
  return (ofCases && parseCaseLimit(text, caseUnit)) || share;
}

/** @param {string | number} text */
function bareCases(text) {
  const cases = parseNumber(String(text).trim());
  return cases !== null && cases > ALL_PERCENT ? cases : null;
}

/** @param {number} number */
const isWhole = (number) => Math.abs(number - Math.round(number)) < bootData.amounts.whole * number;

/**
 * A share of all cases in a text box: "100 a day" where it is a whole number of the cases of a day, else "5 %"; and the
 * other of the two, or "600 a month" where that is whole. It is "" while the cases of a month are not known.
 * @param {number} share
 * @param {CaseUnit | null | undefined} caseUnit
 */
export function caseLimitTexts(share, caseUnit) {
  if (!caseUnit?.period) return [formatPrior(share), ''];
  const monthly = share * caseUnit.cases;
  const daily = monthly / bootData.amounts.days_of_a_month;
  if (isWhole(daily)) return [groupDigits(String(Math.round(daily))) + PER_DAY, formatPrior(share)];
  return [formatPrior(share), isWhole(monthly) ? formatNumber(monthly) + PER_MONTH : formatNumber(daily) + PER_DAY];
}

/**
 * A share of all cases as it was typed: "100 a day" or "200 a month" where that is a whole number, else "5 %".
 * @param {number} share
 * @param {CaseUnit | null | undefined} caseUnit
 */
export function typedCaseLimit(share, caseUnit) {
  const [text, other] = caseLimitTexts(share, caseUnit);
  return other.endsWith(PER_MONTH) ? other : text;
}

/**
 * A share from 0 to 1; null for any other text.
 * @param {string | number} text
 */
export function parseWholeShare(text) {
  const share = parseShare(String(text));
  return share !== null && share >= 0 && share <= 1 ? share : null;
}

/**
 * Why a text is no prior, and which prior stays in use.
 * @param {string} text
 * @param {number} old
 */
export function priorRefusal(text, old) {
  const share = parseShare(String(text));
  const rule =
    share === null ? 'Type a share, such as 0.6 %, 0.006 or 1 in 167.' : 'A share must lie between 0 and 100 %.';
  return `${rule} Still in use: ${formatPrior(old)}.`;
}

/**
 * Why a text is no cost, and which cost stays in use.
 * @param {string} text
 * @param {number} old
 */
export function costRefusal(text, old) {
  const amount = parseAmount(String(text));
  const rule =
    amount !== null && amount > 0
      ? 'An amount must lie between 1e-30 and 1e30.'
      : 'Type an amount above 0, such as 4,000, 5k or 0.013.';
  return `${rule} Still in use: ${formatCost(old)}.`;
}

/**
 * An amount above 0, with or without the currency; null for any other text or an amount out of bounds.
 * @param {string | number} text
 */
export function parseCost(text) {
  const number = parseAmount(String(text));
  return number !== null && isCost(number) ? number : null;
}

/**
 * Any finite number; NaN for any other text.
 * @param {string | number} text
 */
export function parseDecimal(text) {
  const number = parseNumber(String(text));
  return number === null ? NaN : number;
}

/**
 * A rule as "logistic 0.5", "logistic ≥ 0.5" or "logistic at 0.5": the named model and the text of its score; without
 * the name of a model the whole text.
 * @param {string} text
 * @param {string[]} names of the models
 * @returns {{ model?: string, score: string }}
 */
export function parseRule(text, names) {
  const typed = text.trim();
  const begins = (/** @type {string} */ name) => typed.toLowerCase().startsWith(name.toLowerCase());
  const [model] = names.filter(begins).sort((a, b) => b.length - a.length);
  const [, score] = (model && /^\s*(?:>=|≥|=|:|at\b|\s)\s*(.+)$/i.exec(typed.slice(model.length))) || [];
  return model && score ? { model, score } : { score: typed };
}

/** The cells of a line, separated by tabs, else semicolons, else commas, else spaces. With tabs, 1,234 is one cell.
   @param {string} line */
function cellsOf(line) {
  const mark = ['\t', ';', ','].find((separator) => line.includes(separator)) || /\s+/;
  return line
    .split(mark)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    .filter((cell) => cell !== '');
}

/** @param {string} cell */
const isCount = (cell) => /^\d[\d,.\s]*$/.test(cell);

/** The order of the columns by a header that names the four counts; null without such a header.
   @param {string[]} cells */
function orderOf(cells) {
  const names = cells.map((cell) => cell.toLowerCase());
  const places = ['tp', 'fn', 'fp', 'tn'].map((cell) => names.indexOf(cell));
  return places.includes(-1) ? null : [names.findIndex((_, k) => !places.includes(k)), ...places];
}

/**
 * Pasted confusion matrices as rows of [name, TP, FN, FP, TN], also from a table with a header or from the two lines
 * of one matrix (positives, negatives; flagged first); null for any other text.
 * @param {string} text
 * @returns {string[][] | null}
 */
export function pastedCounts(text) {
  const lines = text
    .split(/\r?\n/)
    .map(cellsOf)
    .filter((cells) => cells.length > 0);
  if (lines.length === 0) return null;
  const order = orderOf(lines[0]);
  if (order) return lines.slice(1).map((cells) => order.map((place) => cells[place] ?? ''));
  const counts = lines.map((cells) => cells.filter(isCount));
  if (lines.length === 2 && counts.every((cells, k) => cells.length === 2 && lines[k].length <= 3))
    return [['', ...counts[0], ...counts[1]]];
  const rows = lines.filter((cells) => cells.length >= 4 && cells.slice(-4).every(isCount));
  return rows.length > 0 ? rows.map((cells) => [cells.slice(0, -4).join(' '), ...cells.slice(-4)]) : null;
}
