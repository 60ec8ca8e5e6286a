/* The tab Compare: swaps the two models, picks a pair of the list, and goes to a place of the picture. Models made of
   others. */

import { existing } from '../core/existing.js';
import { pcfOf } from '../core/operating-point.js';
import { pairChoosers } from '../core/tabs.js';
import { parseDecimal, parseShare } from '../text/parse.js';
import { stepWords } from '../text/steps.js';
import { conditionsSeq, currentConditions, currentDataset, lastStep } from '../state/conditions.js';
import { setProps } from '../state/dash.js';
import { around, dataOf, elementOf, elementsOf, inputOf } from '../state/elements.js';
import { emit } from '../state/events.js';
import { notify, notifyWithUndo } from '../state/notices.js';
import { choosePair, storePair } from '../state/tab-models.js';
import { currentView } from '../state/view.js';
import { axesOf, drawnGraph, traceData } from '../panels/plotly-adapter.js';

/** @import { Graph } from '../core/types.js' */
/** @import { UploadRequest } from '../core/wire.js' */

const PICTURE = 'difference-panel';
const NO_ROWS = 'Upload a file of your own to add combinations.';
const NEEDS_ROWS = 'Combinations and recalibrated models need single rows, which stay in the table.';
const STILL = 5; // pixels; further is no click
const HALF = 14; // pixels on either side of the PC(+) line in which a press grabs it
const MIXED = ['mix-first', 'mix-second'];

function swap() {
  const names = pairChoosers().map((id) => inputOf(id).value);
  if (names.every(Boolean)) choosePair(names.reverse());
}

/** The server reads the file again, with a combination, or without it. @param {Partial<UploadRequest>} asked */
function change(asked) {
  const { token, sample, viewer, counted } = existing(currentDataset());
  if (counted) notify(NEEDS_ROWS);
  else if (sample || viewer) notify(NO_ROWS);
  else setProps('upload-token', { data: { token, ...asked, at: Date.now() } });
}

const pcfNow = () => pcfOf(existing(currentConditions()));
/** @param {string} id */
const textOf = (id) => inputOf(id).value.trim();
const pairNow = () => pairChoosers().map(textOf);

/** @param {string} rule */
function newCombination(rule) {
  const { combinations } = existing(currentDataset());
  const files = existing(currentView()).models.filter((name) => !(combinations || []).includes(name));
  const models = rule === 'chain' ? files : pairNow();
  return { rule, models, pcf: pcfNow() };
}

/* The dialog of a mixture begins with the two models that are compared. */
function openMixture() {
  const names = existing(currentDataset()).models.map(({ name }) => name);
  MIXED.forEach((id, k) => {
    const select = elementOf(id);
    select.replaceChildren(...names.map((name) => new Option(name, name)));
    inputOf(id).value = pairNow()[k] || names[k];
  });
  elementOf('mix-error').textContent = '';
  setProps('mix-dialog', { opened: true });
}

/** What is wrong with the typed mixture; '' if nothing is.
   @param {string[]} models @param {string[]} typed @param {number} share */
function mixtureProblem(models, typed, share) {
  if (!(share >= 0 && share <= 1)) return 'The share lies between 0 % and 100 %.';
  if (typed.filter(Boolean).length === 1) return 'Give a threshold of both points or of none.';
  if (typed.some((text) => text && Number.isNaN(parseDecimal(text)))) return 'A threshold is a number such as 0.5.';
  if (models[0] === models[1] && !typed[0]) return 'Two points of one model need two thresholds.';
  return '';
}

function addMixture() {
  const models = MIXED.map((id) => inputOf(id).value);
  const typed = MIXED.map((id) => textOf(id + '-threshold'));
  const share = parseShare(textOf('mix-share'));
  const problem = share === null ? 'A share is such as 30 %.' : mixtureProblem(models, typed, share);
  elementOf('mix-error').textContent = problem;
  if (problem) return;
  const thresholds = typed[0] ? typed.map(parseDecimal) : null;
  setProps('mix-dialog', { opened: false });
  change({ combine: { rule: 'mix', models, thresholds, share, pcf: pcfNow() } });
}

document.addEventListener('click', (event) => {
  const { target } = event;
  /** @param {string} name */
  const asked = (name) => around(target, `[data-${name}]`)?.dataset[name];
  const rule = asked('combine');
  if (rule === 'mix') openMixture();
  else if (rule) change({ combine: newCombination(rule) });
  else if (asked('uncombine')) change({ combine: { remove: asked('uncombine') } });
  else if (asked('recalibrate')) change({ recalibrate: asked('recalibrate') });
  if (around(target, '#mix-add')) addMixture();
  const row = around(target, '[data-pair]');
  if (around(target, '#comparison-text [data-pcf]')) storePair();
  if (around(target, '#pair-swap')) swap();
  else if (row) choosePair(JSON.parse(dataOf(row, 'pair')));
});

/** The place of a pointer event in the picture: its PC(+), how many pixels beside the PC(+) line it is, and whether
   it lies over the plot or its axis.
   @param {MouseEvent} event */
