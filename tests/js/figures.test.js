import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bootData } from '../../assets/core/boot-data.js';
import { bandOutline, lossBetween, setCostAxis } from '../../assets/core/cost-axes.js';
import '../../assets/panels/cost-axes/positives.js';
import { asGerund, graphIdOf, panelNames, trivialName } from '../../assets/core/panels.js';
import { beside, clearance, free, walked } from '../../assets/core/label-placement.js';
import { linePath, pathPen } from '../../assets/core/polyline.js';
import { darkRecolouring } from '../../assets/core/recolour.js';
import { assertClose, expected, randomNumbers, withPython } from './support.js';

test('a figure is recoloured colour by colour, and its texts are not', withPython, () => {
  const { light, dark } = bootData.palettes;
  const toDark = darkRecolouring(bootData.palettes);
  for (const key of Object.keys(light)) {
    const colour = light[key];
    const figure = (ink) => ({
      data: [
        {
          name: colour,
          text: [colour, 'b'],
          hovertext: colour,
          line: { color: ink },
          x: [0, 1],
          marker: { color: [ink] },
        },
      ],
      layout: { title: { text: colour, font: { color: ink } }, shapes: [{ line: { color: ink } }], width: null },
    });
    const before = structuredClone(figure(colour));
    const partner = Object.keys(light)
      .filter((other) => light[other] === colour)
      .pop(); // two may share a colour
    assert.deepEqual(toDark(figure(colour)), figure(dark[partner]));
    assert.deepEqual(figure(colour), before);
  }
});

test('a path has all its points', () => {
  const pen = pathPen();
  assert.equal(pen.end(), '');
  pen.to(1, 2);
  pen.to(1.2345, -2);
  assert.equal(pen.end(), 'M1,2L1.23,-2');
  const panel = { axes: {}, at: (x, y) => [100 * x, 100 - 100 * y] };
  assert.equal(linePath(panel, [0, 0.5, 1], [0, 0.5, 1]), 'M0,100L50,50L100,0');
});

test('panels and trivial rules come from the boot data', withPython, () => {
  assert.deepEqual([panelNames(), graphIdOf('pr'), graphIdOf('det')], [['roc', 'pr', 'cost'], 'pr-panel', null]);
  assert.equal(asGerund(trivialName('none')), 'flagging none');
});

const [width, height] = [340, 300];
const sizes = { width, height, wide: 40, high: 14 };
const straight = (y0, y1) =>
  walked(
    [
      { x: 0, y: y0 },
      { x: width, y: y1 },
    ],
    width,
    height,
  );

test('a walked curve has points at equal distances, inside the window', () => {
  const spots = walked(
    [
      { x: -60, y: 100 },
      { x: 90, y: 100 },
      { x: 90, y: 400 },
    ],
    width,
    height,
  );
  assert.ok(spots.every(({ x, y }) => x >= 0 && y >= 0 && x <= width && y <= height));
  spots.slice(1).forEach((spot, k) => {
    const gap = Math.hypot(spot.x - spots[k].x, spot.y - spots[k].y);
    assert.ok(gap <= 4.001 && gap >= 4 / Math.SQRT2 - 0.001, String(gap));
  });
});

test('of a path that leaves the window far behind, only what is seen is walked', () => {
  const corners = [
    { x: 10, y: 10 },
    { x: 20, y: -1e13 },
    { x: 30, y: 50 },
    { x: 30, y: 50 },
    { x: -1e12, y: 60 },
    { x: Infinity, y: 0 },
  ];
  const spots = walked(corners, width, height);
  assert.ok(spots.length > 12 && spots.length < 60, String(spots.length));
  assert.ok(spots.every(({ x, y }) => x >= 0 && y >= 0 && x <= width && y <= height));
});

