import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heightOf, placeAt, scoreAxis } from '../../assets/controls/thresholds/score-axis.js';
import { costScale, deviate, priorScale, roundTicks, roundToThree } from '../../assets/core/scales.js';
import { assertClose, expected, randomNumbers, withPython } from './support.js';

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

const AXES = [
  { scale: /** @type {const} */ ('linear'), edges: [-3, 5] },
  { scale: /** @type {const} */ ('log'), edges: [0.001, 40] },
  { scale: /** @type {const} */ ('logit'), edges: [0.0001, 0.9999] },
];

test('a score comes back from its place on the axis, and ticks lie on it', () => {
  for (const given of AXES) {
    const axis = scoreAxis(given);
    for (let k = 0; k <= 20; k += 1) assertClose(axis.share(axis.at(k / 20)), k / 20, 1e-9);
    assert.equal(axis.share(-1e9), 0);
    assert.equal(axis.share(Infinity), 1);
    assert.ok(axis.ticks.length >= 3 && axis.ticks.length <= 16, String(axis.ticks));
    for (const tick of axis.ticks) assert.ok(tick >= given.edges[0] && tick <= given.edges[1]);
  }
});

test('the threshold under a place is the lowest that is not below the score there', () => {
  const thresholds = [0.1, 0.25, 0.5, 0.9, Infinity];
  const axis = scoreAxis({ scale: 'linear', edges: [0, 1] });
  for (let k = 1; k < 100; k += 1) {
    const threshold = thresholds[placeAt(axis, thresholds, k / 100)];
    assert.equal(threshold, Math.min(...thresholds.filter((threshold) => threshold >= axis.at(k / 100))));
  }
  assert.equal(placeAt(axis, thresholds, 0), 0);
  assert.equal(placeAt(axis, thresholds, 1.2), 4);
});

test('only a bar that hides the others is cut', () => {
  assert.equal(heightOf([0.2, 0.5, 0.3]), 0.5);
  assertClose(heightOf([0.9, 0.06, 0.04]), 0.09);
  assert.equal(heightOf([1, 0, 0]), 1);
});

test('round ticks end where numbers have no more digits', () => {
  assert.deepEqual(roundTicks(0, 1), [0, 0.5, 1]);
  assert.deepEqual(roundTicks(0, 1, 8), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  for (const low of [1e20, -1e20, 0.1, 1e-300]) assert.ok(roundTicks(low, low * (1 + 2e-16)).length <= 20);
});

test('normal deviates are those of Python', withPython, () => {
  for (const [rate, wanted] of expected.deviates) assertClose(deviate(rate), wanted, 1e-7, `${rate}`);
});
