/* The chips of the models: a click draws a model or hides it, and a card describes it. If there are more than seven
   models, the row shows the recommended model, the model of today's rule and the cheapest models; a list has the rest. */

import { existing } from '../../core/existing.js';
import { shortNames } from '../../text/names.js';
import { lastAnswer, modelSummary } from '../../state/answer.js';
import { windowBelow } from '../../state/breakpoints.js';
import { currentDataset, presentDataset } from '../../state/conditions.js';
import { setProps } from '../../state/dash.js';
import { dataOf, elementOf, elementsOf, firstOf, make } from '../../state/elements.js';
import { on } from '../../state/events.js';
import { currentView, presentView } from '../../state/view.js';
import { chipAt, focusAgain } from './chip-card.js';

const MOST_CHIPS = 7;

/** @type {string | null} */
let inSight = null; // the recommended model whose chip the row was scrolled to
const narrow = windowBelow('narrow');

const row = () => document.getElementById('model-chips');
/** @param {string} name */
const placeOf = (name) => presentDataset().models.findIndex((model) => model.name === name);

/* The names in the row: all names in the order of the file, or the most important names. */
function namesInRow() {
  const names = presentDataset().models.map(({ name }) => name);
  if (names.length <= MOST_CHIPS) return names;
  /** @param {string} name */
  const cost = (name) => modelSummary(name)?.nec ?? Infinity;
  const wanted = [lastAnswer()?.best?.model, presentView().today?.model];
  const first = wanted.filter((name) => name !== undefined).filter((name) => names.includes(name));
  const others = names.filter((name) => !first.includes(name)).sort((a, b) => cost(a) - cost(b));
  return [...new Set([...first, ...others])].slice(0, MOST_CHIPS);
}

/** Colour and dash, as in the list of all models. @param {string} name */
function swatchOf(name) {
  const boxes = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('#model-checkboxes input')]);
  const box = boxes.find(({ value }) => value === name);
  const swatch = box && box.closest('.model-item')?.querySelector('.swatch');
  return swatch ? swatch.cloneNode(true) : make('span', 'swatch');
}

/** @param {string} name @param {string} short */
function chipOf(name, short) {
  const summary = modelSummary(name);
  const chip = make('button', 'chip');
  Object.assign(chip.dataset, { model: name, place: String(placeOf(name)) });
  chip.setAttribute('type', 'button');
  chip.setAttribute('aria-pressed', String(presentView().models.includes(name)));
  chip.setAttribute('aria-describedby', 'chip-card');
  chip.style.setProperty('--chip-ink', `var(--model-${placeOf(name) % 10})`);
  chip.classList.toggle('best', lastAnswer()?.best?.model === name);
  chip.append(swatchOf(name), make('span', 'model-name', short));
  if (summary) chip.append(make('span', 'chip-cost', summary.amount));
  if (summary && summary.tag) chip.append(make('span', 'model-tag', summary.tag));
  return chip;
}

/* Costs and tags in the list of all models, which is sorted by cost. */
function describeList() {
  for (const item of elementsOf('#model-checkboxes .model-item')) {
    const summary = modelSummary(existing(item.querySelector('input')).value);
    const place = summary
      ? [...existing(lastAnswer()).models].sort((a, b) => a.nec - b.nec).indexOf(summary)
      : MOST_CHIPS * 100;
    item.style.order = String(place);
    firstOf('.model-tag', item).textContent = summary ? summary.tag : '';
    firstOf('.model-cost', item).textContent = summary ? summary.amount : 'off';
  }
}

/** Where the row scrolls, it stays where it is until another model is recommended, whose chip it then shows whole.
   @param {HTMLElement} place @param {number} scrolled */
function showRecommended(place, scrolled) {
  place.scrollLeft = scrolled;
  const best = lastAnswer()?.best?.model ?? null;
  const chip = best === inSight ? null : place.querySelector('.best');
  inSight = best;
  if (!chip) return;
  const [{ left, right }, frame] = [chip.getBoundingClientRect(), place.getBoundingClientRect()];
  place.scrollLeft += Math.min(left - frame.left, Math.max(0, right - frame.right));
}

function draw() {
  const place = row();
  if (!place || !currentView() || !currentDataset()) return;
  const all = presentDataset().models.map(({ name }) => name);
  const names = namesInRow();
  const short = Object.fromEntries(shortNames(all).map((text, k) => [all[k], text]));
  const focused = /** @type {HTMLElement | null} */ (place.querySelector(':focus'))?.dataset.model;
  const { scrollLeft } = place;
  place.replaceChildren(...names.map((name) => chipOf(name, short[name])));
  if (narrow.matches) showRecommended(place, scrollLeft);
  if (focused) focusAgain(chipNamed(focused) || chips()[0]);
  const more = elementOf('models-more');
  more.hidden = names.length === all.length;
  more.textContent = `+${all.length - names.length} more`;
  describeList();
}

const chips = () => elementsOf('#model-chips .chip');
/** @param {string} name */
const chipNamed = (name) => chips().find(({ dataset }) => dataset.model === name);

/** @param {HTMLElement} chip @param {boolean} alone */
function toggle(chip, alone) {
  const model = dataOf(chip, 'model');
  const { models } = presentView();
  const rest = models.filter((name) => name !== model);
  const order = presentDataset().models.map(({ name }) => name);
  const next = alone ? [model] : rest.length < models.length ? rest : [...models, model];
  setProps('shown-models', { value: order.filter((name) => next.includes(name)) });
}

document.addEventListener('click', (event) => {
  const chip = chipAt(event);
  if (chip) toggle(chip, event.altKey);
});
on('answer', () => {
  draw();
  watchList();
});
on('question-changed', draw);
narrow.addEventListener('change', draw);

const watched = new WeakSet();
/* Dash may fill the list after the first answer. */
function watchList() {
  const list = document.getElementById('model-checkboxes');
  if (!list || watched.has(list)) return;
  watched.add(list);
  new MutationObserver(draw).observe(list, { childList: true });
}
