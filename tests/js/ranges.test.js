import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelRates, expectedCost, pcfOf, resultsAt } from '../../assets/core/operating-point.js';
import { movedTo, rangeHolding, withTypedEnd } from '../../assets/core/moved-range.js';
import {
  rulesWithin,
  atPrevalence,
  costRatioRange,
  decisionPoint,
  firstRange,
  pcfRange,
  optimalRangesWithin,
} from '../../assets/core/ranges.js';
import { rangeRows, rangeTexts } from '../../assets/text/sensitivity.js';
import { expected, randomNumbers, withPython } from './support.js';

const random = randomNumbers(3);
const { samples = [] } = expected || {};
const inside = ([low, high]) => low + (high - low) * random();

test('texts and table are those of Python', withPython, () => {
  for (const { live, ranges } of samples) {
    for (const wanted of ranges) {
      const point = decisionPoint({ ...wanted.typed, ranges: wanted.ranges });
      for (const key of ['prior', 'cost_fn', 'cost_fp'])
        assert.ok(Math.abs(point[key] - wanted.mean[key]) <= 1e-12 * wanted.mean[key]);
      assert.deepEqual(rangeTexts(live, point, resultsAt(live, point)), wanted.texts);
      assert.deepEqual(rangeRows(live, wanted.ranges), wanted.rows);
    }
  }
});

test('PC(+) and cost ratio of every point within the ranges are within theirs', withPython, () => {
  for (const { ranges } of samples.flatMap((sample) => sample.ranges)) {
    const [pcf, ratio] = [pcfRange(ranges), costRatioRange(ranges)];
    for (let k = 0; k < 20; k += 1) {
      const point = { prior: inside(ranges.prior), cost_fn: inside(ranges.cost_fn), cost_fp: inside(ranges.cost_fp) };
      assert.ok(pcf[0] - 1e-12 <= pcfOf(point) && pcfOf(point) <= pcf[1] + 1e-12);
      const pointRatio = point.cost_fn / point.cost_fp;
      assert.ok(ratio[0] * (1 - 1e-12) <= pointRatio && pointRatio <= ratio[1] * (1 + 1e-12));
    }
  }
});

test('answers follow each other without a gap, and costs within their ranges hold', withPython, () => {
  for (const { live, ranges: all } of samples) {
    for (const { ranges } of all) {
      const rules = rulesWithin(live, ranges);
      const [low, high] = pcfRange(ranges);
      assert.equal(rules[0].pcf[0], low);
      assert.equal(rules[rules.length - 1].pcf[1], high);
      rules.slice(1).forEach(({ pcf }, k) => assert.equal(pcf[0], rules[k].pcf[1]));
      for (const { ranges: narrowed, cost, pcf, fpr, tpr, call } of rules) {
        const point = {
          prior: inside(narrowed.prior),
          cost_fn: inside(narrowed.cost_fn),
          cost_fp: inside(narrowed.cost_fp),
        };
        const crossFitted = live.crossfit && call === 'some';
        if (crossFitted && !(pcf[0] < pcfOf(point) && pcfOf(point) <= pcf[1])) continue;
        const paid = crossFitted ? modelRates(resultsAt(live, point)) : { fpr, tpr };
        const pointCost = expectedCost(point, paid.fpr, paid.tpr);
        assert.ok(cost[0] <= pointCost * (1 + 1e-9) && pointCost <= cost[1] * (1 + 1e-9));
      }
    }
  }
});

test('optimal ranges of a hull cover the interval', withPython, () => {
  for (const { hull } of samples.map(({ live }) => live)) {
    for (let k = 0; k < 100; k += 1) {
      const [low, high] = [random(), random()].sort();
      const optimalRanges = optimalRangesWithin(hull, hull.tie, low, high);
      const covered = optimalRanges.reduce((sum, optimalRange) => sum + optimalRange.high - optimalRange.low, 0);
      assert.ok(Math.abs(covered - (high - low)) < 1e-12);
    }
  }
});

