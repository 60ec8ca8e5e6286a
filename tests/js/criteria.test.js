import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseByCriterion, costMark, limitLine } from '../../assets/core/criteria.js';
import { mixtureWords } from '../../assets/text/decision.js';
import { assertClose, expected, withPython } from './support.js';

const { samples = [] } = expected || {};

test('criteria choose what Python chooses, in the same words', withPython, () => {
  for (const { live, choices } of samples) {
    for (const { point, kind, limit, rates, words } of choices) {
      const found = chooseByCriterion(live.hull, point, { kind, limit, fpr: 0, tpr: 0 });
      assertClose(found.fpr, rates[0], 1e-12);
      assertClose(found.tpr, rates[1], 1e-12);
      assert.equal(mixtureWords(live, found), words);
    }
  }
});

test('a choice lies on the line of its limit, unless the limit is wider than the hull', withPython, () => {
  for (const { live, choices } of samples) {
    for (const { point, kind, limit } of choices) {
      if (kind !== 'capacity') continue;
      const served = { kind, limit, fpr: 0, tpr: 0 };
      const found = chooseByCriterion(live.hull, point, served);
      const used = point.prior * found.tpr + (1 - point.prior) * found.fpr;
      assert.ok(used <= limit + 1e-9);
      const [xs, ys] = limitLine(served, point, found);
      xs.forEach((x, k) => assertClose(point.prior * ys[k] + (1 - point.prior) * x, limit, 1e-9));
    }
  }
});

test('a criterion that does not depend on the conditions keeps the rates of the server', () => {
  const hull = { fpr: [0, 1], tpr: [0, 1], tie: [0.5], owner: [-1, -1], text: [null, null], index: [0, 1] };
  const point = { prior: 0.1, cost_fn: 1, cost_fp: 1 };
  const served = { kind: 'fpr', limit: 0.1, fpr: 0.05, tpr: 0.7 };
  assert.deepEqual(chooseByCriterion(hull, point, served), { fpr: 0.05, tpr: 0.7 });
  assert.equal(limitLine(served, point, { fpr: 0.05, tpr: 0.7 }), null);
  assert.equal(chooseByCriterion(hull, point, null), null);
  assert.equal(chooseByCriterion({ ...hull, tie: [] }, point, served), null);
});

test('the mark of the least error rate lies on the cost line of the choice, at the prior', () => {
  const point = { prior: 0.25, cost_fn: 9, cost_fp: 1 };
  const choice = { fpr: 0.2, tpr: 0.6 };
  const [pcf, nec] = costMark({ kind: 'error', limit: 0, ...choice }, point, choice);
  assert.equal(pcf, 0.25);
  assertClose(nec, 0.25 * 0.4 + 0.75 * 0.2);
  assert.equal(costMark({ kind: 'capacity', limit: 0.1, ...choice }, point, choice), null);
});