test('walking what is seen gives what walking the whole path does', () => {
  const random = randomNumbers(4);
  for (let k = 0; k < 50; k++) {
    const corners = Array.from({ length: 2 + Math.floor(6 * random()) }, () => ({
      x: 900 * random() - 300,
      y: 900 * random() - 300,
    }));
    const [wide, far] = [1e4, corners.map(({ x, y }) => ({ x: x + 5000, y: y + 5000 }))];
    const seen = walked(far, wide, wide).map(({ x, y }) => ({ x: x - 5000, y: y - 5000 }));
    const expected = seen.filter(({ x, y }) => x >= 0 && y >= 0 && x <= width && y <= height);
    const spots = walked(corners, width, height);
    assert.equal(spots.length, expected.length);
    spots.forEach((spot, n) => {
      assert.ok(Math.hypot(spot.x - expected[n].x, spot.y - expected[n].y) < 1e-6);
      assert.equal(spot.at, expected[n].at);
    });
  }
});

test('a label stands beside its curve and clear of others', () => {
  const curve = straight(150, 120);
  const other = straight(140, 100);
  const lines = { rivals: other, others: [] };
  const box = beside(curve, lines, [], sizes);
  assert.ok(clearance(box, curve) >= 1 && clearance(box, curve) <= 10);
  assert.ok(clearance(box, other) >= 7);
  const again = beside(curve, lines, [box], sizes);
  assert.ok(Math.abs(again.x - box.x) > 40 || Math.abs(again.y - box.y) > 14);
  const spot = curve[Math.round(box.share * curve.length)];
  assert.ok(Math.hypot(spot.x - box.spot.x, spot.y - box.spot.y) <= 4);
});

test('a curve in a crowd has no label, unless it must', () => {
  const crowd = [...straight(146, 146), ...straight(154, 154)];
  assert.equal(beside(straight(150, 150), { rivals: crowd, others: [] }, [], sizes), null);
  assert.ok(beside(straight(150, 150), { rivals: crowd, others: [] }, [], { ...sizes, must: true }));
});

test('a label comes close to lines that are no curves of models, and lies on none', () => {
  const line = straight(170, 170);
  const box = beside(straight(150, 150), { rivals: [], others: line }, [], sizes);
  assert.ok(clearance(box, line) >= 3);
  const walls = Array.from({ length: 60 }, (_, k) => straight(5 * k, 5 * k)).flat();
  assert.equal(beside(straight(150, 150), { rivals: [], others: walls }, [], sizes), null);
});

test('a free text takes the nearest free place', () => {
  const line = straight(150, 150);
  const box = free({ x: 100, y: 150 }, line, [], sizes);
  assert.ok(clearance(box, line) >= 7);
  assert.ok(Math.abs(box.x - 100) <= 12 && Math.abs(box.y - 150) <= 28);
  const wall = Array.from({ length: 60 }, (_, k) => straight(5 * k, 5 * k)).flat();
  assert.equal(free({ x: 100, y: 150 }, wall, [], sizes), null);
});

/* The presentation's modules look for a document when they load. */
globalThis.document = { readyState: 'loading', addEventListener() {} };
globalThis.window = globalThis;
globalThis.ResizeObserver = class {};
const { layOut, shareOut } = await import('../../assets/page/present/icons.js');
const { costByThreshold } = await import('../../assets/page/present/threshold-plot.js');
const { flatZone } = await import('../../assets/core/cost-axes.js');
const FLAT = 0.05;

test('marks add up, and none is further than one mark from its exact share', () => {
  const random = randomNumbers(1);
  for (let k = 0; k < 300; k += 1) {
    const parts = Array.from({ length: 4 }, () => (random() < 0.3 ? 0 : random() ** 8));
    parts[k % 4] += 0.01;
    const whole = parts.reduce((sum, part) => sum + part, 0);
    const shares = shareOut(parts);
    assert.equal(
      shares.reduce((sum, share) => sum + share, 0),
      1000,
    );
    shares.forEach((share, i) => assert.ok(Math.abs(share - (1000 * parts[i]) / whole) < 1 && Number.isInteger(share)));
    parts.forEach((part, i) => part || assert.equal(shares[i], 0));
  }
  assert.deepEqual(shareOut([45.7, 369, 14.3, 9571]), [5, 37, 1, 957]);
});

