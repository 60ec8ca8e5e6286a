/* The drawer of cases: the rows of the file behind a count of the ledger, for the owner of the data alone.

   The counts of the ledger open it, and the changed calls at the foot of the card; while a threshold is tried, its
   nearest cases. It lists by the rule that the card shows, asks the server for a hundred rows at a time, and keeps
   none. */

import { existing } from '../core/existing.js';
import { formatNumber, formatWhole } from '../text/numbers.js';
import { presentDataset, settledConditions } from '../state/conditions.js';
import { setProps } from '../state/dash.js';
import { around, dataOf, elementOf, elementsOf, firstOf, inputOf, make } from '../state/elements.js';
import { on } from '../state/events.js';
import { currentView } from '../state/view.js';
import { liveData } from '../panels/live-point.js';
import { clearThreshold, highlightThreshold, moveTooltip } from '../panels/threshold-highlight.js';
import { save } from './download.js';

/**
 * scores: of the rule's model, then of the others. cost: what the change costs, where rows differ in that.
 * @typedef {{ row: number, cells: string[], scores: number[], outcome: string, cost?: string }} Row
 */
/**
 * models: the columns of the scores. costs, outcomes: whether there are such columns. most: rows of an export.
 * @typedef {{ cases: string, title: string, sentence: string, total: number, most: number,
 *   counts: Record<string, number>, flips: number | null, order: string, models: string[], costs: boolean,
 *   outcomes: boolean, columns: string[], offered: string[], rows: Row[] }} Page
 */

/** The lists, by the mark of their count in the ledger. @type {Record<string, string>} */
const LISTS = { found: 'found', missed: 'missed', reviewed: 'looked-at', alarm: 'false-alarm', alone: 'left-alone' };
/** @type {Record<string, string>} */
const NAMES = {
  found: 'Found',
  missed: 'Missed',
  'looked-at': 'Looked at',
  'false-alarm': 'False alarms',
  'left-alone': 'Left alone',
  flips: 'Changed calls',
  nearest: 'Nearest',
};
/** The signs of the ledger, by outcome. @type {Record<string, string>} */
const SIGNS = {
  found: 'found',
  missed: 'missed',
  'false alarm': 'alarm',
  'left alone': 'alone',
  'looked at': 'reviewed',
  'newly found': 'found',
  'newly missed': 'missed',
  'new alarm': 'alarm',
  'alarm gone': 'alone',
};
/** Which way scores run in a list that has the nearest to the threshold first. @type {Record<string, string>} */
const RUNS = { found: ' \u2191', missed: ' \u2193', 'false-alarm': ' \u2191', 'left-alone': ' \u2193' };
const LABELS = 'cases/labels'; // the route of corrected labels
const COUNTS = '#confusion [data-ledger$="-count"]';
let shown = 'missed';
/** The order that was chosen; otherwise the list's own. @type {string | null} */
let order = null;
/** The columns of the file beside the cases, once they are chosen here. @type {string[] | null} */
let columns = null;
/** The columns that are shown. @type {string[]} */
let ticked = [];
/** Of the data set whose cases are listed. @type {string | null} */
let listedToken = null;
/** A list whose labels may be taken. @type {string | null} */
let corrected = null;
/** How many rows are in the table. */
let loaded = 0;
/** Counts the lists that were asked for: an older answer is dropped. */
let asked = 0;
/** The model whose scores are listed first. */
let model = '';
/** Whether the list has a column of outcomes. */
let listsOutcomes = false;
/** What opened the drawer, to return to. @type {string} */
let opener = '#cases-open';

const isOpen = () => !elementOf('cases-drawer').hidden;

/** Whether counts open a list: not for viewers of a link, and not where rows cannot be told apart. */
const offered = () => Boolean(presentDataset().cases);

/** The list of a count of the ledger. @param {HTMLElement} count */
const listOf = (count) => LISTS[dataOf(count, 'ledger').replace('-count', '')];

