/* Shows where the cost curves of the compared pair cross: the line that touches both hulls in ROC space.
   Drummond & Holte (2004), figures 5 and 6. */

import { pcfOf } from '../core/operating-point.js';
import { graphIdOf, panelWith } from '../core/panels.js';
import { linePath } from '../core/polyline.js';
import { around, dataOf, elementsOf } from '../state/elements.js';
import { on } from '../state/events.js';
import { currentPoint } from './live-point.js';
import { axesOf, drawnGraph, getPanel, overlayLayer, svgElement, traceData } from './plotly-adapter.js';
import { modelColour } from './threshold-highlight.js';

/** @import { Interval, Panel } from '../core/types.js' */

/**
 * A crossover: its PC(+), the vertices that the tangent touches and their models, and words.
 * @typedef {object} Crossover
 * @property {number} pcf
 * @property {string} label
 * @property {string} sentence
 * @property {[Interval, Interval]} ends x and y of both ends of the tangent
 * @property {{ i: number, fpr: number, tpr: number }[]} touched
 */

const panelOfRates = () => panelWith('places', 'rates');
const DIFFERENCE = 'difference-panel';
const REACH = 14; // pixels from the pointer to a ring of the difference panel
const SAME = 0.003; // of PC(+): costs are rounded to 3 digits on the way to a crossover
/** @type {Crossover | null} */
let tangent = null; // the crossover that is shown
/** @type {HTMLElement | null} */
let pressed = null; // the button of the ring that is held down

/** @param {HTMLElement} button @returns {Crossover} */
const crossoverOf = (button) => JSON.parse(dataOf(button, 'crossover'));

/** @param {string} text */
function announce(text) {
  const place = document.getElementById('crossover-note');
  if (place && place.textContent !== text) place.textContent = text;
}

/** @param {Panel} panel @param {Crossover} crossover */
function shapes(panel, { ends, touched, label: text }) {
  const [[x1, x2], [y1, y2]] = ends;
  const [[left, low], [right, high]] = [panel.at(x1, y1), panel.at(x2, y2)];
  const line = panel.axes.bent
    ? svgElement('path', { d: linePath(panel, [x1, x2], [y1, y2]) })
    : svgElement('line', { x1: left, y1: low, x2: right, y2: high });
  const rings = touched.map(({ i, fpr, tpr }) => {
    const [cx, cy] = panel.at(fpr, tpr);
    const ring = svgElement('circle', { cx, cy, r: 6 });
    ring.style.stroke = modelColour(i);
    return ring;
  });
  return [line, ...rings, label(panel, text)];
}

/** The label lies in the corner without curves, beside the panel's notes. @param {Panel} panel @param {string} words */
function label(panel, words) {
  const y = panel.height * (panel.axes.bent ? 0.2 : 0.8);
  const text = svgElement('text', { x: panel.width - 6, y, 'text-anchor': 'end' });
  text.textContent = words;
  return text;
}

function draw() {
  const panel = getPanel(panelOfRates());
  if (!panel || (!tangent && !panel.graph.querySelector('svg.tangent-layer'))) return;
  const layer = overlayLayer(panel, 'tangent-layer');
  if (layer) layer.replaceChildren(...(tangent ? shapes(panel, tangent) : []));
}

/** @param {Crossover | null} shown */
function show(shown) {
  tangent = shown;
  announce(tangent ? tangent.sentence : '');
  draw();
}

/* The buttons of the crossovers, in the order of the rings. */
const buttons = () => elementsOf('#comparison-text [data-crossover]');

/** The button whose ring in the difference panel is under the pointer; null if the pointer is on no ring.
   @param {PointerEvent} event */
function buttonAt(event) {
  const graph = drawnGraph(DIFFERENCE);
  const rings = graph && graph.contains(/** @type {Node} */ (event.target)) && traceData(graph, 'crossovers');
  if (!rings) return null;
  const axes = axesOf(graph);
  const box = graph.getBoundingClientRect();
  const [x, y] = [event.clientX - box.left - axes.left, event.clientY - box.top - axes.top];
  const distances = Array.from(rings.x, (pcf) => Math.hypot(axes.x(pcf) - x, axes.y(0) - y));
  const nearest = distances.indexOf(Math.min(...distances));
  return distances[nearest] <= REACH ? buttons()[nearest] : null;
}

/** Clientside callback. A new comparison may contain the shown crossover again, for example after a model was added. */
export function checkCrossover() {
  if (!tangent) return;
  const { pcf, label: text } = tangent;
  show(
    buttons()
      .map(crossoverOf)
      .find((served) => served.pcf === pcf && served.label === text) ?? null,
  );
}

document.addEventListener('click', (event) => {
  const button = around(event.target, '[data-crossover]');
  if (!button) return;
  show(crossoverOf(button));
  const panel = document.querySelector(`[data-panel="${graphIdOf(panelOfRates() ?? '')}"]`);
  if (panel) panel.scrollIntoView({ block: 'nearest' });
});
// Plotly covers the page while a button is down, so no click reaches the panel.
document.addEventListener('pointerdown', (event) => (pressed = event.button === 0 ? buttonAt(event) : null), true);
document.addEventListener(
  'pointerup',
  () => {
    if (pressed) pressed.click();
    pressed = null;
  },
  true,
);
document.addEventListener('pointermove', (event) => {
  const panel = around(event.target, '#' + DIFFERENCE);
  if (!panel) return;
  const button = buttonAt(event);
  panel.classList.toggle('at-ring', Boolean(button));
  panel.title = button ? `They change places at PC(+) ${button.textContent}` : '';
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && tangent) show(null);
});

on('panel-drawn', (name) => {
  if (name === panelOfRates() && tangent) draw();
});
// Another PC(+) or another file has other crossovers.
on('panels-moved', () => {
  const point = currentPoint();
  if (tangent && point && Math.abs(pcfOf(point) - tangent.pcf) > SAME) show(null);
});
