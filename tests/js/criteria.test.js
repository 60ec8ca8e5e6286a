import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ratesElsewhere } from '../../assets/core/criteria.js';

const ALLOWED = { tuned: { fpr: 0.25, tpr: 0.5 }, expected: { fpr: 0.375, tpr: 0.25 }, models: 3 };
/** @type {import('../../assets/core/wire.js').SingleChoice} */
const SERVED = { call: 'some', fpr: 0.125, tpr: 0.75, ...ALLOWED };

test('the served threshold keeps its rates on other rows', () => {
  assert.deepEqual(ratesElsewhere({ call: 'some', fpr: 0.125, tpr: 0.75 }, SERVED), ALLOWED);
});

test('another threshold is moved by as much, within 0 and 1', () => {
  const found = ratesElsewhere({ call: 'some', fpr: 0.875, tpr: 1 }, SERVED);
  assert.deepEqual(found, { tuned: { fpr: 1, tpr: 0.75 }, expected: { fpr: 1, tpr: 0.5 }, models: 3 });
});

test('a trivial rule and a choice that is not cross-fitted have no allowance', () => {
  const none = { tuned: undefined, expected: undefined };
  assert.deepEqual(ratesElsewhere({ call: 'none', fpr: 0, tpr: 0 }, SERVED), none);
  assert.deepEqual(ratesElsewhere({ call: 'some', fpr: 0, tpr: 0.5 }, { call: 'some', fpr: 0, tpr: 0.5 }), none);
});
