/* The drawer of cases: the rows of the file behind a count of the ledger, for the owner of the data alone.

   The counts of the ledger open it. It asks the server for a hundred rows at a time and keeps none. */

import { existing } from '../core/existing.js';
import { formatNumber, formatWhole } from '../text/numbers.js';
import { presentDataset, settledConditions } from '../state/conditions.js';
import { setProps } from '../state/dash.js';
import { around, dataOf, elementOf, elementsOf } from '../state/elements.js';
import { on } from '../state/events.js';
import { currentView } from '../state/view.js';
import { save } from './download.js';

/** @typedef {{ row: number, cells: string[], score: number, outcome: string, positive: boolean }} Row */
/**
 * @typedef {{ cases: string, total: number, sentence: string, counts: Record<string, number>, flips: number | null,
 *   model: string, columns: string[], rows: Row[] }} Page
 */

/** The lists, by the mark of their count in the ledger. @type {Record<string, string>} */
const LISTS = { found: 'found', missed: 'missed', alarm: 'false-alarm', alone: 'left-alone' };
/** @type {Record<string, string>} */
const NAMES = {
  found: 'Found',
  missed: 'Missed',
  'false-alarm': 'False alarms',
  'left-alone': 'Left alone',
  flips: 'Changed calls',
  nearest: 'Nearest to the threshold',
};
const LABELS = 'cases/labels'; // the route of corrected labels
const COUNTS = '#confusion [data-ledger$="-count"]';
let shown = 'missed';
/** Of the data set whose cases are listed. @type {string | null} */
let listedToken = null;
/** A list whose labels may be taken. @type {string | null} */
let corrected = null;
/** How many rows are in the table. */
let loaded = 0;

const isOpen = () => !elementOf('cases-drawer').hidden;

/** Whether counts open a list: not for viewers of a link, and not where rows cannot be told apart. */
const offered = () => Boolean(presentDataset().cases);

/** The list of a count of the ledger. @param {HTMLElement} count */
const listOf = (count) => LISTS[dataOf(count, 'ledger').replace('-count', '')];

/** @param {Record<string, unknown>} more @param {string} [route] */
async function ask(more, route = 'cases') {
  const conditions = existing(settledConditions());
  const asked = { token: conditions.token, conditions, view: currentView(), ...more };
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(route, { method: 'POST', headers, body: JSON.stringify(asked) });
  if (!answer.ok) throw new Error((await answer.json()).error);
  return answer;
}

/** @param {string} tag @param {string} text */
function textIn(tag, text) {
  const node = document.createElement(tag);
  node.textContent = text;
  return node;
}

/** @param {string} tag @param {string[]} texts */
function rowOf(tag, texts) {
  const node = document.createElement('tr');
  node.append(...texts.map((text) => textIn(tag, text)));
  return node;
}

/** Buttons of the lists, with their counts. @param {Page} page */
function showLists({ counts, flips }) {
  const every = Object.values(LISTS).map((name) => ({ name, count: counts[name] }));
  if (flips !== null) every.push({ name: 'flips', count: flips });
  const buttons = every.map(({ name, count }) => [name, `${NAMES[name]} ${formatWhole(count)}`]);
  elementOf('cases-lists').replaceChildren(
    ...[...buttons, ['nearest', NAMES.nearest]].map(([name, text]) => {
      const button = textIn('button', text);
      button.dataset.cases = name;
      button.setAttribute('aria-pressed', String(name === shown));
      return button;
    }),
  );
}

/** The head of a new list. @param {Page} page */
function begin(page) {
  const head = document.createElement('thead');
  head.append(rowOf('th', ['row', ...page.columns, page.model, 'label', 'outcome']));
  elementOf('cases-rows').replaceChildren(head, document.createElement('tbody'));
  elementOf('cases-title').textContent = `${NAMES[shown]}: ${formatWhole(page.total)}`;
  elementOf('cases-note').textContent = page.sentence;
  showLists(page);
}

