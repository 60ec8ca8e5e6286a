/* The tab of thresholds: a threshold that is dragged, typed or picked in the table, and what it finds and costs. */

import { caseRates, cheapestVertex, expectedCost, pcfOf } from '../../core/operating-point.js';
import { caseUnitAt } from '../../text/case-unit.js';
import { parseDecimal } from '../../text/parse.js';
import { thresholdSentences } from '../../text/threshold.js';
import { currentCaseUnit, currentDataset } from '../../state/conditions.js';
import { setProps } from '../../state/dash.js';
import { on } from '../../state/events.js';
import { currentPoint, liveData } from '../../panels/live-point.js';
import { makeHandle } from './handle.js';
import { drawHistogram } from './histogram.js';
import { placeAt } from './score-axis.js';

/** @import { Rates } from '../../core/wire.js' */

/**
 * A threshold of the model; an infinite threshold flags nothing.
 * @typedef {Rates & { model: string, index: number, text: string | null, threshold: number,
 *   paid?: Rates, typed?: string, sentences?: [string, string], key?: string, mark?: string }} Threshold
 */

const NEAR = 70; // pixels between the handle and a mark whose words it would cover
const PAGE = 0.05; // share of the axis that PageUp moves

let bins = null; // the histogram, as the server sent it
/** @type {Threshold[]} */
let rows = []; // of the table, from the lowest threshold up
let listed = []; // the thresholds in the order of the table
let marked = []; // the marked thresholds
/** @type {Threshold | null} */
let at = null; // where the handle is
let setByUser = false; // whether the user moved the handle; otherwise it stays at the best threshold
const markedRow = { key: '' }; // the key of the row that the user went to
let picture = null;
let scrolledTo = null;
let served = null; // the server's last answer about a threshold

const element = (id) => document.getElementById(id);
const box = () => element('threshold-scores');
/** @param {{ text: string | null, typed?: string }} threshold */
const wordsOf = ({ text, typed }) => typed || (text === null || text === '' ? 'inf' : text);
const finite = (threshold) => (threshold === null ? Infinity : threshold);

/* The cheapest threshold at the present conditions, from the model's hull with the exact rates of the table. Without a
   hull, as for a hidden model, the threshold that the table marks. */
function bestNow() {
  const [live, point] = [liveData(), currentPoint()];
  const model = bins && live && point && live.models.find(({ name }) => name === bins.model);
  const recommended = marked.find(({ mark }) => /best|least/.test(mark)) || null;
  if (!model) return recommended;
  const index = model.index[model.hull[cheapestVertex(model.tie, pcfOf(point))]];
  return rows.find((row) => row.index === index) || recommended;
}

function say(best) {
  const point = currentPoint();
  const least = expectedCost(point, best.fpr, best.tpr);
  const live = thresholdSentences(wordsOf(at), at, point, currentCaseUnit(), least);
  const [first, second] = at.sentences || live;
  const place = element('threshold-sentences');
  const lead = place.querySelector('b') || document.createElement('b');
  const rest = place.querySelector('span') || document.createElement('span');
  if (!place.contains(lead)) place.replaceChildren(lead, ' ', rest);
  lead.textContent = first;
  rest.textContent = second;
  return first;
}

function showMarks(best) {
  const today = marked.find(({ mark }) => /today/.test(mark));
  const marks = [{ kind: 'best', row: best, word: 'best' }];
  if (today) marks.push({ kind: 'today', row: today, word: 'today' });
  picture.showMarks(
    marks.map(({ kind, row, word }) => {
      const place = picture.axis.share(row.threshold);
      const near = Math.abs(picture.axis.share(at.threshold) - place) * box().clientWidth < NEAR;
      return { kind, threshold: row.threshold, text: near ? '' : `${word} ${wordsOf(row)}` };
    }),
  );
}

/* Whatever follows the threshold and the conditions. */
function render() {
  const point = currentPoint();
  const best = bestNow();
  if (!bins || !best || !point || !box() || !box().clientWidth) return;
  if (!setByUser) at = best;
  if (!picture) picture = drawHistogram(box(), bins);
  const handle = makeHandle(box(), MOVES);
  const { cases } = caseUnitAt(currentCaseUnit(), point.prior);
  const of = { positives: cases * point.prior, negatives: cases * (1 - point.prior) };
  const left = picture.part(at.threshold, of, caseRates(at));
  showMarks(best);
  const spoken = say(best);
  const name = at.threshold === best.threshold ? `${wordsOf(at)}, best` : wordsOf(at);
  handle.place(left, name, spoken, bins.model, at.threshold);
}

function moveTo(row) {
  if (!row) return;
  setByUser = true;
  at = row;
  render();
}

/* To the threshold under a place of the picture, in pixels. */
const drag = (pixel) => moveTo(rows[placeAt(picture.axis, thresholds(), picture.shareAt(pixel))]);

const thresholds = () => rows.map(({ threshold }) => threshold);

/* The place in the table of the rule that the handle is at. */
function placeOfHandle() {
  const place = rows.findIndex(({ threshold }) => threshold >= at.threshold);
  return place < 0 ? rows.length - 1 : place;
}

/* Steps by a row, by a part of the axis, or to an end. */
function step(kind) {
  const [place, last] = [placeOfHandle(), rows.length - 1];
  if (kind === 'first' || kind === 'last') {
    moveTo(rows[kind === 'first' ? 0 : last]);
    return;
  }
  const [way, far] = kind;
  let next = place + way;
  if (far) {
    const share = picture.axis.share(at.threshold) + way * PAGE;
    const there = placeAt(picture.axis, thresholds(), share);
    next = way > 0 ? Math.max(there, next) : Math.min(there, next);
  }
  moveTo(rows[Math.min(last, Math.max(0, next))]);
}

