import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costScale, priorScale, roundToThree } from '../../assets/core/scales.js';
import { assertClose, randomNumbers } from './support.js';

const random = randomNumbers(5);

test('a value within the ends comes back from its place, to three digits', () => {
  for (let k = 0; k < 1000; k += 1) {
    const prior = 0.001 + 0.998 * random();
    const back = priorScale(0.3, prior).at(priorScale(0.3, prior).share(prior));
    assert.ok(Math.abs(back - prior) <= 0.00501 * Math.min(prior, 1 - prior) + 1e-12, `${prior} ${back}`);
    const cost = Math.pow(10, 20 * random() - 10);
    const scale = costScale(cost);
    assert.ok(scale.holds(cost), `${cost} ${scale.ends}`);
    assert.equal(scale.at(scale.share(cost)), roundToThree(cost));
  }
});

test('shares rise with the values', () => {
  const scale = priorScale(0.02);
  for (let k = 0; k < 1000; k += 1) {
    const [low, high] = [random(), random()].sort((a, b) => a - b);
    assert.ok(scale.share(low) <= scale.share(high));
    assert.ok(scale.at(low) <= scale.at(high));
  }
});

test('a value beyond an end is shown at the end', () => {
  const scale = priorScale(0.006);
  assertClose(scale.ends[0], 0.0006);
  assert.equal(scale.share(0.0003), 0);
  assert.equal(scale.share(0.7), 1);
  assert.ok(!scale.holds(0.7));
  assert.deepEqual(costScale(80).ends, [1, 10000]);
  assert.deepEqual(costScale(1000).ends, [100, 1000000]);
  assert.equal(costScale(80).share(1e9), 1);
});

test('common positives have a scale up to almost 1', () => {
  assert.equal(priorScale(0.02).ends[1], 0.5);
  assert.equal(priorScale(0.4).ends[1], 0.999);
  assert.equal(priorScale(0.02, 0.9).ends[1], 0.999);
});

test('roundToThree keeps three significant digits', () => {
  for (let k = 0; k < 500; k += 1) {
    const x = Math.pow(10, 12 * random() - 6);
    assert.ok(Math.abs(roundToThree(x) - x) <= 0.00501 * x);
    assert.equal(roundToThree(roundToThree(x)), roundToThree(x));
  }
});
