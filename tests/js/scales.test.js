import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lowestPrior, priorScale, ratioScale, roundToThree } from '../../assets/core/scales.js';
import { assertClose, randomNumbers } from './support.js';

const random = randomNumbers(5);

test('a value comes back from its place, to three digits', () => {
  for (let k = 0; k < 1000; k += 1) {
    const scale = priorScale(random());
    const small = Math.pow(10, -6 * random()) / 2;
    for (const prior of [small, 1 - small]) {
      const back = scale.at(scale.place(prior));
      assert.ok(Math.abs(back - prior) <= 0.00501 * Math.min(prior, 1 - prior) + 1e-12, `${prior} ${back}`);
    }
    const ratio = Math.pow(10, 8 * random() - 4);
    assertClose(ratioScale.at(ratioScale.place(ratio)), ratio);
  }
});

test('places rise with the values', () => {
  const scale = priorScale(0.02);
  for (let k = 0; k < 1000; k += 1) {
    const [low, high] = [random(), random()].sort((a, b) => a - b);
    assert.ok(scale.place(low) <= scale.place(high));
  }
});

test('a value beyond an end is parked there', () => {
  const prevalence = 0.006;
  const scale = priorScale(prevalence);
  const lowest = lowestPrior(prevalence);
  assertClose(lowest, 0.0006);
  assert.equal(scale.parked(lowest / 2), scale.place(lowest));
  assert.equal(scale.parked(0.99999), scale.place(0.999));
  assert.equal(scale.parked(0.3), scale.place(0.3));
  assert.deepEqual(scale.beyond([lowest / 2, 0.3]), { low: true, high: false });
  assert.deepEqual(scale.beyond([0.3, 0.9999]), { low: false, high: true });
  assert.deepEqual(ratioScale.beyond([0.001, 1000]), { low: false, high: false });
  assert.deepEqual(ratioScale.beyond([2000]), { low: false, high: true });
});

test('roundToThree keeps three significant digits', () => {
  for (let k = 0; k < 500; k += 1) {
    const x = Math.pow(10, 12 * random() - 6);
    assert.ok(Math.abs(roundToThree(x) - x) <= 0.00501 * x);
    assert.equal(roundToThree(roundToThree(x)), roundToThree(x));
  }
});
