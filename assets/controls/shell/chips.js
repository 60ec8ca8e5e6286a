/* The chips of the models: a click draws a model or hides it, hovering tells about it and fades the other curves. Of
   more than seven models the row has the recommended one, today's and the cheapest; the others are in a list. */

import { panelNames } from '../../core/panels.js';
import { getPanel } from '../../panels/plotly-adapter.js';
import { lastAnswer } from '../../state/answer.js';
import { currentDataset } from '../../state/conditions.js';
import { setProps } from '../../state/dash.js';
import { on } from '../../state/events.js';
import { currentView } from '../../state/view.js';
import { shortNames } from '../../text/names.js';

const MOST_CHIPS = 7;
const LINGER = 150; // ms in which the pointer can move from a chip to its card
let leaving = null;

const make = (type, className, text = '') =>
  Object.assign(document.createElement(type), { className, textContent: text });
const row = () => document.getElementById('model-chips');
const card = () => document.getElementById('chip-card');
const factsOf = (name) => (lastAnswer()?.models || []).find((model) => model.name === name) || null;
const placeOf = (name) => currentDataset().models.findIndex((model) => model.name === name);

/* The names in the row: all in the order of the file, or the most important ones. */
function namesInRow() {
  const names = currentDataset().models.map(({ name }) => name);
  if (names.length <= MOST_CHIPS) return names;
  const cost = (name) => factsOf(name)?.nec ?? Infinity;
  const first = [lastAnswer()?.best?.model, currentView().pin?.model].filter((name) => names.includes(name));
  const others = names.filter((name) => !first.includes(name)).sort((a, b) => cost(a) - cost(b));
  return [...new Set([...first, ...others])].slice(0, MOST_CHIPS);
}

/* Colour and dash, as in the list of all models. */
function swatchOf(name) {
  const boxes = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('#models-box input')]);
  const box = boxes.find(({ value }) => value === name);
  const swatch = box && box.closest('.model-item').querySelector('.swatch');
  return swatch ? swatch.cloneNode(true) : make('span', 'swatch');
}

function chipOf(name, short) {
  const facts = factsOf(name);
  const chip = make('button', 'chip');
  Object.assign(chip.dataset, { model: name, place: String(placeOf(name)) });
  chip.setAttribute('type', 'button');
  chip.setAttribute('aria-pressed', String(currentView().models.includes(name)));
  chip.setAttribute('aria-describedby', 'chip-card');
  chip.style.setProperty('--chip-ink', `var(--model-${placeOf(name) % 10})`);
  chip.classList.toggle('best', lastAnswer()?.best?.model === name);
  chip.append(swatchOf(name), make('span', 'model-name', short));
  if (facts) chip.append(make('span', 'chip-cost', facts.amount));
  if (facts && facts.tag) chip.append(make('span', 'model-tag', facts.tag));
  return chip;
}

/* Costs and tags in the list of all models, which is sorted by cost. */
function describeList() {
  for (const item of /** @type {HTMLElement[]} */ ([...document.querySelectorAll('#models-box .model-item')])) {
    const facts = factsOf(item.querySelector('input').value);
    const place = facts ? [...lastAnswer().models].sort((a, b) => a.nec - b.nec).indexOf(facts) : MOST_CHIPS * 100;
    item.style.order = String(place);
    item.querySelector('.model-tag').textContent = facts ? facts.tag : '';
    item.querySelector('.model-cost').textContent = facts ? facts.amount : 'off';
  }
}

function draw() {
  const place = row();
  if (!place || !currentView() || !currentDataset()) return;
  const all = currentDataset().models.map(({ name }) => name);
  const names = namesInRow();
  const short = Object.fromEntries(shortNames(all).map((text, k) => [all[k], text]));
  const focused = /** @type {HTMLElement | null} */ (place.querySelector(':focus'))?.dataset.model;
  place.replaceChildren(...names.map((name) => chipOf(name, short[name])));
  if (focused) chipNamed(focused)?.focus();
  const more = document.getElementById('models-more');
  more.hidden = names.length === all.length;
  more.textContent = `+${all.length - names.length} more`;
  describeList();
}

