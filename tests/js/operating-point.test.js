import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  costEnvelope,
  expectedCost,
  isoPerformanceLine,
  normalizedExpectedCost,
  pcfOf,
  precisionAt,
  resultsAt,
  searchSorted,
} from '../../assets/core/operating-point.js';
import { precisionCurve } from '../../assets/core/polyline.js';
import { assertClose, expected, randomNumbers, withPython } from './support.js';

const ROUNDED = 1e-5; // the rates of live models are rounded, those of the hull are exact
const random = randomNumbers(2);
const { samples = [] } = expected || {};
const randomPoint = () => ({ prior: random(), cost_fn: 100 * random(), cost_fp: 100 * random() });

test('the best threshold and its numbers are those of Python', withPython, () => {
  for (const { live, points } of samples) {
    for (const wanted of points) {
      const results = resultsAt(live, wanted.point);
      assert.deepEqual([results.call, results.owner, results.text], [wanted.call, wanted.owner, wanted.text]);
      if (!live.crossfit) assert.deepEqual([results.fpr, results.tpr], wanted.rates);
      for (const key of ['pcf', 'slope', 'precision', 'nec', 'cost', 'saving'])
        assertClose(results[key], wanted[key], 1e-9, key);
      wanted.iso.forEach((values, side) =>
        values.forEach((value, k) => assertClose([results.iso.x, results.iso.y][side][k], value)),
      );
    }
  }
});

test('the curve of the PR panel has the points of Python', withPython, () => {
  for (const { points } of samples) {
    for (const { point, iso, image } of points) {
      const drawn = [];
      precisionCurve({ fpr: iso[0], tpr: iso[1] }, point.prior, { linear: [0, 1, 0, 1] }, (x, y) => drawn.push([x, y]));
      assert.equal(drawn.length, image[0].length);
      drawn.forEach(([x, y], k) => [x, y].forEach((value, side) => assertClose(value, image[side][k])));
    }
  }
});

test('the curve of the PR panel is defined where several thresholds call nobody', () => {
  const drawn = [];
  const model = { fpr: [0, 0, 0.1, 1], tpr: [0, 0, 0.8, 1] };
  precisionCurve(model, 0.3, { linear: [0, 1, 0, 1] }, (x, y) => drawn.push([x, y]));
  assert.ok(drawn.flat().every(Number.isFinite));
  assertClose(drawn[0][1], drawn[1][1]);
});

test('the cost envelope is the lowest of all cost lines', withPython, () => {
  for (const { live, envelopes } of samples) {
    live.models.forEach((model, m) => {
      const { pcf, nec } = costEnvelope(model);
      const grid = envelopes[m];
      if (!grid) return; // costs differ from case to case
      grid.forEach((wanted, k) => {
        const x = k / (grid.length - 1);
        const at = Math.min(Math.max(searchSorted(pcf, x), 1), pcf.length - 1);
        const [x0, x1] = [pcf[at - 1], pcf[at]];
        const share = x1 > x0 ? (x - x0) / (x1 - x0) : 0;
        assertClose(nec[at - 1] + share * (nec[at] - nec[at - 1]), wanted, ROUNDED);
      });
    });
  }
});

test('nothing is cheaper than the best call, by its own normalized expected cost', withPython, () => {
  for (const { live, points } of samples.filter((sample) => !sample.live.crossfit)) {
    for (const { point } of points) {
      const { nec, pcf } = resultsAt(live, point);
      for (const model of live.models) {
        model.fpr.forEach((fpr, k) => assert.ok(nec <= normalizedExpectedCost(fpr, model.tpr[k], pcf) + ROUNDED));
      }
    }
  }
});

test('normalized expected cost is the expected cost over that of calling all wrong', () => {
  for (let k = 0; k < 1000; k += 1) {
    const [point, fpr, tpr] = [randomPoint(), random(), random()];
    const most = expectedCost(point, 1, 0);
    assertClose(normalizedExpectedCost(fpr, tpr, pcfOf(point)), expectedCost(point, fpr, tpr) / most);
  }
});

test('all points of an iso-performance line cost the same, and its ends are on the square', () => {
  for (let k = 0; k < 1000; k += 1) {
    const [point, fpr, tpr] = [randomPoint(), random(), random()];
    const { x, y } = isoPerformanceLine(point, fpr, tpr);
    for (const end of [0, 1]) {
      assertClose(expectedCost(point, x[end], y[end]), expectedCost(point, fpr, tpr));
      assert.ok([x[end], y[end]].some((value) => Math.min(Math.abs(value), Math.abs(1 - value)) < 1e-9));
    }
  }
});

test('precision is undefined where nothing is called', () => {
  assert.equal(precisionAt(0, 0, 0.3), null);
  for (let k = 0; k < 100; k += 1) {
    const prior = random();
    assertClose(precisionAt(1, 1, prior), prior);
    assert.equal(precisionAt(0, random() || 1, prior), 1);
  }
});

test('searchSorted counts the values below', () => {
  for (let k = 0; k < 500; k += 1) {
    const values = Array.from({ length: Math.floor(20 * random()) }, () => Math.floor(10 * random())).sort(
      (a, b) => a - b,
    );
    for (let x = -1; x <= 10; x += 0.5)
      assert.equal(searchSorted(values, x), values.filter((value) => value < x).length);
  }
});