test('all icons lie within the box, flagged ones left of the others', () => {
  for (const flagged of [0, 1, 42, 500, 999, 1000]) {
    for (const [width, height] of [
      [820, 330],
      [1200, 400],
      [340, 220],
    ]) {
      const { pitch, rows, left, right, start } = layOut(flagged, 1000 - flagged, width, height);
      assert.ok(rows * pitch <= height);
      assert.ok(left * rows >= flagged && right * rows >= 1000 - flagged);
      assert.ok(start + right * pitch <= width);
      if (flagged && flagged < 1000) assert.ok(left * pitch < start);
    }
  }
});

test('the flat zone is the unbroken run round the cheapest threshold', () => {
  const random = randomNumbers(2);
  for (let k = 0; k < 300; k += 1) {
    const rows = Array.from({ length: 1 + (k % 40) }, () => ({ cost: 1 + random() ** 3 / 4 }));
    const [first, last] = flatZone(
      rows.map(({ cost }) => cost),
      FLAT,
    );
    const least = Math.min(...rows.map(({ cost }) => cost));
    const within = ({ cost }) => cost <= least * (1 + FLAT);
    const run = rows.slice(first, last + 1);
    assert.ok(run.every(within) && run.some(({ cost }) => cost === least));
    for (const beyond of [rows[first - 1], rows[last + 1]]) assert.ok(!beyond || !within(beyond));
  }
});

test('every finite threshold has its expected cost', () => {
  const model = { text: ['', '0.9', '0.2'], fpr: [0, 0.1, 1], tpr: [0, 0.5, 1] };
  const rows = costByThreshold(model, { prior: 0.25, cost_fn: 8, cost_fp: 2 });
  assert.deepEqual(
    rows.map(({ threshold, cost }) => [threshold, Number(cost.toFixed(9))]),
    [
      [0.9, 1.15],
      [0.2, 1.5],
    ],
  );
});

test('the loss of reliability steps is that of Python', withPython, () => {
  for (const { model, losses } of expected.steps) {
    for (const [first, last, low, high] of losses) {
      const loss = lossBetween(model, first, last);
      assert.equal(loss.pcf.length, low.length);
      low.forEach((cost, k) => assertClose(loss.low[k], cost, 1e-5, `low of steps ${first} to ${last}`));
      high.forEach((cost, k) => assertClose(loss.high[k], cost, 1e-5, `high of steps ${first} to ${last}`));
    }
  }
});

test('along the positives a band of nec lies where it costs as much at every share', () => {
  setCostAxis({ key: 'positives', cases: 1000, window: [0.1, 0.99] });
  const point = { prior: 0.9, cost_fn: 19, cost_fp: 1 };
  const pcf = Array.from({ length: 57 }, (_, k) => 1 / (1 + Math.exp(14 - k / 2)));
  const band = { pcf, low: pcf.map((p) => 0.2 * p), high: pcf.map((p) => 0.6 * (1 - p)) };
  const corners = bandOutline(band, point);
  setCostAxis(null);
  assert.equal(corners.length, 2 * pcf.length);
  pcf.forEach((p, k) => {
    const prior = p / (p + (1 - p) * point.cost_fn);
    const worst = 1000 * (prior * point.cost_fn + (1 - prior) * point.cost_fp);
    const [low, high] = [corners[k], corners[corners.length - 1 - k]];
    for (const corner of [low, high]) assertClose(corner[0], Math.log(prior / (1 - prior)));
    assertClose(low[1], worst * band.low[k]);
    assertClose(high[1], worst * band.high[k]);
  });
});
