import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseUnitAt, readableCases, firstCaseUnit, FIXED_CASE_UNITS } from '../../assets/text/case-unit.js';
import {
  costFormatter,
  costRatioSentence,
  digitsToDistinguish,
  formatCount,
  formatMoney,
  formatNumber,
  formatPercent,
  isCurrencyForm,
  setCurrency,
  typedCurrency,
  useCurrency,
  withCurrency,
} from '../../assets/text/numbers.js';
import { formatBoxCost, formatCost, parseCost } from '../../assets/text/parse.js';
import { expected, withPython } from './support.js';

const { numbers } = expected || {};

test('numbers are written as Python writes them', withPython, () => {
  for (const [x, digits, text] of numbers.number) assert.equal(formatNumber(x, digits), text);
  for (const [x, text] of numbers.money) assert.equal(formatMoney(x), text);
  for (const [x, text] of numbers.count) assert.equal(formatCount(x, 'case'), text);
  for (const [x, text] of numbers.ratio) assert.equal(costRatioSentence(x), text);
  for (const [a, b, digits] of numbers.digits) assert.equal(digitsToDistinguish(a, b), digits, `${a} ${b}`);
  for (const [x, text] of numbers.percent) assert.equal(formatPercent(x), text);
  for (const [x, cases] of numbers.cases) assert.equal(readableCases(x), cases);
});

test('what is no number is undefined', () => {
  for (const x of [NaN, Infinity, -Infinity]) assert.equal(formatNumber(x), 'undefined');
});

test('costs are errors while both kinds cost 1, and money otherwise', () => {
  const mistakes = costFormatter({ prior: 0.1, cost_fn: 1, cost_fp: 1 });
  assert.deepEqual([mistakes.total(1), mistakes.total(0), mistakes.less(12)], ['1 error', 'no errors', '12 fewer']);
  const money = costFormatter({ prior: 0.1, cost_fn: 2, cost_fp: 1 });
  assert.deepEqual([money.total(1), money.less(0.5), money.more(1234.5)], ['$1', '$0.50 less', '$1,230 more']);
});

test('amounts look as the currency says, and are read so', withPython, () => {
  for (const [form, amounts] of numbers.currencies) {
    setCurrency(form);
    for (const [x, text] of amounts) assert.equal(formatMoney(x, 6), text);
    for (const cost of [0.5, 12.25, 4321.5, 1234567]) assert.equal(parseCost(formatCost(cost)), cost);
  }
  assert.equal(formatBoxCost(1234567.891), 'CHF 1 234 568');
  setCurrency({ symbol: '$', after: false, group: ',' });
});

test('the case unit of a new data set is one that the menu offers', () => {
  for (const prior of [0.5, 0.02, 0.006, 3e-4, 2e-5, 1e-9]) {
    const caseUnit = firstCaseUnit(prior);
    assert.ok(
      Object.values(FIXED_CASE_UNITS).some(({ cases }) => cases === caseUnit.cases),
      String(prior),
    );
  }
  assert.deepEqual([0.02, 0.006].map(firstCaseUnit), [{ cases: 10000 }, { cases: 10000 }]);
});

test('a case unit names its cases', () => {
  assert.deepEqual(caseUnitAt(null, 0.006), {
    cases: 10000,
    count: '10,000',
    single: false,
    per: 'per 10,000',
    words: 'per 10,000 cases',
    rate: 'per 10,000 cases',
    of: 'Of 10,000 cases',
    fixed: false,
  });
  assert.equal(caseUnitAt({ cases: 1 }, 0.1).per, 'per case');
  assert.equal(caseUnitAt({ cases: 20000, period: 'month' }, 0.1).per, 'per month');
  assert.equal(caseUnitAt({ cases: 20000, period: 'month' }, 0.1).rate, 'a month');
});

test('a typed sign is the currency', () => {
  setCurrency({ symbol: '$', after: false, group: ',' });
  for (const text of ['60000', '$60000', '60000 $', '5k', '']) assert.deepEqual(typedCurrency(text), {});
  const forms = { '€60000': '€5', '60000 €': '5 €', '60,000€': '5 €', 'CHF 5k': 'CHF 5', '5k EUR': '5 EUR' };
  for (const [text, currency] of Object.entries(forms)) {
    assert.deepEqual(typedCurrency(text), { currency });
    assert.ok(isCurrencyForm(currency));
  }
  useCurrency('5 €');
  assert.equal(withCurrency('60,000'), '60,000 €');
  assert.deepEqual(typedCurrency('€5'), {});
  assert.deepEqual(typedCurrency('$5'), { currency: null });
  useCurrency('CHF 5');
  assert.equal(withCurrency('60,000'), 'CHF 60,000');
  assert.deepEqual(typedCurrency('CHF 5'), {});
  useCurrency(null);
  assert.equal(withCurrency('60,000'), '$60,000');
});
