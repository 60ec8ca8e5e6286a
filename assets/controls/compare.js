/* The tab Compare: swaps the two models, picks a pair of the list, and goes to a place of the picture. Models made of
   others. */

import { pcfOf } from '../core/operating-point.js';
import { parseDecimal, parseShare } from '../text/parse.js';
import { currentConditions, currentDataset } from '../state/conditions.js';
import { setProps } from '../state/dash.js';
import { emit } from '../state/events.js';
import { notify } from '../state/notices.js';
import { choosePair, storePair } from '../state/tab-models.js';
import { currentView } from '../state/view.js';
import { axesOf, drawnGraph, traceData } from '../panels/plotly-adapter.js';

const PICTURE = 'difference-panel';
const NO_ROWS = 'Upload a file of your own to add combinations.';
const STILL = 5; // pixels; further is no click
const HALF = 14; // pixels on either side of the PC(+) line in which a press grabs it
const SELECTS = ['pair-a', 'pair-b'];
const MIXED = ['mix-first', 'mix-second'];

function swap() {
  const names = SELECTS.map((id) => /** @type {HTMLInputElement} */ (document.getElementById(id)).value);
  if (names.every(Boolean)) choosePair(names.reverse());
}

/* The server reads the file again, with a combination, or without it. */
function change(asked) {
  const { token, sample, viewer, counted } = currentDataset();
  if (sample || viewer || counted) notify(NO_ROWS);
  else setProps('upload-token', { data: { token, ...asked, at: Date.now() } });
}

const pcfNow = () => pcfOf(currentConditions());
const textOf = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id)).value.trim();
const pairNow = () => SELECTS.map(textOf);

function newCombination(rule) {
  const { combinations } = currentDataset();
  const files = currentView().models.filter((name) => !(combinations || []).includes(name));
  const models = rule === 'chain' ? files : pairNow();
  return { rule, models, pcf: pcfNow() };
}

/* The dialog of a mixture begins with the two models that are compared. */
function openMixture() {
  const names = currentDataset().models.map(({ name }) => name);
  MIXED.forEach((id, k) => {
    const select = /** @type {HTMLSelectElement} */ (document.getElementById(id));
    select.replaceChildren(...names.map((name) => new Option(name, name)));
    select.value = pairNow()[k] || names[k];
  });
  document.getElementById('mix-error').textContent = '';
  setProps('mix-dialog', { opened: true });
}

/* What is wrong with the typed mixture; '' if nothing is. */
function mixtureProblem(models, typed, share) {
  if (!(share >= 0 && share <= 1)) return 'The share lies between 0 % and 100 %.';
  if (typed.filter(Boolean).length === 1) return 'Give a threshold of both points or of none.';
  if (typed.some((text) => text && Number.isNaN(parseDecimal(text)))) return 'A threshold is a number such as 0.5.';
  if (models[0] === models[1] && !typed[0]) return 'Two points of one model need two thresholds.';
  return '';
}

function addMixture() {
  const models = MIXED.map((id) => /** @type {HTMLSelectElement} */ (document.getElementById(id)).value);
  const typed = MIXED.map((id) => textOf(id + '-threshold'));
  const share = parseShare(textOf('mix-share'));
  const problem = share === null ? 'A share is such as 30 %.' : mixtureProblem(models, typed, share);
  document.getElementById('mix-error').textContent = problem;
  if (problem) return;
  const thresholds = typed[0] ? typed.map(parseDecimal) : null;
  setProps('mix-dialog', { opened: false });
  change({ combine: { rule: 'mix', models, thresholds, share, pcf: pcfNow() } });
}

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  const asked = (name) => /** @type {HTMLElement | null} */ (target.closest(`[data-${name}]`))?.dataset[name];
  if (asked('combine') === 'mix') openMixture();
  else if (asked('combine')) change({ combine: newCombination(asked('combine')) });
  else if (asked('uncombine')) change({ combine: { remove: asked('uncombine') } });
  else if (asked('recalibrate')) change({ recalibrate: asked('recalibrate') });
  if (target.closest('#mix-add')) addMixture();
  const row = /** @type {HTMLElement | null} */ (target.closest('[data-pair]'));
  if (target.closest('#comparison-text [data-pcf]')) storePair();
  if (target.closest('#pair-swap')) swap();
  else if (row) choosePair(JSON.parse(row.dataset.pair));
});

