/* The map of all conditions: a click goes there. */

import { currentConditions, setConditions } from '../state/conditions.js';
import { around } from '../state/elements.js';
import { axesOf, drawnGraph } from '../panels/plotly-adapter.js';

const MAP = 'map-panel';
const STILL = 5; // pixels; further is no click
const DIGITS = 2; // of conditions that a click gives

/** @param {number} value */
const rounded = (value) => Number(value.toPrecision(DIGITS));

/**
 * The conditions at a place of the map: its axes are the logit of the prior and the log of the cost ratio.
 * @param {number} x
 * @param {number} y
 */
function conditionsAt(x, y) {
  return { prior: rounded(1 / (1 + Math.exp(-x))), ratio: rounded(Math.exp(y)) };
}

/** The pixel of a pointer event in the plot area; null outside of it.
   @param {{ left: number, top: number, width: number, height: number }} axes @param {DOMRect} box
   @param {MouseEvent} event */
function pixelIn({ left, top, width, height }, box, { clientX, clientY }) {
  const [x, y] = [clientX - box.left - left, clientY - box.top - top];
  return x >= 0 && y >= 0 && x <= width && y <= height ? { x, y } : null;
}

/** @param {MouseEvent} event */
function goTo(event) {
  const [graph, now] = [drawnGraph(MAP), currentConditions()];
  if (!graph || !now) return;
  const axes = axesOf(graph);
  const pixel = pixelIn(axes, graph.getBoundingClientRect(), event);
  if (!pixel) return;
  const { prior, ratio } = conditionsAt(axes.valueAtX(pixel.x), axes.valueAtY(pixel.y));
  setConditions({ prior, cost_fn: ratio * now.cost_fp, touched: true });
}

/** Plotly covers the page while the pointer is down, so that no click reaches the map. @type {MouseEvent | null} */
let pressed = null;
document.addEventListener('pointerdown', (event) => {
  const { target } = event;
  pressed = around(target, '#' + MAP) && !around(target, '.modebar') ? event : null;
});
document.addEventListener('pointerup', (event) => {
  const still = pressed && Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) < STILL;
  if (still) goTo(event);
  pressed = null;
});
