import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asGerund, configurePanels, graphIdOf, panelNames, trivialName } from '../../assets/core/panels.js';
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
  assert.equal(asGerund(trivialName('none')), 'calling none');
  configurePanels({
    panels: [{ name: 'det', graph: 'det-panel' }],
    trivial: { none: 'flag no one', all: 'flag everyone' },
  });
  assert.deepEqual([panelNames(), graphIdOf('det'), graphIdOf('roc')], [['det'], 'det-panel', null]);
  assert.equal(trivialName('all'), 'flag everyone');
});
