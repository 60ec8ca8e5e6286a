/* The tab of thresholds: a threshold that is dragged, typed or picked in the table, and what it finds and costs. */

import { caseRates, cheapestVertex, expectedCost, pcfOf } from '../../core/operating-point.js';
import { currentPoint, liveData } from '../../panels/live-point.js';
import { chosenBasis, currentDataset } from '../../state/conditions.js';
import { setProps } from '../../state/dash.js';
import { on } from '../../state/events.js';
import { basisAt } from '../../text/basis.js';
import { parseDecimal } from '../../text/parse.js';
import { thresholdSentences } from '../../text/threshold.js';
import { makeHandle } from './handle.js';
import { drawHistogram } from './histogram.js';
import { placeAt } from './score-axis.js';

/** @import { Rates } from '../../core/types.js' */

/**
 * A threshold of the model; an infinite one flags nothing.
 * @typedef {Rates & { model: string, index: number, text: string | null, threshold: number,
 *   paid?: Rates, typed?: string, said?: [string, string], key?: string, mark?: string }} Threshold
 */

const NEAR = 70; // pixels between the handle and a mark whose words it would cover
const PAGE = 0.05; // share of the axis that PageUp moves

let bins = null; // the histogram, as the server sent it
/** @type {Threshold[]} */
let rows = []; // of the table, from the lowest threshold up
let listed = []; // the same as they stand in the table
let marked = []; // those of them that are marked
/** @type {Threshold | null} */
let at = null; // where the handle is
let own = false; // whether the user put it there; otherwise it stays at the best
const found = { key: '' }; // of the row that the user went to
let picture = null;
let scrolledTo = null;
let served = null; // what the server said last about a threshold

const element = (id) => document.getElementById(id);
const box = () => element('threshold-scores');
/** @param {{ text: string | null, typed?: string }} threshold */
const wordsOf = ({ text, typed }) => typed || (text === null || text === '' ? 'inf' : text);
const finite = (threshold) => (threshold === null ? Infinity : threshold);

/* The cheapest threshold at the present conditions: of the model's hull, with the exact rates of the table; without a
   hull, as for a model that is off, the one that the table marks. */
function bestNow() {
  const [live, point] = [liveData(), currentPoint()];
  const model = bins && live && point && live.models.find(({ name }) => name === bins.model);
  const known = marked.find(({ mark }) => /best|least/.test(mark)) || null;
  if (!model) return known;
  const index = model.index[model.hull[cheapestVertex(model.tie, pcfOf(point))]];
  return rows.find((row) => row.index === index) || known;
}

function say(best) {
  const point = currentPoint();
  const least = expectedCost(point, best.fpr, best.tpr);
  const live = thresholdSentences(wordsOf(at), at, point, chosenBasis(), least);
  const [first, second] = at.said || live;
  const place = element('threshold-found');
  const lead = place.querySelector('b') || document.createElement('b');
  const rest = place.querySelector('span') || document.createElement('span');
  if (!place.contains(lead)) place.replaceChildren(lead, ' ', rest);
  lead.textContent = first;
  rest.textContent = second;
  return first;
}

