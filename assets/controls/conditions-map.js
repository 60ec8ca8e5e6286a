/* The map of all conditions: a click goes there. */

import { currentConditions, setConditions } from '../state/conditions.js';
import { axesOf, drawnGraph } from '../panels/plotly-adapter.js';

const MAP = 'map-panel';
const STILL = 5; // pixels; further is no click
const DIGITS = 2; // of conditions that a click gives

const rounded = (value) => Number(value.toPrecision(DIGITS));

/**
 * The conditions at a place of the map: its axes are the logit of the prior and the log of the cost ratio.
 * @param {number} x
 * @param {number} y
 */
export function conditionsAt(x, y) {
  return { prior: rounded(1 / (1 + Math.exp(-x))), ratio: rounded(Math.exp(y)) };
}

/* The pixel of a pointer event in the plot area; null outside of it. */
function pixelIn({ left, top, width, height }, box, { clientX, clientY }) {
  const [x, y] = [clientX - box.left - left, clientY - box.top - top];
  return x >= 0 && y >= 0 && x <= width && y <= height ? { x, y } : null;
}

function goTo(event) {
  const graph = drawnGraph(MAP);
  const now = graph && currentConditions();
  const axes = now && axesOf(graph);
  const pixel = axes && pixelIn(axes, graph.getBoundingClientRect(), event);
  if (!pixel) return;
  const { prior, ratio } = conditionsAt(axes.valueAtX(pixel.x), axes.valueAtY(pixel.y));
  setConditions({ prior, cost_fn: ratio * now.cost_fp, touched: true });
}

/* Plotly covers the page while the pointer is down, so that no click reaches the map. */
let pressed = null;
document.addEventListener('pointerdown', (event) => {
  const target = /** @type {Element} */ (event.target);
  pressed = target.closest('#' + MAP) && !target.closest('.modebar') ? event : null;
});
document.addEventListener('pointerup', (event) => {
  const still = pressed && Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) < STILL;
  if (still) goTo(event);
  pressed = null;
});
