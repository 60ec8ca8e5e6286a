/* The card of a chip, which describes its model and fades the other curves. A pointer over the chip, a long press
   and the focus open it. Its link is the next stop of Tab after the chip. */

import { panelNames } from '../../core/panels.js';
import { modelSummary } from '../../state/answer.js';
import { currentDataset } from '../../state/conditions.js';
import { getPanel } from '../../panels/plotly-adapter.js';

const LINGER = 150; // ms in which the pointer can move from a chip to its card
const LONG_PRESS = 500; // ms
const GAP = 4; // pixels between a chip and its card
const MARGIN = 8; // pixels between the card and the edge of the window
let leaving = null;
let pressing = null; // the timer of a finger that rests on a chip
let heldOpen = false; // whether a long press has just opened the card
let cardModel = ''; // the model of the card

const card = () => document.getElementById('chip-card');
const isOpen = () => card() !== null && !card().hidden;
const chipNamed = (name) =>
  /** @type {HTMLElement[]} */ ([...document.querySelectorAll('#model-chips .chip')]).find(
    ({ dataset }) => dataset.model === name,
  );
/** The chip in which an event happens. */
export const chipAt = (event) =>
  /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('#model-chips .chip'));
const isInCard = (event) => /** @type {Element} */ (event.target).closest('#chip-card') !== null;
const make = (type, className, text = '') =>
  Object.assign(document.createElement(type), { className, textContent: text });

/* Fades the curves and bands of the other models while a card is open. */
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

/* Below its chip, within the window. */
function placeCard(chip) {
  const { left, top } = card().offsetParent.getBoundingClientRect();
  const box = chip.getBoundingClientRect();
  const most = document.documentElement.clientWidth - card().offsetWidth - left - MARGIN;
  card().style.left = `${Math.max(0, Math.min(box.left - left, most))}px`;
  card().style.top = `${box.bottom - top + GAP}px`;
}

function showCard(chip) {
  stay();
  cardModel = chip.dataset.model;
  const { model, place } = chip.dataset;
  const summary = modelSummary(model);
  const head = make('p', 'chip-head');
  const name = make('b', '', model);
  name.style.color = `var(--model-${Number(place) % 10})`;
  head.append(name);
  if (summary) head.append(make('span', 'chip-amount', `${summary.amount} ${summary.per}`));
  const lines = summary ? [...summary.sentences, summary.tag] : ['This model is hidden.'];
  const help = summary ? 'Click to hide · Alt-click to show it alone' : 'Click to show it';
  card().replaceChildren(
    head,
    ...lines.filter(Boolean).map((text) => make('p', '', text[0].toUpperCase() + text.slice(1))),
    make('p', 'chip-help', help),
  );
  card().append(...turning(model));
  card().hidden = false;
  placeCard(chip);
  fade(summary ? place : null);
}

/* One click to negate a model below the diagonal, which is never turned silently, to remove a combination, or to
   make probabilities of scores. */
function turning(model) {
  const { models, sample, viewer, combinations } = currentDataset();
  if (sample || viewer) return [];
  if ((combinations || []).includes(model)) return [linkButton(`Remove ${model}`, { uncombine: model })];
  const auc = models.find(({ name }) => name === model)?.auc;
  if (auc < 0.5) return [linkButton(`Below the diagonal: negate ${model}`, { negate: model })];
  return canBeRecalibrated(model) ? [linkButton(`Recalibrate ${model}`, { recalibrate: model })] : [];
}

function canBeRecalibrated(model) {
  const { models, counted, combinations } = currentDataset();
  const { hard } = models.find(({ name }) => name === model) || { hard: true };
  return !hard && !counted && !(combinations || []).includes(`${model} recalibrated`);
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

/** Focuses a chip that replaces the focused chip; the card opens only if it was open. */
export function focusAgain(chip) {
  const open = isOpen();
  chip.focus();
  if (!open && isOpen()) hideCard();
}

/* The focus goes back from the card to its chip. */
function leaveCard() {
  chipNamed(cardModel)?.focus();
  hideCard();
}

/* Tab goes from the chip into its card, and from there back or on to what follows the chip. */
function tab(event) {
  const inside = isInCard(event);
  const link = /** @type {HTMLElement | null} */ (card().querySelector('button'));
  const enters = !inside && !event.shiftKey && chipAt(event)?.dataset.model === cardModel && link !== null;
  if (enters) link.focus();
  else if (inside) leaveCard();
  if (enters || (inside && event.shiftKey)) event.preventDefault();
}

document.addEventListener('keydown', (event) => {
  heldOpen = false;
  if (!isOpen()) return;
  if (event.key === 'Tab') tab(event);
  else if (event.key !== 'Escape') return;
  else if (isInCard(event)) leaveCard();
  else hideCard();
});
document.addEventListener('focusin', (event) => {
  const chip = chipAt(event);
  if (chip && chip.matches(':focus-visible')) showCard(chip);
  else if (isOpen() && !chip && !isInCard(event)) hideCard();
});
document.addEventListener('click', (event) => {
  if (isOpen() && isInCard(event) && /** @type {Element} */ (event.target).closest('button')) leaveCard();
});

document.addEventListener('pointerover', (event) => {
  if (event.pointerType === 'touch' || !card()) return;
  const chip = chipAt(event);
  if (chip) showCard(chip);
  else if (isInCard(event)) stay();
  else if (isOpen() && !card().matches(':focus-within')) leaving = leaving || setTimeout(hideCard, LINGER);
});

/* A finger that rests on a chip opens the card; the tap that ends it does not hide the model. */
document.addEventListener('pointerdown', (event) => {
  clearTimeout(pressing);
  heldOpen = false;
  if (event.pointerType !== 'touch' || !card() || isInCard(event)) return;
  if (isOpen()) hideCard();
  const chip = chipAt(event);
  if (!chip) return;
  pressing = setTimeout(() => {
    heldOpen = true;
    showCard(chip);
  }, LONG_PRESS);
});
for (const event of ['pointerup', 'pointercancel']) document.addEventListener(event, () => clearTimeout(pressing));
for (const event of ['click', 'contextmenu']) {
  document.addEventListener(
    event,
    (tapped) => {
      if (!heldOpen || !chipAt(tapped)) return;
      tapped.preventDefault();
      tapped.stopPropagation();
    },
    true,
  );
}