/** @param {Page} page */
function add(page) {
  const lines = page.rows.map(({ row, cells, score, outcome, positive }) =>
    rowOf('td', [String(row), ...cells, formatNumber(score), positive ? 'positive' : 'negative', outcome]),
  );
  existing(elementOf('cases-rows').querySelector('tbody')).append(...lines);
  loaded += lines.length;
  elementOf('cases-more').hidden = loaded >= page.total;
  elementOf('cases-export').hidden = !page.total;
}

/** Shows why there are no rows. @param {unknown} error */
function refuse(error) {
  elementOf('cases-rows').replaceChildren();
  elementOf('cases-note').textContent = error instanceof Error ? error.message : '';
  elementOf('cases-more').hidden = elementOf('cases-export').hidden = true;
}

/** The next rows of the list. */
async function load() {
  try {
    /** @type {Page} */
    const page = await (await ask({ cases: shown, start: loaded })).json();
    if (page.cases !== shown || !isOpen()) return;
    if (!loaded) begin(page);
    add(page);
  } catch (error) {
    refuse(error);
  }
}

/** @param {string} list */
function open(list) {
  shown = list;
  loaded = 0;
  const { token } = existing(settledConditions());
  if (token !== listedToken) {
    elementOf('cases-rows').replaceChildren();
    elementOf('cases-note').textContent = 'Reading the cases …';
  }
  listedToken = token;
  elementOf('cases-drawer').hidden = false;
  load();
}

function close() {
  forgetCorrections();
  elementOf('cases-drawer').hidden = true;
  elementOf('cases-rows').replaceChildren();
  elementOf('cases-open').focus();
}

async function exportRows() {
  try {
    const answer = await ask({ cases: shown, export: true });
    save(new Blob([await answer.text()], { type: 'text/csv' }), `costdash-${shown}.csv`);
  } catch (error) {
    refuse(error);
  }
}

/** Shows what the labels of a list would change, before they are taken. @param {string} list */
async function showCorrections(list) {
  corrected = null;
  elementOf('cases-take').hidden = true;
  try {
    /** @type {{ sentence: string, changed: number }} */
    const { sentence, changed } = await (await ask({ list }, LABELS)).json();
    elementOf('cases-corrected').textContent = sentence;
    if (changed) corrected = list;
  } catch (error) {
    elementOf('cases-corrected').textContent = error instanceof Error ? error.message : '';
  }
  elementOf('cases-take').hidden = !corrected;
}

/** Lets the user choose a list in which new labels are filled in. */
function chooseList() {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept: '.csv,text/csv' });
  input.addEventListener('change', async () => {
    const file = input.files?.[0];
    if (file) showCorrections(await file.text());
  });
  input.click();
}

/** The file with the new labels becomes a data set of its own, which is shown. */
async function takeCorrections() {
  try {
    const { token } = await (await ask({ list: corrected, take: true }, LABELS)).json();
    forgetCorrections();
    setProps('upload-token', { data: { token, back: true, at: Date.now() } });
  } catch (error) {
    elementOf('cases-corrected').textContent = error instanceof Error ? error.message : '';
  }
}

function forgetCorrections() {
  corrected = null;
  elementOf('cases-corrected').textContent = '';
  elementOf('cases-take').hidden = true;
}

/** Marks the counts of the ledger, which a pointer opens as the button does. */
function markCounts() {
  elementOf('cases-open').hidden = !offered();
  for (const count of elementsOf(COUNTS)) count.classList.toggle('opens-cases', offered());
}

document.addEventListener('click', ({ target }) => {
  const count = around(target, `${COUNTS}.opens-cases`);
  const list = around(target, '[data-cases]');
  if (count || around(target, '#cases-open')) {
    open(count ? listOf(count) : shown);
    elementOf('cases-title').focus();
  } else if (list) open(dataOf(list, 'cases'));
  else if (around(target, '#cases-close')) close();
  else if (around(target, '#cases-more')) load();
  else if (around(target, '#cases-export')) exportRows();
  else if (around(target, '#cases-correct')) chooseList();
  else if (around(target, '#cases-take')) takeCorrections();
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && isOpen()) close();
});
on('answer', () => {
  markCounts();
  if (isOpen() && offered()) open(shown);
  else if (isOpen()) close();
});