/* The place of a pointer event in the picture: its PC(+), how many pixels beside the PC(+) line it is, and whether
   it lies over the plot or its axis. */
function placeAt({ clientX, clientY }) {
  const graph = drawnGraph(PICTURE);
  const line = graph && traceData(graph, 'pcf');
  if (!line) return null;
  const { left, top, width, x, valueAtX } = axesOf(graph);
  const box = graph.getBoundingClientRect();
  const pixel = clientX - box.left - left;
  const inside = pixel >= x(0) && pixel <= Math.min(width, x(1)) && clientY >= box.top + top;
  return { pcf: Math.min(1, Math.max(0, valueAtX(pixel))), off: x(line.x[0]) - pixel, inside };
}

const watched = new WeakSet();

/* The line and its handle go to a pixel; plotly keeps their elements when it draws the answer. */
function shiftLine(graph, pixels) {
  const shifted = graph.querySelectorAll('.tracepcf, .tracepcf-foot, .annotation[data-index="2"]');
  for (const element of shifted) element.style.transform = pixels ? `translateX(${pixels}px)` : '';
  if (watched.has(graph)) return;
  watched.add(graph);
  graph.on('plotly_afterplot', () => shiftLine(graph, 0));
}

let pressed = null; // the current press: its start, whether it grabbed the line, whether it has moved
const isPressed = (event) => pressed !== null && event.pointerId === pressed.id;

/* A press on the line grabs it. No mouse events follow, so that plotly does nothing. */
function press(event) {
  const target = /** @type {Element} */ (event.target);
  const free = event.button === 0 && event.isPrimary && target.closest('#' + PICTURE);
  pressed = null;
  if (!free || target.closest('.at-ring, .modebar')) return;
  const place = placeAt(event);
  const held = place !== null && Math.abs(place.off) <= HALF && place.inside;
  pressed = { id: event.pointerId, x: event.clientX, y: event.clientY, held, moved: false };
  if (!held) return;
  event.preventDefault();
  drawnGraph(PICTURE).setPointerCapture(event.pointerId);
}

const drop = () => {
  pressed = null;
  document.body.classList.remove('comparing');
};

/* The shape of the pointer shows that the line can be dragged. */
function hint(event) {
  const picture = /** @type {Element} */ (event.target).closest?.('#' + PICTURE);
  const place = picture ? placeAt(event) : null;
  if (picture) picture.classList.toggle('at-line', place !== null && Math.abs(place.off) <= HALF);
}

/* Whether a held press drags the line; a finger that moves up or down scrolls the page. */
function isDrag({ clientX, clientY, pointerType }) {
  if (pressed.moved) return true;
  const [dx, dy] = [clientX - pressed.x, clientY - pressed.y];
  if (Math.hypot(dx, dy) < STILL) return false;
  if (pointerType !== 'touch' || Math.abs(dx) > Math.abs(dy)) return true;
  drop();
  return false;
}

function follow(event) {
  if (pressed === null) hint(event);
  if (!isPressed(event) || !pressed.held || !isDrag(event)) return;
  const place = placeAt(event);
  if (!place) return;
  if (!pressed.moved) storePair();
  pressed.moved = true;
  document.body.classList.add('comparing');
  shiftLine(drawnGraph(PICTURE), -place.off);
  emit('pcf-dragged', place.pcf);
}

function release(event) {
  if (!isPressed(event)) return;
  const still = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < STILL;
  const place = !pressed.moved && still ? placeAt(event) : null;
  const moved = pressed.moved || (place !== null && place.inside);
  drop();
  if (!moved) return;
  if (place) {
    storePair();
    emit('pcf-dragged', place.pcf);
  }
  emit('pcf-released');
}

function cancel(event) {
  if (!isPressed(event)) return;
  const { moved } = pressed;
  drop();
  if (!moved) return;
  const graph = drawnGraph(PICTURE);
  if (graph) shiftLine(graph, 0);
  emit('drag-cancelled');
}

document.addEventListener('pointerdown', press);
document.addEventListener('pointermove', follow);
document.addEventListener('pointerup', release); // plotly covers the page, so that no click reaches the picture
document.addEventListener('pointercancel', cancel);