function placeAt({ clientX, clientY }) {
  const graph = drawnGraph(PICTURE);
  const line = graph && traceData(graph, 'pcf');
  if (!graph || !line) return null;
  const { left, top, width, x, valueAtX } = axesOf(graph);
  const box = graph.getBoundingClientRect();
  const pixel = clientX - box.left - left;
  const inside = pixel >= x(0) && pixel <= Math.min(width, x(1)) && clientY >= box.top + top;
  return { graph, pcf: Math.min(1, Math.max(0, valueAtX(pixel))), off: x(line.x[0]) - pixel, inside };
}

/** @type {WeakSet<Graph>} */
const watched = new WeakSet();

/** The line and its handle go to a pixel; plotly keeps their elements when it draws the answer.
   @param {Graph} graph @param {number} pixels */
function shiftLine(graph, pixels) {
  const shifted = '.tracepcf, .tracepcf-foot, .annotation[data-index="2"]';
  for (const element of elementsOf(shifted, graph)) element.style.transform = pixels ? `translateX(${pixels}px)` : '';
  if (watched.has(graph)) return;
  watched.add(graph);
  graph.on?.('plotly_afterplot', () => shiftLine(graph, 0));
}

/**
 * A press: its start, whether it grabbed the line, whether it has moved.
 * @typedef {{ id: number, x: number, y: number, held: boolean, moved: boolean }} Press
 */

/** @type {Press | null} */
let pressed = null;
/** @param {PointerEvent} event */
const pressOf = (event) => (pressed && event.pointerId === pressed.id ? pressed : null);

/** A press on the line grabs it. No mouse events follow, so that plotly does nothing. @param {PointerEvent} event */
function press(event) {
  const { target } = event;
  const free = event.button === 0 && event.isPrimary && around(target, '#' + PICTURE);
  pressed = null;
  if (!free || around(target, '.at-ring, .modebar')) return;
  const place = placeAt(event);
  const grabbed = place && Math.abs(place.off) <= HALF && place.inside ? place : null;
  pressed = { id: event.pointerId, x: event.clientX, y: event.clientY, held: grabbed !== null, moved: false };
  if (!grabbed) return;
  event.preventDefault();
  grabbed.graph.setPointerCapture(event.pointerId);
}

const drop = () => {
  pressed = null;
  document.body.classList.remove('comparing');
};

/** The shape of the pointer shows that the line can be dragged. @param {PointerEvent} event */
function hint(event) {
  const picture = around(event.target, '#' + PICTURE);
  const place = picture ? placeAt(event) : null;
  if (picture) picture.classList.toggle('at-line', place !== null && Math.abs(place.off) <= HALF);
}

/** Whether a held press drags the line; a finger that moves up or down scrolls the page.
   @param {PointerEvent} event @param {Press} held */
function isDrag({ clientX, clientY, pointerType }, held) {
  if (held.moved) return true;
  const [dx, dy] = [clientX - held.x, clientY - held.y];
  if (Math.hypot(dx, dy) < STILL) return false;
  if (pointerType !== 'touch' || Math.abs(dx) > Math.abs(dy)) return true;
  drop();
  return false;
}

/** @param {PointerEvent} event */
function follow(event) {
  if (pressed === null) hint(event);
  const held = pressOf(event);
  if (!held?.held || !isDrag(event, held)) return;
  const place = placeAt(event);
  if (!place) return;
  if (!held.moved) storePair();
  held.moved = true;
  document.body.classList.add('comparing');
  shiftLine(place.graph, -place.off);
  emit('pcf-dragged', place.pcf);
}

/** @param {PointerEvent} event */
function release(event) {
  const ended = pressOf(event);
  if (!ended) return;
  const still = Math.hypot(event.clientX - ended.x, event.clientY - ended.y) < STILL;
  const place = !ended.moved && still ? placeAt(event) : null;
  const moved = ended.moved || (place !== null && place.inside);
  drop();
  if (!moved) return;
  if (place) {
    storePair();
    emit('pcf-dragged', place.pcf);
  }
  const before = conditionsSeq();
  emit('pcf-released');
  if (place && conditionsSeq() !== before) sayMove();
}

/* A click far from the panels of the costs says what it changed; a drag shows it. */
function sayMove() {
  const step = lastStep();
  if (step) notifyWithUndo(`Your click moved PC(+): ${stepWords(step.before, existing(step.after))}.`);
}

/** @param {PointerEvent} event */
function cancel(event) {
  const ended = pressOf(event);
  if (!ended) return;
  drop();
  if (!ended.moved) return;
  const graph = drawnGraph(PICTURE);
  if (graph) shiftLine(graph, 0);
  emit('drag-cancelled');
}

document.addEventListener('pointerdown', press);
document.addEventListener('pointermove', follow);
document.addEventListener('pointerup', release); // plotly covers the page, so that no click reaches the picture
document.addEventListener('pointercancel', cancel);