function showMarks(best) {
  const today = marked.find(({ mark }) => /today/.test(mark));
  const known = [{ kind: 'best', row: best, word: 'best' }];
  if (today) known.push({ kind: 'today', row: today, word: 'today' });
  picture.showMarks(
    known.map(({ kind, row, word }) => {
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
  if (!own) at = best;
  if (!picture) picture = drawHistogram(box(), bins);
  const handle = makeHandle(box(), MOVES);
  const { cases } = basisAt(chosenBasis(), point.prior);
  const of = { positives: cases * point.prior, negatives: cases * (1 - point.prior) };
  const left = picture.part(at.threshold, of, caseRates(at));
  showMarks(best);
  const spoken = say(best);
  const name = at.threshold === best.threshold ? `${wordsOf(at)}, best` : wordsOf(at);
  handle.place(left, name, spoken, bins.model, at.threshold);
}

function moveTo(row) {
  if (!row) return;
  own = true;
  at = row;
  render();
}

/* To the threshold under a place of the picture, in pixels. */
const drag = (pixel) => moveTo(rows[placeAt(picture.axis, thresholds(), picture.shareAt(pixel))]);

const thresholds = () => rows.map(({ threshold }) => threshold);

/* The place in the table of the rule that the handle is at. */
function placeOfHandle() {
  const found = rows.findIndex(({ threshold }) => threshold >= at.threshold);
  return found < 0 ? rows.length - 1 : found;
}

/* By one row, by a part of the axis, or to an end. */
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
  ({ own, at } = before);
  render();
}

function clearShares() {
  for (const id of ['threshold-share', 'threshold-recall']) setProps(id, { value: '' });
}

/* The box shows the threshold, and the server says what it does; the table goes to it. */
function settle() {
  if (!at || !own) return;
  setProps('threshold-search', { value: wordsOf(at) });
  clearShares();
  showInTable(at);
}

const MOVES = { begin: () => ({ own, at }), drag, step, settle, restore };

/* Marks the row of the threshold that was typed, dragged or picked. */
function markFound(row) {
  const key = own && row ? row.key : '';
  if (key === found.key) return;
  found.key = key;
  const { dash_ag_grid: grids } = /** @type {any} */ (window);
  try {
    grids?.getApi('threshold-table')?.redrawRows();
  } catch {
    found.key = ''; // the table is not there yet
  }
}

/** Whether this row of the table is the threshold that was found. */
export const isFound = (key) => Boolean(key) && key === found.key;

function showInTable({ threshold }) {
  const row = rows.find((one) => one.threshold >= threshold) || rows[rows.length - 1];
  markFound(row);
  if (!row || row.key === scrolledTo) return;
  scrolledTo = row.key;
  setProps('threshold-table', { scrollTo: { rowId: row.key, rowPosition: 'middle' } });
}

/* The handle goes to the best threshold of another model: scores of two models are not on one scale. */
function leaveModel() {
  own = false;
  setProps('threshold-search', { value: '' });
  clearShares();
}

/* Without an answer nothing of another data set stays. */
function clear() {
  if (own) leaveModel();
  bins = at = picture = null;
  [rows, listed, marked] = [[], [], []];
  for (const id of ['threshold-scores', 'threshold-found']) element(id)?.replaceChildren();
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
  if (own && at.model !== model) leaveModel();
  document.querySelector('.several-models')?.toggleAttribute('hidden', currentDataset().models.length < 2);
  render();
  if (at) showInTable(at);
}

/* The table holds 1,000 rows at most: one that was typed may have to be added. */
function list(row) {
  if (listed.length === 0 || listed.some(({ key }) => key === row.key)) return;
  const place = listed.findIndex(({ index }) => index > row.index);
  listed = listed.toSpliced(place < 0 ? listed.length : place, 0, row);
  setProps('threshold-table', { rowData: listed }); // which shows it
}

/**
 * Clientside callback: the threshold that was typed, as the server found it; empty if none was.
 * @param {any} given
 */
export function showFound(given) {
  if (!given) return;
  served = given;
  if (!given.said) {
    if (own && !(/** @type {HTMLInputElement} */ (element('threshold-search'))?.value)) own = false;
    if (!own) markFound(null);
  } else if (!bins || given.model === bins.model) {
    own = true;
    at = { ...given, threshold: finite(given.threshold) };
    if (bins) list(given.row);
    showInTable(at);
  }
  render();
}

/* The rule as today's or as the one that is tried: by the number that was typed. */
function use(what) {
  if (!at) return;
  const typed = at.typed === undefined ? NaN : parseDecimal(at.typed);
  const text = Number.isFinite(typed) ? String(typed) : at.text || null;
  setProps('hand', { data: { what, model: at.model, index: at.index, text, at: Date.now() } });
}

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest('#threshold-try')) use('choose');
  if (target.closest('#threshold-today')) use('pin');
  const line = target.closest('#threshold-table .ag-row');
  const row = line && rows.find(({ key }) => key === line.getAttribute('row-id'));
  if (!row) return;
  scrolledTo = row.key; // it is in sight
  moveTo(row);
  settle();
});

const follow = () => {
  if (at) delete at.said; // what the server said was about other conditions
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

/** What the server said last about a threshold. */
export const lastFound = () => served;
