import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  formatBoxCost,
  formatCost,
  formatPlain,
  formatPrior,
  priorNear,
  meantPercent,
  parseAmount,
  caseLimitTexts,
  parseCaseLimit,
  parseCaseRate,
  parseRule,
  parseCost,
  parseDecimal,
  parseNumber,
  parsePrior,
  parseShare,
  pastedCounts,
  shareMeaningWords,
  typedCaseLimit,
} from '../../assets/text/parse.js';
import { parseCsv, thinned } from '../../assets/text/csv.js';
import { stepWords } from '../../assets/text/steps.js';
import { assertClose, expected, randomNumbers, withPython } from './support.js';

const random = randomNumbers(1);
const logarithmic = (low, high) => Math.pow(10, low + (high - low) * random());

const typed = JSON.parse(readFileSync(new URL('../cli/typed_numbers.json', import.meta.url), 'utf8'));

test('texts are the numbers of the table that Python is held to', () => {
  for (const [kind, parse] of Object.entries({ number: parseNumber, share: parseShare, amount: parseAmount }))
    for (const [text, value, page] of typed[kind])
      assert.equal(parse(text), typeof page === 'number' ? page : value, `${kind} ${text}`);
});

test('a bare number below 1 that reads as 5 % or more may have been meant in percent', () => {
  for (const [text, meant] of /** @type {[string, number][]} */ ([
    ['0.6', 0.006],
    ['0,3', 0.003],
    ['.05', 0.0005],
  ]))
    assert.equal(meantPercent(text), meant, text);
  for (const text of ['0.006', '0.049', '0.6 %', '1', '6', '1 in 2', 'half', '']) {
    assert.equal(meantPercent(text), null, text);
    assert.equal(shareMeaningWords(text), '', text);
  }
  assert.equal(shareMeaningWords(' 0.6'), 'Read 0.6 as 60 %');
});

test('a bare number below 1 is read as the prior nearer to the present one', () => {
  for (const [text, present, prior] of /** @type {[string, number, number][]} */ ([
    ['0.8', 0.008, 0.008],
    ['0.8', 0.0232, 0.008],
    ['0.8', 0.5, 0.8],
    ['0,3', 0.02, 0.003],
    ['0.1', 0.02, 0.1],
    ['.2', 0.1, 0.2],
    ['0.006', 0.02, 0.006],
    ['0.8 %', 0.5, 0.008],
    ['8', 0.5, 0.08],
    ['1 in 5', 0.001, 0.2],
  ]))
    assertClose(priorNear(text, present), prior, 1e-12, `${text} beside ${present}`);
  for (const text of ['0', '100', 'half', '']) assert.equal(priorNear(text, 0.01), null, text);
});

test('a prior of 0 or 100 % and a cost of 0 or less are refused', () => {
  for (const text of ['0', '0 %', '100 %', '100', '5k', '1 in 1']) assert.equal(parsePrior(text), null, text);
  for (const text of ['0', '$0', '-5', '−5 €']) assert.equal(parseCost(text), null, text);
});

test('typed shares are those that Python means', withPython, () => {
  for (const [text, share] of expected.shares) assertClose(parsePrior(text), share, 1e-15, text);
});

test('typed amounts are those that Python means', withPython, () => {
  for (const [text, amount] of expected.amounts) assertClose(parseCost(text), amount, 1e-15, text);
});

test('a cost reads back as the same number', () => {
  for (let k = 0; k < 1000; k += 1) {
    const cost = logarithmic(-9, 20);
    assert.equal(parseCost(formatCost(cost)), cost);
  }
});

test('a box keeps a typed cost and rounds a long mean', () => {
  const texts = {
    4000: '$4,000',
    0.0131: '$0.0131',
    1234.56: '$1,234.56',
    3958.1238: '$3,958', // not cut into another amount
    22.8954321: '$22.90',
    0.0123456789: '$0.0123',
  };
  for (const [cost, text] of Object.entries(texts)) assert.equal(formatBoxCost(Number(cost)), text);
});

