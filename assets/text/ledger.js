/* The ledger: count times price is the amount, and the amounts add up, as in costdash.report.sentences.amounts. */

import { bootData } from '../core/boot-data.js';
import { caseRates, expectedCost, modelCost, totalCost } from '../core/operating-point.js';
import { caseUnitAt } from './case-unit.js';
import { costFormatter, formatMoney, formatNumber } from './numbers.js';

/** @import { CaseUnit, OperatingPoint, Rates } from '../core/wire.js' */

const CANDIDATE_DIGITS = [3, 4, 5]; // significant digits of the total at which the parts may add up
const OTHERWISE = 4; // digits if the parts never add up: the larger part absorbs the difference
const TOTAL_DIGITS = 3; // of a total with allowances, and of the cost of a model by itself
const MOST_DIGITS = 12; // of a price
const REVIEW_DIGITS = 6; // of the price of a review
const MEAN_DIGITS = 4; // of the mean price, where costs differ from case to case
const MOST_DECIMALS = 12; // of a count
const FINEST = 100; // decimals that toFixed gives
const OUTCOMES = ['found', 'missed', 'reviewed', 'alarm', 'alone'];
const ALLOWANCES = ['tuning', 'choosing'];

/** The power of ten of the last of `digits` significant digits of x, as rounding leaves it.
   @param {number} x @param {number} digits */
const placeOf = (x, digits) => (x === 0 ? 0 : Number(x.toExponential(digits - 1).split('e')[1]) - digits + 1);

/** x, exactly, as a whole number of units of 10 to the power -100. @param {number} x */
const exactly = (x) => BigInt(x.toFixed(FINEST).replace('.', ''));

/** An exact number in units of 10 to the power -fine, rounded half up to units of 10 to the power `place`.
   @param {bigint} number @param {number} fine @param {number} place */
function roundTo(number, fine, place) {
  const unit = 10n ** BigInt(fine + place);
  return (2n * number + unit) / (2n * unit);
}

/** The fewest decimals at which the printed count times the price rounds to the amount. An amount that absorbed the
   rounding error of the sum never equals that product; then the product rounded by itself is compared.
   @param {number} count @param {number} price @param {bigint} amount @param {number} place */
function decimalsOf(count, price, amount, place) {
  const [exactCount, exactPrice] = [exactly(count), exactly(price)];
  for (const wanted of [amount, roundTo(exactCount * exactPrice, 2 * FINEST, place)])
    for (let decimals = 0; decimals < MOST_DECIMALS; decimals += 1) {
      const product = roundTo(exactCount, FINEST, -decimals) * exactPrice;
      if (roundTo(product, FINEST + decimals, place) === wanted) return decimals;
    }
  return MOST_DECIMALS;
}

/** Parts and their total in units of 10 to the power `place`; they add up. @param {number[]} parts */
function roundedSum(parts) {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  /** @param {number} digits */
  const at = (digits) => {
    const place = placeOf(whole, digits);
    const printed = parts.map((part) => roundTo(exactly(part), FINEST, place));
    const total = roundTo(
      parts.reduce((sum, part) => sum + exactly(part), 0n),
      FINEST,
      place,
    );
    return { printed, total, place };
  };
  for (const digits of CANDIDATE_DIGITS) {
    const sum = at(digits);
    if (sum.printed.reduce((all, part) => all + part, 0n) === sum.total) return sum;
  }
  const sum = at(OTHERWISE);
  const largest = parts.indexOf(Math.max(...parts));
  sum.printed[largest] += sum.total - sum.printed.reduce((all, part) => all + part, 0n);
  return sum;
}

/** Both totals are printed to TOTAL_DIGITS digits; allowances are what is missing to them, as printed, in units of 10 to
   the power `fine`. @param {number[]} costs @param {number} modelTotal @param {number} whole */
function sumWithAllowances(costs, modelTotal, whole) {
  const [modelPlace, place] = [modelTotal, whole].map((x) => placeOf(x, TOTAL_DIGITS));
  const fine = Math.min(modelPlace, place);
  /** @param {number} x @param {number} at */
  const units = (x, at) => roundTo(exactly(x), FINEST, at) * 10n ** BigInt(at - fine);
  const printed = costs.map((cost) => roundTo(exactly(cost), FINEST, place));
  const paid = costs.reduce((sum, cost) => sum + units(cost, place), 0n);
  const [model, total] = [units(modelTotal, modelPlace), units(whole, place)];
  return { printed, total: roundTo(exactly(whole), FINEST, place), place, fine, more: [model - paid, total - model] };
}

/** What the rule costs by itself and in all, for a number of cases; null without allowances.
   @param {OperatingPoint} point @param {Rates} rates @param {number} cases */
function totalsOf(point, rates, cases) {
  const { price = 0, share = 0 } = rates.review ?? {};
  const [rows, model, whole] = [
    expectedCost(point, rates.fpr, rates.tpr) + price * share,
    modelCost(point, rates),
    totalCost(point, rates),
  ];
  return rows === model && model === whole ? null : [cases * model, cases * whole];
}

/**
 * A number in units of 10 to the power `place`, and the digits that print it in full.
 * @returns {[number, number]}
 * @param {bigint} units @param {number} place
 */
const inFull = (units, place) => [Number(`${units}e${place}`), String(units).length];

/** @param {number} x @param {number} decimals */
const formatCount = (x, decimals) => formatNumber(...inFull(roundTo(exactly(x), FINEST, -decimals), -decimals));

