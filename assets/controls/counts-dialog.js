/* Classifiers by their four counts: the dialog in which they are typed or pasted, and models to negate. */

import { existing } from '../core/existing.js';
import { pastedCounts } from '../text/parse.js';
import { currentDataset } from '../state/conditions.js';
import { setProps } from '../state/dash.js';
import { around, dataOf, elementOf, firstOf } from '../state/elements.js';
import { notify } from '../state/notices.js';

const CELLS = ['Name', 'TP', 'FN', 'FP', 'TN'];
const WORDS = ['name', 'positives found', 'positives missed', 'false alarms', 'negatives left alone'];
const VIEWED = 'These data are shared with you for viewing. Upload a file of your own to add classifiers.';

/** @template {keyof HTMLElementTagNameMap} K @param {K} type @param {object} [properties] */
const make = (type, properties = {}) => Object.assign(document.createElement(type), properties);
const body = () => firstOf('#counts-rows tbody');
/** @param {Element} row */
const inputsOf = (row) => /** @type {HTMLInputElement[]} */ ([...row.querySelectorAll('input')]);

/** @param {any[]} [cells] */
function rowOf(cells = []) {
  const row = make('tr');
  CELLS.forEach((cell, k) => {
    const place = make('td');
    const input = make('input', { type: 'text', autocomplete: 'off', value: String(cells[k] ?? '') });
    if (k > 0) input.inputMode = 'numeric';
    input.setAttribute('aria-label', k === 0 ? 'Name of the classifier' : `${cell}: ${WORDS[k]}`);
    place.append(input);
    row.append(place);
  });
  const remove = make('button', { type: 'button', className: 'quiet icon-button', textContent: '×' });
  remove.setAttribute('aria-label', `Delete ${cells[0] || 'this row'}`);
  remove.dataset.deleteCounts = '';
  const last = make('td');
  last.append(remove);
  row.append(last);
  return row;
}

let isNew = false; // whether the classifiers become a data set of their own

/* The table with the classifiers of the data set, or a single empty row. */
function fill() {
  const matrices = (!isNew && currentDataset()?.matrices) || [];
  const head = make('tr');
  CELLS.forEach((cell, k) => {
    const title = make('th', { textContent: cell, title: WORDS[k] });
    title.setAttribute('scope', 'col');
    head.append(title);
  });
  head.append(make('td'));
  const [top, rows, table] = [make('thead'), make('tbody'), make('table', { className: 'counts-table' })];
  top.append(head);
  rows.append(...(matrices.length > 0 ? matrices : [[]]).map((matrix) => rowOf(matrix)));
  table.append(top, rows);
  elementOf('counts-rows').replaceChildren(table);
  inputsOf(rows)[0].focus();
}

/** @param {boolean} fresh */
function open(fresh) {
  if (currentDataset()?.viewer && !fresh) return notify(VIEWED);
  isNew = fresh;
  setProps('counts-dialog', { opened: true });
  setProps('counts-error', { children: '' });
  waitAndFill();
}

/* The dialog enters the page only when it is first opened. */
function waitAndFill(left = 40) {
  if (document.getElementById('counts-rows')) fill();
  else if (left > 0) setTimeout(() => waitAndFill(left - 1), 50);
}

function draw() {
  const rows = [...body().querySelectorAll('tr')].map((row) => inputsOf(row).map(({ value }) => value));
  setProps('counts-typed', { data: { rows, fresh: isNew, at: Date.now() } });
}

/** A pasted row fills the row under the cursor; further pasted rows are added below it.
   @param {ClipboardEvent} event */
function paste(event) {
  const input = around(event.target, '#counts-rows input');
  const rows = input && pastedCounts(event.clipboardData?.getData('text') || '');
  if (!rows) return;
  event.preventDefault();
  let row = existing(input.closest('tr'));
  rows.forEach((cells, k) => {
    const filled = k === 0 && !cells[0] ? [inputsOf(row)[0].value, ...cells.slice(1)] : cells;
    const added = rowOf(filled);
    if (k === 0) row.replaceWith(added);
    else row.after(added);
    row = added;
  });
}

/** @param {HTMLElement} button */
function deleteRow(button) {
  const row = existing(button.closest('tr'));
  if (!row.nextElementSibling && !row.previousElementSibling) body().append(rowOf());
  row.remove();
  inputsOf(body())[0].focus();
}

document.addEventListener('click', (event) => {
  const at = (/** @type {string} */ selector) => around(event.target, selector);
  const opener = at('[data-opens-counts]');
  if (opener) open(dataOf(opener, 'opensCounts') === 'new');
  else if (at('#counts-more')) body().append(rowOf());
  else if (at('#counts-draw')) draw();
  const [removing, negated] = [at('[data-delete-counts]'), at('[data-negate]')];
  if (removing) deleteRow(removing);
  else if (negated) negate(dataOf(negated, 'negate'));
});
document.addEventListener('paste', paste);

/** The server reads the file again, with the order of the model's scores turned. @param {string} model */
function negate(model) {
  const { token } = existing(currentDataset());
  setProps('upload-token', { data: { token, negate: model, at: Date.now() } });
}
