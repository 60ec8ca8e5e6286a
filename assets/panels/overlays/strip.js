/* The strip of cheapest models and the operating ranges where the conditions move them along the x axis. */

import { curvesKey, placeOfPcf, pointPlace, stripMoves } from '../../core/cost-axes.js';
import { fitName } from '../../core/label-placement.js';
import { panelWith } from '../../core/panels.js';
import { roundPixel } from '../../core/polyline.js';
import { on } from '../../state/events.js';
import { currentPoint } from '../live-point.js';
import { barElements, getPanel, lineElement } from '../plotly-adapter.js';

/** @import { Interval, Panel } from '../../core/types.js' */
/** @import { OperatingPoint } from '../../core/wire.js' */

const LETTER = 6.9; // pixels of a letter, as in costdash/figures/panels/cost_axes/best_model.py

const panelOfStrip = () => panelWith('strip');
let movedFor = ''; // the conditions that the strip was moved for
const CLEAR = 8; // pixels from the PC(+) line to a name, as there

/** @param {Element} element @param {string} attribute */
const numbersOf = (element, attribute) => (element.getAttribute(attribute)?.match(/-?[\d.]+/g) ?? []).map(Number);

/** The pixels of two values of PC(+), within the panel.
   @param {Panel} panel @param {number[]} pcf @param {OperatingPoint} point */
function endsAt(panel, pcf, point) {
  const ends = pcf.map((x) => roundPixel(Math.min(Math.max(panel.x(placeOfPcf(x, point)), 0), panel.width)));
  return ends.sort((a, b) => a - b);
}

/** @param {Element} element @param {number[]} ends */
function moveBar(element, [left, right]) {
  const path = element.querySelector('path');
  if (!path) return;
  const [from, top, bottom, to] = numbersOf(path, 'd');
  path.setAttribute('d', `M${left},${top}V${bottom}H${right}V${top}Z`);
  const text = element.querySelector('text');
  if (!text) return;
  const [x, y] = numbersOf(text, 'transform');
  text.setAttribute('transform', `translate(${x + (left + right - from - to) / 2},${y})`);
  text.style.opacity = LETTER * text.textContent.length <= right - left ? '1' : '0';
}

/** The shift of a name so that the PC(+) line does not cross it: to the longer side of the line; null if the name does
   not fit there. @param {number} middle @param {number} half @param {Interval} bar @param {number} line */
function shiftOf(middle, half, [left, right], line) {
  if (Math.abs(line - middle) >= half + CLEAR) return 0;
  const side = line - left > right - line ? [left, line] : [line, right];
  if (side[1] - side[0] < 2 * (half + CLEAR)) return null;
  const at = side[0] === line ? line + CLEAR + half : line - CLEAR - half;
  return at - middle;
}

/** @param {Element} element @param {number} line */
function clearName(element, line) {
  const [path, text] = [element.querySelector('path'), element.querySelector('text')];
  if (!path || !text || !text.textContent) return;
  const [left, , , right] = numbersOf(path, 'd');
  const [x] = numbersOf(text, 'transform');
  const middle = (left + right) / 2;
  const shift = shiftOf(middle, (LETTER * text.textContent.length) / 2, [left, right], line);
  text.style.visibility = shift === null ? 'hidden' : '';
  const moved = middle - x + (shift ?? 0);
  text.style.translate = moved ? `${moved}px` : '';
}

/* The names of the strip keep clear of the PC(+) line. */
function clearNames() {
  const [panel, point] = [getPanel(panelOfStrip()), currentPoint()];
  const place = point && pointPlace(point);
  if (!panel || place === null) return;
  for (const bar of Object.values(barElements(panel))) clearName(bar, panel.x(place));
}

/** @param {Panel} panel @param {string} uid @param {number[]} ends */
function moveRange(panel, uid, [left, right]) {
  const line = lineElement(panel, uid);
  if (!line) return;
  const [, y] = numbersOf(line, 'd');
  line.setAttribute('d', `M${left},${y}L${right},${y}`);
}

/** @param {Panel} panel @param {OperatingPoint} point */
function move(panel, point) {
  const bars = barElements(panel);
  for (const { uid, meta } of panel.graph.data) {
    if (!meta?.pcf) continue;
    if (bars[uid]) moveBar(bars[uid], endsAt(panel, meta.pcf, point));
    else if (/^range-\d/.test(uid)) moveRange(panel, uid, endsAt(panel, meta.pcf, point));
  }
}

on('panels-moved', (results) => {
  const [panel, point] = [getPanel(panelOfStrip()), currentPoint()];
  if (!results || !panel || !point || !stripMoves() || curvesKey(point) === movedFor) return;
  movedFor = curvesKey(point);
  move(panel, point);
});
on('panels-moved', clearNames);
on('panel-drawn', (name) => {
  if (name !== panelOfStrip()) return;
  movedFor = '';
  const panel = getPanel(panelOfStrip());
  if (panel) Object.values(barElements(panel)).forEach(fitName);
  clearNames();
});
