import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asGerund, configurePanels, graphIdOf, panelNames, trivialName } from '../../assets/core/panels.js';
import { beside, clearance, free, walked } from '../../assets/core/placing.js';
import { linePath, pathPen } from '../../assets/core/polyline.js';
import { darkRecolouring } from '../../assets/core/recolour.js';
import { pictureOf } from '../../assets/core/saved-picture.js';
import { expected, withPython } from './support.js';

test('a figure is recoloured colour by colour, and its texts are not', withPython, () => {
  const { light, dark } = expected.palettes;
  const toDark = darkRecolouring(expected.palettes);
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

test('the picture lists what is seen, and adds what the figure brings', () => {
  const data = [{ name: 'a' }, { name: '' }, { name: 'b', opacity: 0 }];
  const saved = { layout: { width: 500, height: 300 }, caption: { text: 'caption' } };
  const picture = pictureOf({
    data,
    layout: { annotations: [{ text: 'note' }], meta: { saved, labels: [{ text: 'a' }] } },
  });
  assert.deepEqual(
    picture.data.map(({ showlegend }) => showlegend),
    [true, false, false],
  );
  assert.deepEqual(picture.layout.annotations, [{ text: 'note' }, { text: 'a' }, { text: 'caption' }]);
  assert.equal(picture.layout.width, 500);
});

test('a path has all its points', () => {
  const pen = pathPen();
  assert.equal(pen.end(), '');
  pen.to(1, 2);
  pen.to(1.2345, -2);
  assert.equal(pen.end(), 'M1,2L1.23,-2');
  const panel = { x: (value) => 100 * value, y: (value) => 100 - 100 * value };
  assert.equal(linePath(panel, [0, 0.5, 1], [0, 0.5, 1]), 'M0,100L50,50L100,0');
});

test('panels and trivial rules come from the boot data, if it has any', () => {
  assert.deepEqual(panelNames(), ['roc', 'pr', 'cost']);
  configurePanels({});
  assert.equal(asGerund(trivialName('none')), 'flagging none');
  configurePanels({
    panels: [{ name: 'det', graph: 'det-panel' }],
    trivial: { none: 'flag no one', all: 'flag everyone' },
  });
  assert.deepEqual([panelNames(), graphIdOf('det'), graphIdOf('roc')], [['det'], 'det-panel', null]);
  assert.equal(trivialName('all'), 'flag everyone');
});

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
