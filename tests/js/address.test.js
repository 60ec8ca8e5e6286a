import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  conditionsFromQuery,
  fingerprint,
  labelsOf,
  labelsText,
  openFromQuery,
  queryOfConditions,
  queryOfOpen,
  queryOfView,
  refusesConditions,
  viewFromQuery,
} from '../../assets/text/address.js';
import { randomNumbers, withPython } from './support.js';

const random = randomNumbers(4);
const amount = () => Math.pow(10, 12 * random() - 6);
const share = () => random() || 0.5;
const pick = (...values) => values[Math.floor(values.length * random())];
const range = (value) => [value(), value()].sort((a, b) => a - b);
const NAMES = ['a', 'b~c', '100 %', '%7E', 'x;y', 'é=&?#', ' '];

const query = (parts) => new URLSearchParams(parts.filter(([, text]) => text !== null));
const reparsed = (parts) => new URLSearchParams(query(parts).toString());

function randomConditions() {
  const limit = share();
  const [benefit, left_alone] = [amount(), -amount()];
  return {
    prior: share(),
    cost_fn: amount(),
    cost_fp: amount(),
    touched: random() < 0.5,
    ranges: pick(null, { prior: range(share), cost_fn: range(amount), cost_fp: range(amount) }),
    weighting: pick(null, true, { a: amount(), b: amount() }),
    criterion: pick(
      null,
      { kind: 'error' },
      { kind: 'product' },
      { kind: 'fpr', limit, sure: true },
      { kind: 'tpr', limit, sure: false },
      { kind: 'capacity', limit, sure: false },
      { kind: 'threshold', threshold: -amount(), model: pick('a', 'b:c', 'd:sure') },
    ),
    matrix: pick(null, { found: benefit, missed: benefit + 1, false_alarm: left_alone + 2, left_alone }),
    case_unit: pick(null, { cases: 1 }, { cases: 1000 }, { cases: 100000 }, { cases: 20000, period: 'month' }),
    review: pick(
      null,
      { price: amount(), sensitivity: 1, specificity: 1, capacity: null },
      {
        price: 2,
        sensitivity: 0.9,
        specificity: 1,
        capacity: pick(null, 0.2),
        between: { model: pick('a', 'b_c', '%7E;'), low: -1.5, high: pick(null, amount()) },
      },
      { price: 0, sensitivity: 0.9, specificity: 0.75, capacity: pick(null, 0.05) },
      { price: 3, sensitivity: 1, specificity: 1, capacity: pick(null, 0.1), column: pick('slow', 'a~b_c', '5 %7E;') },
      {
        price: amount(),
        sensitivity: 1,
        specificity: 1,
        capacity: null,
        column: pick('llm', '~~', 'x_~y'),
        between: { model: pick('a', 'b~c_d'), low: 0.5, high: pick(null, 1) },
      },
    ),
    currency: pick(null, '€5', 'CHF 5', '5 ₹'),
    judge: pick(null, { sensitivity: 0.85, specificity: 0.9 }, { sensitivity: 1, specificity: 0.001 }),
    scenarios: pick(
      null,
      [],
      [{ name: pick('now', 'a;b~c', '5 %7E'), prior: share(), cost_fn: amount(), cost_fp: amount() }],
    ),
  };
}

test('conditions read back from their address', withPython, () => {
  for (let k = 0; k < 2000; k += 1) {
    const conditions = randomConditions();
    assert.deepEqual(conditionsFromQuery(reparsed(queryOfConditions(conditions))), conditions);
  }
});

