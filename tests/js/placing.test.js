import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beside, clearance, free, walked } from '../../assets/core/placing.js';

const [width, height] = [340, 300];
const sizes = { width, height, wide: 40, high: 14 };
const straight = (y0, y1) =>
  walked(
    [
      { x: 0, y: y0, at: 0 },
      { x: width, y: y1, at: 1 },
    ],
    width,
    height,
  );

test('a walked curve has points at equal distances, inside the window, with the nearer corner', () => {
  const spots = walked(
    [
      { x: -60, y: 100, at: 0 },
      { x: 90, y: 100, at: 1 },
      { x: 90, y: 400, at: 2 },
    ],
    width,
    height,
  );
  assert.ok(spots.every(({ x, y }) => x >= 0 && y >= 0 && x <= width && y <= height));
  spots.slice(1).forEach((spot, k) => {
    const gap = Math.hypot(spot.x - spots[k].x, spot.y - spots[k].y);
    assert.ok(gap <= 6.001 && gap >= 6 / Math.SQRT2 - 0.001, String(gap));
  });
  assert.equal(spots[0].at, 0);
  assert.equal(spots[spots.length - 1].at, 2);
});

test('a label stands beside its curve and clear of others', () => {
  const own = straight(150, 120);
  const other = straight(140, 100);
  const box = beside(own, other, [], sizes);
  assert.ok(clearance(box, own) >= 1 && clearance(box, own) <= 10);
  assert.ok(clearance(box, other) >= 7);
  const again = beside(own, other, [box], sizes);
  assert.ok(Math.abs(again.x - box.x) > 40 || Math.abs(again.y - box.y) > 14);
});

test('a curve in a crowd has no label, unless it must', () => {
  const crowd = [...straight(146, 146), ...straight(154, 154)];
  assert.equal(beside(straight(150, 150), crowd, [], sizes), null);
  assert.ok(beside(straight(150, 150), crowd, [], { ...sizes, must: true }));
});

test('a free text takes the nearest free place', () => {
  const line = straight(150, 150);
  const box = free({ x: 100, y: 150 }, line, [], sizes);
  assert.ok(clearance(box, line) >= 7);
  assert.ok(Math.abs(box.x - 100) <= 12 && Math.abs(box.y - 150) <= 28);
  const wall = Array.from({ length: 60 }, (_, k) => straight(5 * k, 5 * k)).flat();
  assert.equal(free({ x: 100, y: 150 }, wall, [], sizes), null);
});