function restore(before) {
  ({ setByUser, at } = before);
  render();
}

function clearShares() {
  for (const id of ['threshold-share', 'threshold-recall']) setProps(id, { value: '' });
}

/* The box shows the threshold, the server describes its effect, and the table scrolls to it. */
function settle() {
  if (!at || !setByUser) return;
  setProps('threshold-search', { value: wordsOf(at) });
  clearShares();
  showInTable(at);
}

const MOVES = { begin: () => ({ setByUser, at }), drag, step, settle, restore };

/* Marks the row of the threshold that was typed, dragged or picked. */
function markRow(row) {
  const key = setByUser && row ? row.key : '';
  if (key === markedRow.key) return;
  markedRow.key = key;
  const { dash_ag_grid: grids } = /** @type {any} */ (window);
  try {
    grids?.getApi('threshold-table')?.redrawRows();
  } catch {
    markedRow.key = ''; // the table is not there yet
  }
}

/** Whether this row of the table is the threshold that the user went to. */
export const isCurrentRow = (key) => Boolean(key) && key === markedRow.key;

function showInTable({ threshold }) {
  const row = rows.find((candidate) => candidate.threshold >= threshold) || rows[rows.length - 1];
  markRow(row);
  if (!row || row.key === scrolledTo) return;
  scrolledTo = row.key;
  setProps('threshold-table', { scrollTo: { rowId: row.key, rowPosition: 'middle' } });
}

/* The handle goes to the best threshold of another model: scores of two models are not on one scale. */
function leaveModel() {
  setByUser = false;
  setProps('threshold-search', { value: '' });
  clearShares();
}

/* Without an answer nothing of another data set stays. */
function clear() {
  if (setByUser) leaveModel();
  bins = at = picture = null;
  [rows, listed, marked] = [[], [], []];
  for (const id of ['threshold-scores', 'threshold-sentences']) element(id)?.replaceChildren();
}

/**
 * Clientside callback: rows of the table and the histogram.
 * @param {any[]} given
 * @param {any} histogram
 */
export function showThresholds(given, histogram) {
  if (!histogram) {
    clear();
    return;
  }
  const { model } = histogram;
  listed = given || [];
  rows = listed
    .filter((row) => row.model === model)
    .map((row) => ({ ...row, ...row.paid, threshold: finite(row.threshold) }))
    .reverse();
  if (rows.length === 0) return;
  marked = rows.filter(({ mark }) => mark);
  if (JSON.stringify(bins) !== JSON.stringify(histogram)) picture = null;
  bins = histogram;
  if (setByUser && at.model !== model) leaveModel();
  document.querySelector('.several-models')?.toggleAttribute('hidden', currentDataset().models.length < 2);
  render();
  if (at) showInTable(at);
}

/* The table has at most 1,000 rows: the row of a typed threshold may have to be added. */
function list(row) {
  if (listed.length === 0 || listed.some(({ key }) => key === row.key)) return;
  const place = listed.findIndex(({ index }) => index > row.index);
  listed = listed.toSpliced(place < 0 ? listed.length : place, 0, row);
  setProps('threshold-table', { rowData: listed }); // which shows it
}

/**
 * Clientside callback: shows the server's answer about the typed threshold; the answer is empty if no text was typed.
 * @param {any} given
 */
export function showSearchedThreshold(given) {
  if (!given) return;
  served = given;
  if (!given.sentences) {
    if (setByUser && !(/** @type {HTMLInputElement} */ (element('threshold-search'))?.value)) setByUser = false;
    if (!setByUser) markRow(null);
  } else if (!bins || given.model === bins.model) {
    setByUser = true;
    at = { ...given, threshold: finite(given.threshold) };
    if (bins) list(given.row);
    showInTable(at);
  }
  render();
}

/* Uses the threshold as today's rule or as the trial threshold, with the number that was typed. */
function use(what) {
  if (!at) return;
  const typed = at.typed === undefined ? NaN : parseDecimal(at.typed);
  const text = Number.isFinite(typed) ? String(typed) : at.text || null;
  setProps('panel-choice', { data: { what, model: at.model, index: at.index, text, at: Date.now() } });
}

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest('#threshold-trial')) use('trial');
  if (target.closest('#threshold-today')) use('today');
  const line = target.closest('#threshold-table .ag-row');
  const row = line && rows.find(({ key }) => key === line.getAttribute('row-id'));
  if (!row) return;
  scrolledTo = row.key; // it is in sight
  moveTo(row);
  settle();
});

const follow = () => {
  if (at) delete at.sentences; // those of the server describe other conditions
  if (picture) requestAnimationFrame(render);
};
on('panels-moved', follow);
on('answer', follow);

/* The tab may be opened, or the window resized, after the rows have come. */
const redraw = () => {
  picture = null;
  render();
};
new ResizeObserver(redraw).observe(document.documentElement);
document.addEventListener('click', (event) => {
  if (/** @type {Element} */ (event.target).closest('#thresholds-tab')) requestAnimationFrame(redraw);
});

/* A share that is typed empties the box of the other share. */
document.addEventListener('input', ({ target }) => {
  const { id } = /** @type {Element} */ (target);
  const other = { 'threshold-share': 'threshold-recall', 'threshold-recall': 'threshold-share' }[id];
  if (other && /** @type {HTMLInputElement} */ (element(other)).value) setProps(other, { value: '' });
});

/** The server's last answer about a threshold. */
export const lastServedThreshold = () => served;
