/* A narrow window: the switch of the panels, and the dock whose button opens the sheet of conditions. */

import { CONDITION_KEYS } from '../../core/ranges.js';
import { caseUnitAt } from '../../text/case-unit.js';
import { formatBoxCost, formatPrior } from '../../text/parse.js';
import { windowBelow } from '../../state/breakpoints.js';
import { currentConditions } from '../../state/conditions.js';
import { around, dataOf, elementOf, elementsOf, firstOf, isOnPage } from '../../state/elements.js';
import { on } from '../../state/events.js';
import { isRange } from '../conditions/ranges.js';

/** @import { ConditionKey } from '../../core/types.js' */

/** @type {Record<ConditionKey, (value: number) => string>} */
const FORMATS = { prior: formatPrior, cost_fn: formatBoxCost, cost_fp: formatBoxCost };
const BEHIND = '.page-head, .sticky-bar, .page-content > :not(.conditions-bar, [aria-live])'; // what the sheet covers
const narrow = windowBelow('narrow');
const panelsRow = () => firstOf('.panels');
/** @param {string} graph */
const cardOf = (graph) => firstOf(`.panel[data-panel="${graph}"]`);
const switches = () => elementsOf('[data-shows-panel]');
const adjust = () => elementOf('adjust');
const sheet = () => elementOf('conditions-bar');
const isOpen = () => document.body.classList.contains('sheet-open');
/** @param {string} selector */
const textOf = (selector) => document.querySelector(selector)?.textContent.trim() ?? '';

/* Presses the switch of the panel that is nearest to the left edge. */
function markShown() {
  /** @param {HTMLElement} button */
  const apart = (button) => Math.abs(cardOf(dataOf(button, 'showsPanel')).offsetLeft - panelsRow().scrollLeft);
  const least = Math.min(...switches().map(apart));
  for (const button of switches()) button.setAttribute('aria-pressed', String(apart(button) === least));
}

/** While the sheet is open, it is a dialog, and the rest of the page cannot be reached. @param {boolean} open */
function openSheet(open) {
  if (open === isOpen()) return;
  document.body.classList.toggle('sheet-open', open);
  adjust().setAttribute('aria-expanded', String(open));
  for (const element of document.querySelectorAll(BEHIND)) element.toggleAttribute('inert', open);
  for (const [name, value] of Object.entries({ role: 'dialog', 'aria-modal': 'true', tabindex: '-1' })) {
    if (open) sheet().setAttribute(name, value);
    else sheet().removeAttribute(name);
  }
  (open ? sheet() : adjust()).focus({ preventScroll: true });
}

/* "logistic ≥ 0.069", or the rule in the words of the decision. */
function shortRule() {
  const [model, threshold] = ['model', 'threshold'].map((role) => textOf(`.headline [data-role="${role}"]`));
  return model && threshold ? `${model} ≥ ${threshold}` : textOf('.headline').split('. ')[0];
}

function write() {
  const now = currentConditions();
  if (!now || !document.getElementById('adjust')) return;
  for (const key of CONDITION_KEYS) {
    const values = isRange(now.ranges, key) ? now.ranges[key] : [now[key]];
    firstOf(`[data-dock="${key}"]`).textContent = values.map(FORMATS[key]).join('–');
  }
  const words = {
    rule: shortRule(),
    cost: textOf('.decision .total'),
    per: caseUnitAt(now.case_unit, now.prior).per,
  };
  for (const [key, text] of Object.entries(words)) firstOf(`[data-sheet="${key}"]`).textContent = text;
}

document.addEventListener('click', (event) => {
  const { target } = event;
  const button = around(target, '[data-shows-panel]');
  if (button) panelsRow().scrollTo({ left: cardOf(dataOf(button, 'showsPanel')).offsetLeft });
  if (around(target, '#adjust') || (narrow.matches && around(target, '.today-chip'))) openSheet(true);
  else if (around(target, '#sheet-done')) openSheet(false);
  else if (isOpen() && isOnPage(target) && !around(target, '.conditions-bar, [data-portal]')) openSheet(false);
});
document.addEventListener('keydown', (event) => {
  const used = event.defaultPrevented || document.querySelector('.conditions-bar .popover:not([hidden])');
  if (event.key === 'Escape' && isOpen() && !used) openSheet(false);
});
document.addEventListener(
  'scroll',
  (event) => {
    if (around(event.target, '.panels') === event.target) markShown();
  },
  { capture: true, passive: true },
);
narrow.addEventListener('change', () => openSheet(false));
const writeSoon = () => requestAnimationFrame(write);
on('answer', writeSoon);
on('conditions-moved', writeSoon);
on('conditions-shown', writeSoon);
on('panels-moved', writeSoon);