const chips = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll('#model-chips .chip')]);
const chipNamed = (name) => chips().find(({ dataset }) => dataset.model === name);

/* Curves and bands of other models fade while one is looked at. */
function fade(place) {
  for (const name of panelNames()) {
    const panel = getPanel(name);
    for (const trace of panel ? panel.graph.querySelectorAll('.scatterlayer .trace') : []) {
      const [, owner] = trace.getAttribute('class').match(/\btrace(?:model|band)-(\d+)/) || [];
      trace.classList.toggle('faded', place !== null && owner !== undefined && owner !== place);
    }
  }
}

function stay() {
  clearTimeout(leaving);
  leaving = null;
}

function showCard(chip) {
  stay();
  const { model, place } = chip.dataset;
  const facts = factsOf(model);
  const head = make('p', 'chip-head');
  head.append(make('b', `ink-${Number(place) % 10}`, model));
  if (facts) head.append(make('span', 'chip-amount', `${facts.amount} ${facts.per}`));
  const lines = facts ? [...facts.facts, facts.tag] : ['This model is hidden.'];
  const help = facts ? 'Click to hide · Alt-click to show it alone' : 'Click to show it';
  card().replaceChildren(
    head,
    ...lines.filter(Boolean).map((text) => make('p', '', text[0].toUpperCase() + text.slice(1))),
    make('p', 'chip-help', help),
  );
  card().append(...turning(model));
  card().hidden = false;
  card().style.left = `${Math.max(0, chip.offsetLeft - row().scrollLeft)}px`;
  fade(facts ? place : null);
}

/* One click to negate a model below the diagonal, which is never turned silently, to remove one made of others, or to
   make probabilities of scores. */
function turning(model) {
  const { models, sample, viewer, combined } = currentDataset();
  if (sample || viewer) return [];
  if ((combined || []).includes(model)) return [linkButton(`Remove ${model}`, { uncombine: model })];
  const auc = models.find(({ name }) => name === model)?.auc;
  if (auc < 0.5) return [linkButton(`Below the diagonal: negate ${model}`, { negate: model })];
  return canBeRecalibrated(model) ? [linkButton(`Recalibrate ${model}`, { recalibrate: model })] : [];
}

function canBeRecalibrated(model) {
  const { models, counted, combined } = currentDataset();
  const { hard } = models.find(({ name }) => name === model) || { hard: true };
  return !hard && !counted && !(combined || []).includes(`${model} recalibrated`);
}

function linkButton(text, data) {
  const button = make('button', 'link-button', text);
  button.setAttribute('type', 'button');
  Object.assign(button.dataset, data);
  return button;
}

function hideCard() {
  stay();
  card().hidden = true;
  fade(null);
}

function toggle(chip, alone) {
  const { model } = chip.dataset;
  const { models } = currentView();
  const rest = models.filter((name) => name !== model);
  const order = currentDataset().models.map(({ name }) => name);
  const next = alone ? [model] : rest.length < models.length ? rest : [...models, model];
  setProps('models', { value: order.filter((name) => next.includes(name)) });
}

const chipAt = (event) =>
  /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('#model-chips .chip'));

document.addEventListener('click', (event) => {
  const chip = chipAt(event);
  if (chip) toggle(chip, event.altKey);
});
document.addEventListener('pointerover', (event) => {
  if (event.pointerType === 'touch' || !card()) return;
  const target = /** @type {Element} */ (event.target);
  const chip = chipAt(event);
  if (chip) showCard(chip);
  else if (target.closest('#chip-card')) stay();
  else if (!card().hidden) leaving = leaving || setTimeout(hideCard, LINGER);
});
document.addEventListener('focusin', (event) => {
  const chip = chipAt(event);
  if (chip && chip.matches(':focus-visible')) showCard(chip);
  else if (card() && !card().hidden && !chip) hideCard();
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && card() && !card().hidden) hideCard();
});
on('answer', () => {
  draw();
  watchList();
});
on('question-changed', draw);

/* Dash may fill the list after the first answer. */
let watched = null;
function watchList() {
  const list = document.getElementById('models-box');
  if (!list || watched === list) return;
  watched = list;
  new MutationObserver(draw).observe(list, { childList: true });
}
