/* The strip of cheapest models and the operating ranges where the conditions move them along the x axis. */

import { placeOfPcf, stripMoves } from '../../core/cost-readings.js';
import { roundPixel } from '../../core/polyline.js';
import { on } from '../../state/events.js';
import { currentPoint } from '../live-point.js';
import { barElements, getPanel, traceElement } from '../plotly-adapter.js';
import { curvesRewritten } from '../redraw.js';

const LETTER = 6.9; // pixels of a letter, as in costdash/figures/panels/cost_axes/best_model.py

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

function moveRange(panel, { uid, meta }, point) {
  const line = traceElement(panel, uid)?.querySelector('path.js-line');
  if (!line || !meta.pcf) return;
  const [, y] = numbersOf(line.getAttribute('d'));
  const [left, right] = endsAt(panel, meta.pcf, point);
  line.setAttribute('d', `M${left},${y}L${right},${y}`);
}

on('panels-moved', (results) => {
  const [panel, point] = [getPanel('cost'), currentPoint()];
  if (!results || !panel || !point || !stripMoves() || !curvesRewritten()) return;
  const bars = barElements(panel);
  for (const trace of panel.graph.data) {
    if (bars[trace.uid]) moveBar(bars[trace.uid], endsAt(panel, trace.meta.pcf, point));
    else if (/^range-\d/.test(trace.uid)) moveRange(panel, trace, point);
  }
});