test('a view reads back from its address', withPython, () => {
  for (let k = 0; k < 1000; k += 1) {
    const names = NAMES.slice(0, 3 + Math.floor(4 * random()));
    const models = names.map((name) => ({ name }));
    const on = names.filter(() => random() < 0.5);
    const flags = ['lines', 'score_driven', 'roc_whole', 'estimated_prior'].map((key) => [key, random() < 0.5]);
    const threshold = () =>
      pick(null, { model: pick(...names), index: 3, text: '-7.7e-8' }, { model: names[0], index: 0, text: null });
    const view = {
      models: on,
      level: pick(0, 0.8, 0.95),
      evaluation: pick('same', 'other', 'split'),
      ...Object.fromEntries(flags),
      today: threshold(),
      trial: threshold(),
      modes: pick([], ['ties', 'reliability'], ['gains'], ['det', 'reliability'], ['dents']),
      axis: pick('probability-cost', 'positives', 'threshold', 'net-benefit'),
      flat: pick(0.02, 0.05, 0.1),
      segment: pick(
        null,
        { column: 'a~b', period: 'month', until: '', name: null },
        { column: 'day', period: 'week', until: '2026-06-30', name: '100 % ~ "1"' },
      ),
      more_labels: pick(null, 1, 5000, 1e9),
    };
    const dataset = { models, choose_on: 'part' };
    assert.deepEqual(viewFromQuery(reparsed(queryOfView(view, dataset)), dataset, names), view);
  }
});

test('what somebody wrote into an address by hand is checked', withPython, () => {
  const read = (text) => conditionsFromQuery(new URLSearchParams(text));
  assert.deepEqual(read('prior=2&missed=-1&alarm=x'), {});
  assert.deepEqual(read('missed=3'), { cost_fn: 3 });
  const fields = ['between', 'likely', 'by', 'matrix', 'per', 'keep'];
  const wrong = [
    '',
    'x',
    '1',
    '0.5-0.1_1-2_1-2',
    '0.1-1_1-2_1-2',
    'beta_0_1',
    'beta_1',
    'fpr:2',
    'capacity:',
    'threshold:1',
    '1_1_1_1',
    '5',
    '1-year',
  ];
  for (const field of fields) {
    for (const text of wrong) {
      const values = Object.values(read(`prior=0.1&${field}=${text}`)).filter((value) => typeof value === 'object');
      assert.ok(
        values.every((value) => value === null || value.length === 0 || value.cases === 1),
        `${field}=${text}`,
      );
    }
  }
});

test('a view of other data keeps only models that are there', withPython, () => {
  const dataset = { models: [{ name: 'a' }, { name: 'b' }] };
  const read = (text) => viewFromQuery(new URLSearchParams(text), dataset, ['b']);
  assert.deepEqual(read('models=a'), { models: ['a'] });
  assert.deepEqual(read('prior=0.1'), {});
  assert.deepEqual(read('level=0.9&models=z').models, ['b']);
  assert.deepEqual(read('level=0.9&models=').models, []);
  assert.deepEqual(read('level=0.9&models=z~a').models, ['a']);
  assert.equal(read('level=0.42').level, undefined);
  for (const text of ['', 'x:0.5:a', '1:x:a', '1:0.5:z', '1']) {
    assert.equal(read(`level=0.9&today=${text}`).today, null);
    assert.equal(read(`level=0.9&chosen=${text}`).trial, null);
  }
  assert.equal(read('level=0.9&choose=split').evaluation, 'other');
  assert.equal(read('level=0.9').evaluation, 'other');
  assert.equal(read('level=0.9').segment, null);
  assert.equal(read('level=0.9&segment=').segment, null);
  assert.equal(read('level=0.9&choose=same').evaluation, 'same');
});

test('each part of the view applies without a level', withPython, () => {
  const dataset = { models: [{ name: 'a' }, { name: 'b' }] };
  const read = (text) => viewFromQuery(new URLSearchParams(text), dataset, ['b']);
  const parts = {
    'models=a~b': { models: ['a', 'b'] },
    'choose=same': { evaluation: 'same' },
    'lines=1': { lines: true },
    'word=1': { score_driven: true },
    'whole=1': { roc_whole: true },
    'estimate=0': { estimated_prior: false },
    'today=3:0.5:a': { today: { model: 'a', index: 3, text: '0.5' } },
    'chosen=3:0.5:b': { trial: { model: 'b', index: 3, text: '0.5' } },
    'axis=threshold': { axis: 'threshold' },
    'readings=det~x': { modes: ['det'] },
    'flat=0.1': { flat: 0.1 },
    'segment=region~~~north': { segment: { column: 'region', period: 'month', until: '', name: 'north' } },
    'more_labels=5000': { more_labels: 5000 },
  };
  for (const [text, view] of Object.entries(parts)) assert.deepEqual(read(text), view, text);
  for (const none of ['0', '0.5', '2e9', 'x']) assert.deepEqual(read(`more_labels=${none}`), { more_labels: null });
  assert.deepEqual(read(Object.keys(parts).join('&')), Object.assign({}, ...Object.values(parts)));
});

