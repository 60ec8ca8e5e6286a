/* The card of a chip, which describes its model and fades the other curves. A pointer over the chip, a long press
   and the focus open it. Its link is the next stop of Tab after the chip. */

import { existing } from '../../core/existing.js';
import { panelNames } from '../../core/panels.js';
import { modelSummary } from '../../state/answer.js';
import { presentDataset } from '../../state/conditions.js';
import { around, dataOf, elementOf, elementsOf, make } from '../../state/elements.js';
import { makeTimer } from '../../state/timer.js';
import { getPanel } from '../../panels/plotly-adapter.js';

const LINGER = 150; // ms in which the pointer can move from a chip to its card
const LONG_PRESS = 500; // ms
const GAP = 4; // pixels between a chip and its card
const MARGIN = 8; // pixels between the card and the edge of the window
const leaving = makeTimer();
const pressing = makeTimer(); // of a finger that rests on a chip
let heldOpen = false; // whether a long press has just opened the card
let cardModel = ''; // the model of the card

const card = () => elementOf('chip-card');
const hasCard = () => document.getElementById('chip-card') !== null;
const isOpen = () => hasCard() && !card().hidden;
/** @param {string} name */
const chipNamed = (name) => elementsOf('#model-chips .chip').find(({ dataset }) => dataset.model === name);
/** The chip in which an event happens. @param {Event} event */
export const chipAt = (event) => around(event.target, '#model-chips .chip');
/** @param {Event} event */
const isInCard = (event) => around(event.target, '#chip-card') !== null;

/** Fades the curves and bands of the other models while a card is open. @param {string | null} place */
function fade(place) {
  for (const name of panelNames()) {
    const panel = getPanel(name);
    for (const trace of panel ? panel.graph.querySelectorAll('.scatterlayer .trace') : []) {
      const [, owner] = trace.getAttribute('class')?.match(/\btrace(?:model|band)-(\d+)/) || [];
      trace.classList.toggle('faded', place !== null && owner !== undefined && owner !== place);
    }
  }
}

/** Below its chip, within the window. @param {HTMLElement} chip */
function placeCard(chip) {
  const { left, top } = existing(card().offsetParent).getBoundingClientRect();
  const box = chip.getBoundingClientRect();
  const most = document.documentElement.clientWidth - card().offsetWidth - left - MARGIN;
  card().style.left = `${Math.max(0, Math.min(box.left - left, most))}px`;
  card().style.top = `${box.bottom - top + GAP}px`;
}

/** @param {HTMLElement} chip */
function showCard(chip) {
  leaving.stop();
  const [model, place] = [dataOf(chip, 'model'), dataOf(chip, 'place')];
  cardModel = model;
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

/** One click to negate a model below the diagonal, which is never turned silently, to remove a combination, or to
   make probabilities of scores.
   @param {string} model */
function turning(model) {
  const { models, sample, viewer, fileless, combinations } = presentDataset();
  if (sample || viewer || fileless) return [];
  if ((combinations || []).includes(model)) return [linkButton(`Remove ${model}`, { uncombine: model })];
  const { auc } = models.find(({ name }) => name === model) || { auc: null };
  if (auc !== null && auc < 0.5) return [linkButton(`Below the diagonal: negate ${model}`, { negate: model })];
  return canBeRecalibrated(model) ? [linkButton(`Recalibrate ${model}`, { recalibrate: model })] : [];
}

/** @param {string} model */
function canBeRecalibrated(model) {
  const { models, counted, combinations } = presentDataset();
  const { hard } = models.find(({ name }) => name === model) || { hard: true };
  return !hard && !counted && !(combinations || []).includes(`${model} recalibrated`);
}

/** @param {string} text @param {DOMStringMap} data */
function linkButton(text, data) {
  const button = make('button', 'link-button', text);
  button.setAttribute('type', 'button');
  Object.assign(button.dataset, data);
  return button;
}

function hideCard() {
  leaving.stop();
  card().hidden = true;
  fade(null);
}

/** Focuses a chip that replaces the focused chip; the card opens only if it was open. @param {HTMLElement} chip */
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

/** Tab goes from the chip into its card, and from there back or on to what follows the chip.
   @param {KeyboardEvent} event */
function tab(event) {
  const inside = isInCard(event);
  const link = card().querySelector('button');
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
  if (isOpen() && isInCard(event) && around(event.target, 'button')) leaveCard();
});

document.addEventListener('pointerover', (event) => {
  if (event.pointerType === 'touch' || !hasCard()) return;
  const chip = chipAt(event);
  if (chip) showCard(chip);
  else if (isInCard(event)) leaving.stop();
  else if (isOpen() && !card().matches(':focus-within') && !leaving.isRunning()) leaving.start(hideCard, LINGER);
});

/* A finger that rests on a chip opens the card; the tap that ends it does not hide the model. */
document.addEventListener('pointerdown', (event) => {
  pressing.stop();
  heldOpen = false;
  if (event.pointerType !== 'touch' || !hasCard() || isInCard(event)) return;
  if (isOpen()) hideCard();
  const chip = chipAt(event);
  if (!chip) return;
  pressing.start(() => {
    heldOpen = true;
    showCard(chip);
  }, LONG_PRESS);
});
for (const event of ['pointerup', 'pointercancel']) document.addEventListener(event, pressing.stop);
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