const around = ({ prior, cost_fn, cost_fp }) => ({
  prior: firstRange('prior', prior),
  cost_fn: firstRange('cost_fn', cost_fn),
  cost_fp: /** @type {[number, number]} */ ([cost_fp, cost_fp]),
});

test('ranges that were guessed around the prior of the file follow it to another class', () => {
  for (let k = 0; k < 100; k += 1) {
    const before = { prior: 0.9 * random() + 0.01, cost_fn: 1 + 9 * random(), cost_fp: 1, touched: false };
    const prevalence = 0.9 * random() + 0.01;
    const guessed = atPrevalence({ ...before, ranges: around(before) }, prevalence);
    assert.deepEqual(guessed.ranges, around({ ...before, prior: prevalence }));
    const userRanges = { ...around(before), prior: [before.prior, before.prior + 0.05] };
    for (const after of [guessed, atPrevalence({ ...before, ranges: userRanges }, prevalence)]) {
      const [low, high] = after.ranges.prior;
      assert.ok(low <= after.prior && after.prior <= high);
      assert.equal(after.touched, after.prior !== prevalence);
    }
    const exact = { ...around(before), prior: [before.prior, before.prior] };
    assert.deepEqual(atPrevalence({ ...before, ranges: exact }, prevalence).ranges.prior, [prevalence, prevalence]);
    assert.deepEqual(atPrevalence({ ...before, ranges: null }, prevalence), {
      ...before,
      prior: prevalence,
      ranges: null,
    });
  }
});

test('a condition that is moved as a whole has the wanted mean', () => {
  for (let k = 0; k < 200; k += 1) {
    const before = { prior: 0.4 * random() + 0.001, cost_fn: 1 + 9 * random(), cost_fp: 0.1 + random() };
    const ranges = around(before);
    for (const weighting of [null, true]) {
      for (const key of ['prior', 'cost_fn', 'cost_fp']) {
        const wanted = decisionPoint({ ...before, ranges, weighting })[key] * (0.3 + random());
        const fields = movedTo({ ...before, ranges, weighting }, key, wanted, (x) => x);
        const mean = decisionPoint({ ...before, weighting, ...fields })[key];
        assert.ok(Math.abs(mean - wanted) < 1e-9 * wanted);
        const [low, high] = fields.ranges[key];
        assert.ok(low <= fields[key] && fields[key] <= high);
      }
    }
  }
});

test('the ends of a range can be typed in any order', () => {
  const value = { prior: () => 0.001 + 0.99 * random(), cost_fn: () => 10 ** (8 * random() - 4) };
  for (let k = 0; k < 400; k += 1) {
    for (const [key, draw] of Object.entries(value)) {
      const [before, typed] = [0, 1].map(() => [draw(), draw()].sort((a, b) => a - b));
      for (const first of [0, 1]) {
        const halfway = withTypedEnd(key, before, first, typed[first]);
        assert.ok(halfway[0] < halfway[1]);
        assert.equal(halfway[first], typed[first]);
        assert.deepEqual(withTypedEnd(key, halfway, 1 - first, typed[1 - first]), typed);
      }
      const met = withTypedEnd(key, before, 0, before[1]);
      assert.ok(before[1] === met[0] && met[0] < met[1]);
    }
  }
});

test('a range holds every value, and moves only for one outside', () => {
  for (let k = 0; k < 400; k += 1) {
    const before = [random() / 2, 0.5 + random() / 2];
    const value = random();
    const [low, high] = rangeHolding('prior', before, value);
    if (before[0] <= value && value <= before[1]) assert.deepEqual([low, high], before);
    else assert.ok(low < value && value < high);
    const [least, most] = rangeHolding('cost_fp', [1, 4], 4 + 100 * random());
    assert.ok(Math.abs(most / least - 4) < 0.05);
  }
});