test('a prior reads back as itself, or rounded to three digits of its smaller side', () => {
  for (let k = 0; k < 1000; k += 1) {
    const small = logarithmic(-6, -0.31);
    for (const prior of [small, 1 - small]) {
      const back = parsePrior(formatPrior(prior));
      assert.ok(Math.abs(back - prior) <= 0.0051 * Math.min(prior, 1 - prior), `${prior} ${formatPrior(prior)}`);
    }
  }
  for (const text of ['0.6 %', '2.325 %', '99.9 %', '50 %', '0.0001 %'])
    assert.equal(formatPrior(parsePrior(text)), text);
  for (const [prior, text] of [
    [487 / 6400, '7.61 %'],
    [260 / 11183, '2.32 %'],
    [1 - 487 / 6400, '92.39 %'],
  ])
    assert.equal(formatPrior(prior), text);
});

test('shares and amounts that the server refuses are refused', () => {
  for (const text of ['1e-16', '0.9999999999999999', '1e-14 %']) assert.equal(parsePrior(text), null, text);
  for (const text of ['1e31', '1e-31']) assert.equal(parseCost(text), null, text);
  assert.equal(parsePrior('1e-15'), 1e-15);
  assert.equal(parseCost('1e30'), 1e30);
});

test('a prior below 1 is never written as 100 %', () => {
  for (let power = 1; power <= 15; power += 1) {
    const prior = 1 - Math.pow(10, -power);
    assert.notEqual(formatPrior(prior), '100 %');
    assertClose((1 - parsePrior(formatPrior(prior))) / (1 - prior), 1, 0.2, `${power}`);
  }
});

test('thousands are separated, and only in the whole part', () => {
  assert.equal(formatPlain(1234567.12345), '1,234,567.12345');
  assert.equal(formatPlain(1e21), '1e+21');
});

test('decimals have a point or a comma', () => {
  for (const [text, value] of [
    ['0.37', 0.37],
    [' -1,5 ', -1.5],
    ['1e-3', 0.001],
    [0, 0],
  ]) {
    assert.equal(parseDecimal(text), value);
  }
  for (const text of ['', ' ', 'a', '1,2,3', 'Infinity']) assert.ok(Number.isNaN(parseDecimal(text)), text);
});

test('a step names the new values, or else what changed', () => {
  const before = { revision: 1, prior: 0.01, cost_fn: 5, cost_fp: 1, ranges: null };
  const words = (fields) => stepWords(before, { ...before, ...fields });
  assert.equal(words({ prior: 0.006, ranges: {} }), 'prior 0.6 %');
  assert.equal(words({ cost_fn: 4000, cost_fp: 80 }), 'missed positive $4,000, false alarm $80');
  assert.equal(words({ ranges: {} }), 'ranges');
  assert.equal(words({ touched: false }), 'prior of the file');
  assert.equal(words({ revision: 2, prior: 0.5 }), 'new data');
});

test('a CSV file is read as it was written', () => {
  assert.deepEqual(parseCsv('a,b\r\n1,"x, ""y"""\r\n,\r\n'), [
    ['a', 'b'],
    ['1', 'x, "y"'],
    ['', ''],
  ]);
  assert.deepEqual(parseCsv('a,"b\nc"\n1,2'), [
    ['a', 'b\nc'],
    ['1', '2'],
  ]);
});

test('thinned rows keep their order and both ends', () => {
  for (const size of [1, 199, 200, 201, 5000]) {
    const rows = Array.from({ length: size }, (_, k) => k);
    const kept = thinned(rows);
    assert.equal(kept.length, Math.min(size, 200));
    assert.deepEqual([kept[0], kept.at(-1)], [0, size - 1]);
    assert.ok(kept.every((row, k) => k === 0 || row > kept[k - 1]));
  }
});

