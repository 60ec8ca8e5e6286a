/* The limits of least cost in the box of settings, each with its price before it is chosen. */

import { existing } from '../core/existing.js';
import { currentDataset, setConditions, settledConditions } from '../state/conditions.js';
import { around, dataOf, elementOf, make } from '../state/elements.js';
import { on } from '../state/events.js';
import { currentView } from '../state/view.js';

/** @typedef {{ kind: string, limit: number, name: string, words: string }} LimitPrice */
/** @typedef {{ limits: LimitPrice[], present: string | null }} Prices */

const isOpen = () => !elementOf('settings').hidden;
let last = 0; // number of the newest request

/** @returns {Promise<Prices>} */
async function ask() {
  const conditions = existing(settledConditions());
  const body = JSON.stringify({ token: existing(currentDataset()).token, conditions, view: currentView() });
  const answer = await fetch('limits', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  return answer.ok ? answer.json() : { limits: [], present: null };
}

/** @param {LimitPrice} price @param {boolean} pressed */
function rowOf({ kind, limit, name, words }, pressed) {
  const button = make('button', 'limit');
  Object.assign(button.dataset, { limitKind: kind, limit: String(limit) });
  button.setAttribute('type', 'button');
  button.setAttribute('aria-pressed', String(pressed));
  button.append(make('span', '', name), make('span', 'limit-price', words));
  return button;
}

/** Prices of other conditions fade until the new ones are there. */
async function show() {
  if (!isOpen() || !settledConditions()) return;
  last += 1;
  const asked = last;
  const place = elementOf('limit-prices');
  place.setAttribute('aria-busy', 'true');
  /** @type {Prices} */
  const prices = await ask().catch(() => ({ limits: [], present: null }));
  if (asked !== last) return;
  const rows = prices.limits.map((price) => rowOf(price, price.kind === prices.present));
  const none = make('button', 'limit', 'None');
  none.setAttribute('type', 'button');
  none.dataset.limitKind = '';
  none.setAttribute('aria-pressed', String(prices.present === null));
  place.replaceChildren(none, ...rows);
  place.removeAttribute('aria-busy');
}

/** @param {HTMLElement} button */
function choose(button) {
  if (button.getAttribute('aria-pressed') === 'true') return;
  const kind = dataOf(button, 'limitKind');
  setConditions({ criterion: kind ? { kind, limit: Number(dataOf(button, 'limit')) } : null });
}

document.addEventListener('click', ({ target }) => {
  const button = around(target, '.limit');
  if (button) choose(button);
  else if (around(target, '#settings-button')) requestAnimationFrame(show);
});
on('answer', show);
