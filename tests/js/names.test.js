import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortNames } from '../../assets/text/names.js';

test('short names stay as they are', () => {
  assert.deepEqual(shortNames(['nb', 'j48', 'logistic']), ['nb', 'j48', 'logistic']);
});

test('long names are shortened to the part that differs', () => {
  const names = ['rf', 'gbm', 'svm'].map((kind) => `fraud_detection_2026_${kind}_calibrated_seed_0`);
  assert.deepEqual(shortNames(names), ['rf', 'gbm', 'svm']);
  const seeds = [1, 2, 30].map((seed) => `fraud_detection_calibrated_seed_${seed}`);
  assert.deepEqual(shortNames(seeds), ['1', '2', '30']);
});

test('a long name without shared parts is cut in the middle', () => {
  const [short, other] = shortNames(['a'.repeat(30) + 'z', 'logistic']);
  assert.equal(short.length, 18);
  assert.ok(short.includes('…') && short.endsWith('z'));
  assert.equal(other, 'logistic');
});

test('a recalibrated model keeps its start and says so', () => {
  const names = ['nb', 'logistic', 'logistic recalibrated', 'gradient boosting recalibrated'];
  assert.deepEqual(shortNames(names), ['nb', 'logistic', 'logistic recal.', 'gradi…sting recal.']);
});

test('two of many names that would be cut alike show where they differ', () => {
  const names = [
    'boosted_trees_2024_calibrated_v3',
    'boosted_trees_2024_uncalibrated_v3',
    'naive_bayes',
    'other_'.repeat(5),
  ];
  const short = shortNames(names);
  assert.deepEqual(short.slice(0, 3), ['calibrated', 'uncalibrated', 'naive_bayes']);
  assert.equal(new Set(short).size, 4);
});

test('a name never becomes empty, also where one is the start of another', () => {
  const names = ['gradient_boosting_model', 'gradient_boosting_model_tuned_again'];
  const short = shortNames(names);
  assert.equal(new Set(short).size, 2);
  assert.ok(short.every((name) => name.length > 0 && name.length <= 18));
});