test('pasted confusion matrices: rows, tables with a header, and the two lines of one matrix', () => {
  const m1 = ['M1', '150', '40', '60', '250'];
  for (const text of ['M1\t150\t40\t60\t250', 'M1,150,40,60,250\n', 'M1 150 40 60 250', '"M1";150;40;60;250'])
    assert.deepEqual(pastedCounts(text), [m1]);
  assert.deepEqual(pastedCounts('1,150\t40\t60\t250'), [['', '1,150', '40', '60', '250']]);
  assert.deepEqual(pastedCounts('tn,name,fp,fn,tp\n250,M1,60,40,150\n4,x,3,2,1'), [m1, ['x', '1', '2', '3', '4']]);
  assert.deepEqual(pastedCounts('150\t40\n60\t250'), [['', '150', '40', '60', '250']]);
  assert.deepEqual(pastedCounts('yes\t150\t40\nno\t60\t250'), [['', '150', '40', '60', '250']]);
  for (const text of ['', '150', 'M1', '12 34', 'a b c d e']) assert.equal(pastedCounts(text), null);
});

test('a limit may be a number of cases', () => {
  const month = { cases: 40000, period: 'month' };
  assert.equal(parseCaseLimit('4,000 a month', month), 0.1);
  assert.equal(parseCaseLimit('4000/month', month), 0.1);
  assert.ok(Math.abs(parseCaseLimit('100 a day', month) - (100 * 365.25) / 12 / 40000) < 1e-15);
  assert.equal(parseCaseLimit('300 cases', { cases: 1000 }), 0.3);
  assert.equal(parseCaseLimit('4,000', month), 0.1);
  assert.equal(parseCaseLimit('4000', { cases: 10000 }), null);
  for (const text of ['20 %', '0.2', '100', 'many a day', '-5 cases', '50000/month', '50000', '200 %'])
    assert.equal(parseCaseLimit(text, month), null);
  assert.equal(parseCaseLimit('100 cases a day', month), parseCaseLimit('100 a day', month));
  assert.equal(parseCaseLimit('100 a day', { cases: 1000 }), null, 'the cases of a month are not known');
});

test('a number of cases a day or a month is one, whether or not the month is known', () => {
  const days = 365.25 / 12;
  assert.deepEqual(parseCaseRate('1,500 a day'), { cases: 1500, period: 'day', perMonth: 1500 * days });
  assert.deepEqual(parseCaseRate('3k cases per Month'), { cases: 3000, period: 'month', perMonth: 3000 });
  for (const text of ['100', '20 %', '0 a day', '-3 a day', 'some a day', '100 a week', '300 cases'])
    assert.equal(parseCaseRate(text), null);
});

test('a limit of cases is written a day where that is a whole number', () => {
  const month = { cases: 45656, period: 'month' };
  const share = (cases) => (cases * 365.25) / 12 / month.cases;
  assert.deepEqual(caseLimitTexts(share(100), month), ['100 a day', '6.67 %']);
  assert.deepEqual(caseLimitTexts(0.2, month), ['20 %', '300 a day']);
  assert.deepEqual(caseLimitTexts(0.3, { cases: 2000, period: 'month' }), ['30 %', '600 a month']);
  assert.deepEqual(caseLimitTexts(0.0001, month), ['0.01 %', '0.15 a day']);
  assert.deepEqual(caseLimitTexts(0.2, { cases: 10000 }), ['20 %', '']);
  for (let cases = 1; cases < 1500; cases += 7)
    assert.equal(parseCaseLimit(caseLimitTexts(share(cases), month)[0], month), share(cases));
  assert.equal(typedCaseLimit(share(100), month), '100 a day');
  assert.equal(typedCaseLimit(200 / 3000, { cases: 3000, period: 'month' }), '200 a month');
  assert.equal(typedCaseLimit(0.0123, { cases: 3000, period: 'month' }), '1.23 %');
  assert.equal(typedCaseLimit(0.2, null), '20 %');
});

test('a rule is typed as the name of a model and its score', () => {
  const names = ['rf', 'rf tuned', 'vendor A'];
  assert.deepEqual(parseRule('0.5', names), { score: '0.5' });
  assert.deepEqual(parseRule('RF tuned ≥ 0.5', names), { model: 'rf tuned', score: '0.5' });
  for (const text of ['vendor a 0.5', 'vendor A >=0.5', 'vendor A at 0.5', ' vendor A: 0.5 '])
    assert.deepEqual(parseRule(text, names), { model: 'vendor A', score: '0.5' });
  assert.deepEqual(parseRule('rf', names), { score: 'rf' });
  assert.deepEqual(parseRule('gbm 0.5', names), { score: 'gbm 0.5' });
});
