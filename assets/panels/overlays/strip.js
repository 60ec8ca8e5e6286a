/* The strip of cheapest models and the operating ranges where the conditions move them along the x axis. */

import { curvesKey, placeOfPcf, pointPlace, stripMoves } from '../../core/cost-axes.js';
import { fitName } from '../../core/label-placement.js';
import { panelWith } from '../../core/panels.js';
import { roundPixel } from '../../core/polyline.js';
import { on } from '../../state/events.js';
import { currentPoint } from '../live-point.js';
import { barElements, getPanel, traceElement } from '../plotly-adapter.js';

const LETTER = 6.9; // pixels of a letter, as in costdash/figures/panels/cost_axes/best_model.py

const panelOfStrip = () => panelWith('strip');
let movedFor = ''; // the conditions that the strip was moved for
const CLEAR = 8; // pixels from the PC(+) line to a name, as there

const numbersOf = (text) => (text.match(/-?[\d.]+/g) || []).map(Number);

/* The pixels of two values of PC(+), within the panel. */
function endsAt(panel, pcf, point) {
  const ends = pcf.map((x) => roundPixel(Math.min(Math.max(panel.x(placeOfPcf(x, point)), 0), panel.width)));
  return ends.sort((a, b) => a - b);
}

function moveBar(element, [left, right]) {
  const path = element.querySelector('path');
  if (!path) return;
  const [from, top, bottom, to] = numbersOf(path.getAttribute('d'));
  path.setAttribute('d', `M${left},${top}V${bottom}H${right}V${top}Z`);
  const text = element.querySelector('text');
  if (!text) return;
  const [x, y] = numbersOf(text.getAttribute('transform'));
  text.setAttribute('transform', `translate(${x + (left + right - from - to) / 2},${y})`);
  text.style.opacity = LETTER * text.textContent.length <= right - left ? '1' : '0';
}

/* The shift of a name so that the PC(+) line does not cross it; 0 if neither side has room for the name. */
function shiftOf(middle, half, [left, right], line) {
  if (Math.abs(line - middle) >= half + CLEAR) return 0;
  const fits = [line - CLEAR - half, line + CLEAR + half].filter(
    (at) => at - half >= left + CLEAR && at + half <= right - CLEAR,
  );
  const near = fits.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return near.length > 0 ? near[0] - middle : 0;
}

function clearName(element, line) {
  const [path, text] = ['path', 'text'].map((tag) => element.querySelector(tag));
  if (!path || !text || !text.textContent) return;
  const [left, , , right] = numbersOf(path.getAttribute('d'));
  const [x] = numbersOf(text.getAttribute('transform'));
  const middle = (left + right) / 2;
  const shift = middle - x + shiftOf(middle, (LETTER * text.textContent.length) / 2, [left, right], line);
  text.style.translate = shift ? `${shift}px` : '';
}

/* The names of the strip keep clear of the PC(+) line. */
function clearNames() {
  const [panel, point] = [getPanel(panelOfStrip()), currentPoint()];
  const place = point && panel ? pointPlace(point) : null;
  if (place === null) return;
  for (const bar of Object.values(barElements(panel))) clearName(bar, panel.x(place));
}

function moveRange(panel, { uid, meta }, point) {
  const line = traceElement(panel, uid)?.querySelector('path.js-line');
  if (!line || !meta.pcf) return;
  const [, y] = numbersOf(line.getAttribute('d'));
  const [left, right] = endsAt(panel, meta.pcf, point);
  line.setAttribute('d', `M${left},${y}L${right},${y}`);
}

on('panels-moved', (results) => {
  const [panel, point] = [getPanel(panelOfStrip()), currentPoint()];
  if (!results || !panel || !point || !stripMoves() || curvesKey(point) === movedFor) return;
  movedFor = curvesKey(point);
  const bars = barElements(panel);
  for (const trace of panel.graph.data) {
    if (bars[trace.uid]) moveBar(bars[trace.uid], endsAt(panel, trace.meta.pcf, point));
    else if (/^range-\d/.test(trace.uid)) moveRange(panel, trace, point);
  }
});
on('panels-moved', clearNames);
on('panel-drawn', (name) => {
  if (name !== panelOfStrip()) return;
  movedFor = '';
  const panel = getPanel(panelOfStrip());
  if (panel) Object.values(barElements(panel)).forEach(fitName);
  clearNames();
});