test('a criterion that the page does not have is dropped from the address', withPython, () => {
  for (const kind of ['cost', 'minimax', 'toString', '']) {
    assert.equal(conditionsFromQuery(new URLSearchParams({ by: kind })).criterion, null);
  }
  assert.deepEqual(conditionsFromQuery(new URLSearchParams({ by: 'product' })).criterion, { kind: 'product' });
});

test('conditions beyond the bounds of the server are left out and said', withPython, () => {
  const refused = (text) => refusesConditions(new URLSearchParams(text));
  const read = (text) => conditionsFromQuery(new URLSearchParams(text));
  assert.deepEqual(read('missed=1e300&alarm=2'), { cost_fp: 2 });
  assert.deepEqual(read('prior=1e-16'), {});
  for (const text of ['missed=1e300', 'prior=1e-16', 'prior=0.1&between=0.1-1_1-2_1-2']) assert.ok(refused(text), text);
  assert.ok(!refused('prior=0.1&missed=4000&alarm=80&own=1'));
});

test('a prior in an address is the user’s unless the address says otherwise', withPython, () => {
  const read = (text) => conditionsFromQuery(new URLSearchParams(text)).touched;
  assert.deepEqual(['prior=0.1', 'prior=0.1&own=1', 'prior=0.1&own=0'].map(read), [true, true, false]);
});

test('an open tab and the pair of Compare come back from the address, unknown ones do not', withPython, () => {
  const models = NAMES.map((name) => ({ name }));
  for (const tab of ['what-if', 'compare', 'folds', 'thresholds', 'data']) {
    const pair = [NAMES[1], NAMES[3]];
    const read = openFromQuery(reparsed(queryOfOpen(tab, pair)), models);
    assert.deepEqual(read, { tab: tab === 'what-if' ? null : tab, pair: tab === 'compare' ? pair : null });
  }
  for (const text of ['tab=x&pair=a', 'tab=&pair=a~a', 'pair=a~nobody', ''])
    assert.deepEqual(openFromQuery(new URLSearchParams(text), models), { tab: null, pair: null }, text);
});

test('data with other totals, models or scores have another fingerprint', withPython, () => {
  const dataset = { rows: 100, positives: 9, models: [{ name: 'a', auc: 0.75 }] };
  const others = [
    { rows: 101 },
    { positives: 8 },
    { models: [{ name: 'b', auc: 0.75 }] },
    { models: [{ name: 'a', auc: 0.751 }] },
  ];
  const all = [dataset, ...others.map((change) => ({ ...dataset, ...change }))].map(fingerprint);
  assert.equal(new Set(all).size, all.length);
  assert.equal(fingerprint({ ...dataset, token: 'x' }), all[0]);
});

test('an answer on blank labels comes back from the address', () => {
  for (const column of NAMES)
    for (const blanks of [
      { answer: 'looked-at', column, low: 0.5 },
      { answer: 'looked-at', column },
      { answer: 'coming' },
    ]) {
      const found = labelsOf(labelsText(blanks));
      assert.deepEqual(found, { answer: blanks.answer, column: blanks.column ?? '', low: String(blanks.low ?? '') });
    }
  assert.equal(labelsText({ answer: null }), null);
  assert.equal(labelsText(undefined), null);
  assert.equal(labelsOf(null), null);
});
