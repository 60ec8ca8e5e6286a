/* The limits of least cost in the box of settings: each has its value, and its price before it is chosen. The value is
   typed in a box; that of a limit of cases in the conditions bar (conditions/capacity.js). */

import { criterionFields, limitParts } from '../core/criteria.js';
import { existing } from '../core/existing.js';
import { caseLimitTexts, parseLimit, parsePrior } from '../text/parse.js';
import { capitalize } from '../text/sensitivity.js';
import { currentDataset, presentConditions, setConditions, setLimit, settledConditions } from '../state/conditions.js';
import { around, dataOf, elementOf, elementsOf, firstOf, make } from '../state/elements.js';
import { on } from '../state/events.js';
import { currentView } from '../state/view.js';
import { showShareMeaning } from './conditions/share-meaning.js';

/** @typedef {{ kind: string, limit: number, name: string, words: string }} LimitPrice */
/** @typedef {{ limits: LimitPrice[], present: string | null }} Prices */

const SHARE_HELP = 'A share, such as 10 % or 800 of 4,000.';
const isOpen = () => !elementOf('settings').hidden;
let last = 0; // number of the newest request

/** @returns {Promise<Prices>} */
async function ask() {
  const conditions = existing(settledConditions());
  const body = JSON.stringify({ token: existing(currentDataset()).token, conditions, view: currentView() });
  const answer = await fetch('limits', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  return answer.ok ? answer.json() : { limits: [], present: null };
}

/** @param {string} kind "" for no limit */
function makeRow(kind) {
  const radio = Object.assign(make('input'), { type: 'radio', name: 'limit' });
  radio.addEventListener('change', () => choose(kind));
  const row = make('div', 'limit');
  row.dataset.limitKind = kind;
  row.addEventListener('click', ({ target }) => around(target, 'input, label') || radio.click());
  if (!kind) {
    row.append(make('label', '', radio, 'None'));
    return row;
  }
  const { bound, of } = limitParts(kind);
  const words = make('span', '', `${of}`, make('span', 'limit-other'));
  const value = criterionFields(kind).limit.of_cases ? make('b', 'limit-value') : makeBox(row, `${bound}, ${of}`);
  row.append(make('label', '', radio, capitalize(bound)), value, words, make('span', 'limit-price'));
  return row;
}

/** @param {HTMLElement} row @param {string} name */
function makeBox(row, name) {
  const box = make('input', 'limit-box');
  box.autocomplete = 'off';
  box.setAttribute('aria-label', capitalize(name));
  let taken = ''; // by Enter, which a change follows
  const take = () => typed(row, (taken = box.value));
  box.addEventListener('focus', () => (taken = box.value));
  box.addEventListener('change', () => taken !== box.value && take());
  box.addEventListener('keydown', ({ key }) => key === 'Enter' && take());
  box.addEventListener('blur', () => writeValue(row));
  return box;
}

/** @param {string} kind */
function rowOf(kind) {
  const place = elementOf('limit-prices');
  const found = elementsOf('.limit', place).find((row) => dataOf(row, 'limitKind') === kind);
  if (found) return found;
  const row = makeRow(kind);
  place.append(row);
  return row;
}

/** @param {LimitPrice} price @param {boolean} chosen */
function fill({ kind, limit, words }, chosen) {
  const row = rowOf(kind);
  writeLimit(row, limit);
  firstOf('.limit-price', row).textContent = words;
  press(row, chosen);
}

/** @param {HTMLElement} row @param {number} limit */
function writeLimit(row, limit) {
  row.dataset.limit = String(limit);
  writeValue(row);
  const other = textsOf(row)[1];
  firstOf('.limit-other', row).textContent = other && ` (${other})`;
}

/** The limit of a row as text: a share, and as a number of cases a day. @param {HTMLElement} row */
function textsOf(row) {
  const limit = Number(dataOf(row, 'limit'));
  const ofCases = criterionFields(dataOf(row, 'limitKind')).limit.of_cases;
  return caseLimitTexts(limit, ofCases ? presentConditions().case_unit : null);
}

/** The limit of a row, in its box unless it is being typed or was refused. @param {HTMLElement} row */
function writeValue(row) {
  const box = firstOf('.limit-box, .limit-value', row);
  if (!(box instanceof HTMLInputElement)) {
    [box.textContent] = textsOf(row);
    return;
  }
  if (box === document.activeElement || box.getAttribute('aria-invalid') === 'true') return;
  box.value = textsOf(row)[0];
}

/** @param {HTMLElement} row @param {boolean} chosen */
function press(row, chosen) {
  row.classList.toggle('chosen', chosen);
  /** @type {HTMLInputElement} */ (firstOf('input[type=radio]', row)).checked = chosen;
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
  press(rowOf(''), prices.present === null);
  for (const price of prices.limits) fill(price, price.kind === prices.present);
  const kinds = ['', ...prices.limits.map(({ kind }) => kind)];
  for (const row of elementsOf('.limit', place)) if (!kinds.includes(dataOf(row, 'limitKind'))) row.remove();
  place.removeAttribute('aria-busy');
}

/** @param {string} kind @param {number} limit */
function applyLimit(kind, limit) {
  setLimit(kind, limit);
  writeLimit(rowOf(kind), limit); // its price follows
  for (const row of elementsOf('.limit')) press(row, dataOf(row, 'limitKind') === kind);
}

/** @param {string} kind */
function choose(kind) {
  if (kind) applyLimit(kind, Number(dataOf(rowOf(kind), 'limit')));
  else setConditions({ criterion: null });
}

/** @param {HTMLElement} row @param {string} text */
function typed(row, text) {
  const kind = dataOf(row, 'limitKind');
  const field = criterionFields(kind).limit;
  const limit = parseLimit(text, field, Number(dataOf(row, 'limit')), null);
  say(row, limit === null ? SHARE_HELP : '');
  if (limit === null) return;
  applyLimit(kind, limit);
  if (field.small) showShareMeaning(noteOf(row), text, (meant) => applyLimit(kind, existing(parsePrior(meant))), limit);
}

/** The line below a row. @param {HTMLElement} row */
function noteOf(row) {
  for (const note of elementsOf('.limit-note')) if (note.previousElementSibling !== row) note.remove();
  const { nextElementSibling: next } = row;
  if (next instanceof HTMLElement && next.classList.contains('limit-note')) return next;
  const note = make('p', 'limit-note share-meaning');
  note.setAttribute('role', 'status');
  row.after(note);
  return note;
}

/** @param {HTMLElement} row @param {string} text why the box is refused */
function say(row, text) {
  const note = noteOf(row);
  note.textContent = text;
  firstOf('.limit-box', row).setAttribute('aria-invalid', String(Boolean(text)));
}

document.addEventListener('click', ({ target }) => {
  if (around(target, '#settings-button')) requestAnimationFrame(show);
});
on('answer', show);
