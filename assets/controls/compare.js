/* The tab Compare: swaps the two models, picks a pair of the list, and goes to a place of the picture. */

import { pcfOf } from '../core/operating-point.js';
import { axesOf, drawnGraph } from '../panels/plotly-adapter.js';
import { choosePair, keepPair } from '../state/chosen-models.js';
import { currentConditions, currentDataset } from '../state/conditions.js';
import { setProps } from '../state/dash.js';
import { emit } from '../state/events.js';
import { notify } from '../state/notices.js';

const PICTURE = 'difference-panel';
const NO_ROWS = 'Upload a file of your own to combine its models.';
const STILL = 5; // pixels; further is no click
const SELECTS = ['pair-a', 'pair-b'];

function swap() {
  const names = SELECTS.map((id) => /** @type {HTMLInputElement} */ (document.getElementById(id)).value);
  if (names.every(Boolean)) choosePair(names.reverse());
}

/* The server reads the file again, with a model made of the two that are compared, or without it. */
function combine(asked) {
  const { token, sample, viewer, counted } = currentDataset();
  if (sample || viewer || counted) notify(NO_ROWS);
  else setProps('upload-token', { data: { token, combine: asked, at: Date.now() } });
}

function made(rule) {
  const models = SELECTS.map((id) => /** @type {HTMLInputElement} */ (document.getElementById(id)).value);
  return { rule, models, pcf: pcfOf(currentConditions()) };
}

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  const rule = /** @type {HTMLElement | null} */ (target.closest('[data-combine]'))?.dataset.combine;
  const removed = /** @type {HTMLElement | null} */ (target.closest('[data-uncombine]'))?.dataset.uncombine;
  if (rule) combine(made(rule));
  else if (removed) combine({ remove: removed });
  const row = /** @type {HTMLElement | null} */ (target.closest('[data-pair]'));
  if (target.closest('#compared [data-pcf]')) keepPair();
  if (target.closest('#pair-swap')) swap();
  else if (row) choosePair(JSON.parse(row.dataset.pair));
});

/* PC(+) under a pointer event; null outside of the plot and its axis. */
function pcfAt({ clientX, clientY }) {
  const graph = drawnGraph(PICTURE);
  if (!graph) return null;
  const { left, top, width, x, valueAtX } = axesOf(graph);
  const box = graph.getBoundingClientRect();
  const pixel = clientX - box.left - left;
  if (pixel < x(0) || pixel > Math.min(width, x(1)) || clientY < box.top + top) return null;
  return valueAtX(pixel);
}

/* Plotly covers the page while the pointer is down, so that no click reaches the picture. */
let pressed = null;
document.addEventListener('pointerdown', (event) => {
  const target = /** @type {Element} */ (event.target);
  const held = event.button === 0 && target.closest('#' + PICTURE) && !target.closest('.at-ring, .modebar');
  pressed = held ? event : null;
});
document.addEventListener('pointerup', (event) => {
  const still = pressed && Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) < STILL;
  const pcf = still ? pcfAt(event) : null;
  pressed = null;
  if (pcf === null) return;
  keepPair();
  emit('pcf-dragged', pcf);
  emit('pcf-released');
});