/** @param {Record<string, unknown>} more @param {string} [route] */
async function ask(more, route = 'cases') {
  const conditions = existing(settledConditions());
  const body = JSON.stringify({ token: conditions.token, conditions, view: currentView(), ...more });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(route, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error((await answer.json()).error);
  return answer;
}

/** Buttons of the lists, with their counts. @param {Page} page */
function showLists({ counts, flips }) {
  const every = Object.values(LISTS).filter((name) => name in counts);
  const buttons = every.map((name) => [name, `${NAMES[name]} ${formatWhole(counts[name])}`]);
  if (flips !== null) buttons.push(['flips', `${NAMES.flips} ${formatWhole(flips)}`]);
  elementOf('cases-lists').replaceChildren(
    ...[...buttons, ['nearest', NAMES.nearest]].map(([name, text]) => {
      const button = make('button', '', text);
      button.dataset.cases = name;
      button.setAttribute('aria-pressed', String(name === shown));
      return button;
    }),
  );
}

/** The columns of the file that can stand beside the cases. @param {Page} page */
function showColumns({ columns: names, offered }) {
  ticked = names;
  const options = offered.map((name) => {
    const option = make('option', '', names.includes(name) ? `\u2713 ${name}` : name);
    option.value = name;
    return option;
  });
  const select = inputOf('cases-columns');
  const first = make('option', '', names.length ? `${formatWhole(names.length)} shown` : 'none shown');
  first.value = '';
  select.replaceChildren(first, ...options);
  existing(select.closest('label')).hidden = !offered.length;
}

/** Shows a column beside the cases, or ends that. @param {string} name */
function toggleColumn(name) {
  columns = ticked.includes(name) ? ticked.filter((other) => other !== name) : [...ticked, name];
  open(shown, order);
}

/** Rows count without the header, unlike the lines of a text editor. */
function rowHead() {
  const head = make('th', '', 'Row');
  head.title = 'Row of the file, without its header: row 1 is line 2';
  return head;
}

/** The head of a new list. @param {Page} page */
function begin(page) {
  const arrow = page.order === 'distance' ? RUNS[shown] || '' : '';
  const [first, ...others] = page.models;
  const heads = [
    rowHead(),
    ...page.columns.map((name) => make('th', '', name)),
    ...(page.outcomes ? [make('th', '', shown === 'flips' ? 'Change' : 'Outcome')] : []),
    make('th', 'case-score', first + arrow),
    ...others.map((name) => make('th', 'case-score', name)),
    ...(page.costs ? [make('th', 'case-score', 'Cost')] : []),
    make('th', '', make('span', 'unseen', 'Panels')),
  ];
  elementOf('cases-rows').replaceChildren(make('thead', '', make('tr', '', ...heads)), document.createElement('tbody'));
  elementOf('cases-title').textContent = page.title;
  elementOf('cases-note').textContent = page.sentence;
  inputOf('cases-order').value = page.order;
  elementOf('cases-export').textContent = `Export ${formatWhole(Math.min(page.total, page.most))} as CSV`;
  model = first;
  showLists(page);
  showColumns(page);
}

/** The outcome of a case, with the sign of the ledger. @param {string} outcome */
function outcomeCell(outcome) {
  const sign = make('span', `glyph glyph-${SIGNS[outcome]}`);
  sign.setAttribute('aria-hidden', 'true');
  return make('td', '', ...(outcome in SIGNS ? [sign, ' '] : []), outcome);
}

/** A button that shows the score of a case in the panels. @param {number} score @param {number} row */
function ringCell(score, row) {
  const button = make('button', 'case-ring');
  button.dataset.score = String(score);
  button.setAttribute('aria-label', `Show row ${row} in the panels`);
  button.setAttribute('aria-pressed', 'false');
  return make('td', '', button);
}

/** @param {Row} row */
function rowOf({ row, cells, scores, outcome, cost }) {
  return make(
    'tr',
    '',
    make('td', '', formatWhole(row)),
    ...cells.map((text) => make('td', '', text)),
    ...(listsOutcomes ? [outcomeCell(outcome)] : []),
    ...scores.map((score) => make('td', 'case-score', formatNumber(score, 4))),
    ...(cost === undefined ? [] : [make('td', 'case-score', cost)]),
    ringCell(scores[0], row),
  );
}

/** @param {Page} page */
function add(page) {
  listsOutcomes = page.outcomes;
  existing(elementOf('cases-rows').querySelector('tbody')).append(...page.rows.map(rowOf));
  loaded += page.rows.length;
  elementOf('cases-count').textContent = page.total ? `${formatWhole(loaded)} of ${formatWhole(page.total)}` : '';
  elementOf('cases-more').hidden = loaded >= page.total;
  elementOf('cases-export').hidden = !page.total;
}

/** Shows why there are no rows. @param {unknown} error */
function refuse(error) {
  elementOf('cases-rows').replaceChildren();
  elementOf('cases-note').textContent = error instanceof Error ? error.message : '';
  elementOf('cases-count').textContent = '';
  elementOf('cases-more').hidden = elementOf('cases-export').hidden = true;
}

/** The next rows of the list. */
async function load() {
  const number = ++asked;
  try {
    /** @type {Page} */
    const page = await (await ask({ cases: shown, order, columns, start: loaded })).json();
    if (number !== asked || !isOpen()) return;
    if (!loaded) begin(page);
    add(page);
  } catch (error) {
    if (number === asked) refuse(error);
  }
}

/** @param {string} list @param {string | null} [by] the order; by default the list's own */
function open(list, by = null) {
  shown = list;
  order = by;
  loaded = 0;
  const { token } = existing(settledConditions());
  if (token !== listedToken) {
    elementOf('cases-rows').replaceChildren();
    elementOf('cases-note').textContent = 'Reading the cases …';
    columns = null;
  }
  listedToken = token;
  elementOf('cases-drawer').hidden = false;
  markListed();
  load();
}

function close() {
  forgetCorrections();
  clearThreshold('case');
  elementOf('cases-drawer').hidden = true;
  elementOf('cases-rows').replaceChildren();
  markListed();
  (document.querySelector(opener) instanceof HTMLElement ? firstOf(opener) : elementOf('cases-open')).focus();
}

/** Shows the score of a case as a threshold in the panels, or ends that. @param {HTMLElement} button */
function showInPanels(button) {
  const ends = button.getAttribute('aria-pressed') === 'true';
  for (const other of elementsOf('.case-ring')) other.setAttribute('aria-pressed', 'false');
  clearThreshold('case');
  const drawn = liveData()?.models.find(({ name }) => name === model);
  if (ends || !drawn) return;
  const score = Number(button.dataset.score);
  const distances = drawn.text.map((text) => (text === '' ? Infinity : Math.abs(Number(text) - score)));
  const at = distances.indexOf(Math.min(...distances));
  button.setAttribute('aria-pressed', 'true');
  highlightThreshold(drawn.i, drawn.index[at], 'case');
  const ring = document.querySelector('svg.highlight-layer circle')?.getBoundingClientRect();
  if (ring) moveTooltip(ring.right, ring.top);
}

async function exportRows() {
  try {
    const answer = await ask({ cases: shown, order, columns, export: true });
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

/** Marks what is listed: a count of the ledger, or the changed calls below it. */
function markListed() {
  for (const count of elementsOf(COUNTS)) count.classList.toggle('listed', isOpen() && listOf(count) === shown);
  for (const button of elementsOf('.changed-calls')) {
    button.classList.toggle('listed', isOpen() && button.dataset.cases === shown);
  }
}

/** Opens what a click asks for; whether it does. @param {EventTarget | null} target */
function openedBy(target) {
  const count = around(target, `${COUNTS}.opens-cases`);
  const list = around(target, '[data-cases]');
  if (!count && !list && !around(target, '#cases-open')) return false;
  if (list && around(target, '#cases-lists')) {
    open(dataOf(list, 'cases'));
    return true;
  }
  opener = list ? `.changed-calls[data-cases="${list.dataset.cases}"]` : '#cases-open';
  open(list ? dataOf(list, 'cases') : count ? listOf(count) : shown);
  elementOf('cases-title').focus();
  return true;
}

document.addEventListener('click', ({ target }) => {
  if (openedBy(target)) return;
  const ring = around(target, '.case-ring');
  if (ring) showInPanels(ring);
  else if (around(target, '#cases-close')) close();
  else if (around(target, '#cases-more')) load();
  else if (around(target, '#cases-export')) exportRows();
  else if (around(target, '#cases-correct')) chooseList();
  else if (around(target, '#cases-take')) takeCorrections();
});
document.addEventListener('change', ({ target }) => {
  if (around(target, '#cases-columns')) toggleColumn(inputOf('cases-columns').value);
  if (around(target, '#cases-order')) open(shown, inputOf('cases-order').value);
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && isOpen()) close();
});
on('answer', () => {
  markCounts();
  markListed();
  if (!isOpen()) return;
  const isGone = shown === 'flips' && !currentView()?.today;
  if (offered()) open(isGone ? 'missed' : shown, isGone ? null : order);
  else close();
});