/** The line of the reviews, and the negatives below both thresholds; none without a review. The line has a price also
   where other amounts are numbers of errors.
   @param {Rates} rates @param {number} cases @param {number} negatives @param {bigint} amount @param {number} place
   @param {boolean} errors @returns {Record<string, string>} */
function reviewTexts({ review }, cases, negatives, amount, place, errors) {
  if (!review) return {};
  const bare = errors ? formatNumber : formatMoney;
  const { price, share, alone } = review;
  const [count, passed] = [cases * share, negatives * alone];
  return {
    'alone-count': formatCount(passed, passed >= 1 ? 0 : 2),
    'reviewed-count': formatCount(count, decimalsOf(count, price, amount, place)),
    'reviewed-price': bare(price, REVIEW_DIGITS),
    'reviewed-amount': bare(...inFull(amount, place)),
  };
}

/** What a mistake costs on average, where costs differ from case to case.
   @param {number[]} costs @param {number[]} counts */
const meanPrices = (costs, counts) => costs.map((cost, k) => (counts[k] > 0 ? cost / counts[k] : 0));

/**
 * The texts of the ledger's cells by the names of the cells; no texts beyond the range of ordinary prices.
 * @param {OperatingPoint} point
 * @param {Rates} rates
 * @param {CaseUnit | null} [caseUnit]
 * @returns {Record<string, string>}
 */
export function ledgerTexts(point, rates, caseUnit = null) {
  const { cases, words } = caseUnitAt(caseUnit, point.prior);
  const [positives, negatives] = [cases * point.prior, cases * (1 - point.prior)];
  const { fpr, tpr } = caseRates(rates);
  const [missed, alarms] = [positives * (1 - tpr), negatives * fpr];
  const costs = [positives * (1 - rates.tpr) * point.cost_fn, negatives * rates.fpr * point.cost_fp];
  const prices = rates.cases ? meanPrices(costs, [missed, alarms]) : [point.cost_fn, point.cost_fp];
  const { review } = rates;
  costs.push(...(review ? [cases * review.price * review.share] : []));
  /** @param {number} count @param {number} k */
  const decimals = (count, k) => {
    const most = decimalsOf(count, prices[k], printed[k], place);
    return rates.cases ? Math.min(most, Number(count % 1 !== 0)) : most;
  };
  /** @param {number} price */
  const priceText = (price) => (errors ? '' : formatMoney(price, rates.cases ? MEAN_DIGITS : MOST_DIGITS));
  if (Math.max(...costs, point.cost_fn, point.cost_fp) >= 1e15) return {};
  const totals = totalsOf(point, rates, cases);
  const sum = totals
    ? sumWithAllowances(costs, totals[0], totals[1])
    : { ...roundedSum(costs), fine: 0, more: [0n, 0n] };
  const { printed, total, place, fine } = sum;
  const { errors } = costFormatter(point);
  /** @param {bigint} units @param {number} [at] */
  const money = (units, at = place) => (errors ? formatNumber : formatMoney)(...inFull(units, at));
  const [tuning, choosing] = sum.more.map((units) => {
    if (units === 0n) return '';
    return units > 0n ? `+${money(units, fine)}` : `\u2212${money(-units, fine)}`;
  });
  const missedDecimals = decimals(missed, 0);
  const alarmDecimals = decimals(alarms, 1);
  return {
    label: `${errors ? 'Errors' : 'Cost'} ${words}`,
    'found-count': formatCount(positives - missed, missedDecimals),
    'missed-count': formatCount(missed, missedDecimals),
    'alarm-count': formatCount(alarms, alarmDecimals),
    'alone-count': formatCount(negatives - alarms, alarmDecimals),
    'missed-price': priceText(prices[0]),
    'alarm-price': priceText(prices[1]),
    'missed-amount': errors ? '' : money(printed[0]),
    'alarm-amount': errors ? '' : money(printed[1]),
    'tuning-word': bootData.ledger.tuning,
    'choosing-word': bootData.ledger.choosing.replace('{}', String(rates.models ?? 1)),
    'tuning-amount': tuning,
    'choosing-amount': choosing,
    total: money(total),
    ...reviewTexts(rates, cases, negatives, printed[2], place, errors),
  };
}

/**
 * @typedef {{ kind: string, word: string, count: string, price: string, amount: string, isAllowance: boolean }} LedgerLine
 */

/**
 * The lines of the ledger in their order; an allowance that prints as 0 has no line.
 * @param {OperatingPoint} point
 * @param {Rates} rates
 * @param {CaseUnit | null} [caseUnit]
 * @returns {LedgerLine[]}
 */
export function ledgerLines(point, rates, caseUnit = null) {
  const texts = ledgerTexts(point, rates, caseUnit);
  /** @param {string} kind @returns {LedgerLine} */
  const line = (kind) => {
    const [count, price, amount] = ['count', 'price', 'amount'].map((part) => texts[`${kind}-${part}`] || '');
    const word = texts[`${kind}-word`] || bootData.ledger[kind];
    return { kind, word, count, price, amount, isAllowance: ALLOWANCES.includes(kind) };
  };
  const kinds = OUTCOMES.filter((kind) => kind !== 'reviewed' || rates.review);
  const [outcomes, allowances] = [kinds.map(line), ALLOWANCES.map(line)];
  return [...outcomes, ...allowances.filter(({ amount }) => amount)];
}
