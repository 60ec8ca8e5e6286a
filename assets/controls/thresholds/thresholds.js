/* The tab of thresholds: a threshold that is dragged, typed or picked in the table, and what it finds and costs. */

import { caseRates, cheapestVertex, expectedCost, modelAt, pcfOf, resultsAt } from '../../core/operating-point.js';
import { placeOfThreshold } from '../../core/review-zone.js';
import { caseUnitAt } from '../../text/case-unit.js';
import { ledgerTexts } from '../../text/ledger.js';
import { costFormatter } from '../../text/numbers.js';
import { parseDecimal } from '../../text/parse.js';
import { thresholdSentences } from '../../text/threshold.js';
import { currentCaseUnit, presentDataset } from '../../state/conditions.js';
import { setProps } from '../../state/dash.js';
import { around, elementOf } from '../../state/elements.js';
import { on } from '../../state/events.js';
import { currentPoint, liveData } from '../../panels/live-point.js';
import { addZoneTrack, placeZoneHandles } from '../../panels/zone-handles.js';
import { redrawRows, scrollToRow } from './grid.js';
import { makeHandle } from './handle.js';
import { drawHistogram } from './histogram.js';
import { placeAt } from './score-axis.js';

/** @import { OperatingPoint, Rates } from '../../core/wire.js' */
/** @import { MovingZone, Track } from '../../panels/zone-handles.js' */
/** @import { Bins, Histogram } from './histogram.js' */

/**
 * A threshold of the model; an infinite threshold flags nothing.
 * @typedef {Rates & { model: string, index: number, text: string | null, threshold: number,
 *   paid?: Rates, typed?: string, sentences?: [string, string], key?: string, mark?: string }} ThresholdRow
 * @typedef {Omit<ThresholdRow, 'threshold'> & { threshold: number | null }} TableRow as the server sends it
 * @typedef {TableRow & { row: TableRow }} FoundThreshold the threshold of a typed text, and its row of the table
 * @typedef {FoundThreshold | { sentences?: undefined, error?: string }} Searched without sentences no threshold was found
 */

const NEAR = 70; // pixels between the handle and a mark whose words it would cover
const PAGE = 0.05; // share of the axis that PageUp moves

/** @type {string | null} */
let usualNote = null; // the sentence on the rows of the costs
/** @type {Bins | null} */
let bins = null; // the histogram, as the server sent it
/** @type {ThresholdRow[]} */
let rows = []; // of the table, from the lowest threshold up
/** @type {TableRow[]} */
let listed = []; // the thresholds in the order of the table
/** @type {ThresholdRow | null} */
let at = null; // where the handle is
let setByUser = false; // whether the user moved the handle; otherwise it stays at the best threshold
const markedRow = { key: '' }; // the key of the row that the user went to
/** @type {Histogram | null} */
let picture = null;
/** @type {string | null} */
let scrolledTo = null;
/** @type {Searched | null} */
let served = null; // the server's last answer about a threshold

/** @param {string} id */
const element = (id) => document.getElementById(id);
const box = () => element('threshold-scores');
/** @param {{ text: string | null, typed?: string }} threshold */
const wordsOf = ({ text, typed }) => typed || (text === null || text === '' ? 'inf' : text);
/** @param {number | null} threshold */
const finite = (threshold) => (threshold === null ? Infinity : threshold);

/* The cheapest threshold at the present conditions, from the model's hull with the exact rates of the table. Without a
   hull, as for a hidden model, the threshold that the table marks. */
function bestNow() {
  const [live, point] = [liveData(), currentPoint()];
  const model = live && point && live.models.find(({ name }) => name === bins?.model);
  const index = model && model.index[model.hull[cheapestVertex(model.tie, pcfOf(point))]];
  return rows.find((row) => row.index === index) || rows.find(({ mark = '' }) => /best|least/.test(mark)) || null;
}

/** @param {ThresholdRow} at @param {ThresholdRow} best @param {OperatingPoint} point */
function say(at, best, point) {
  const least = expectedCost(point, best.fpr, best.tpr);
  const live = thresholdSentences(wordsOf(at), at, point, currentCaseUnit(), least);
  const [first, second] = at.sentences || live;
  const place = elementOf('threshold-sentences');
  const lead = place.querySelector('b') || document.createElement('b');
  const rest = place.querySelector('span') || document.createElement('span');
  if (!place.contains(lead)) place.replaceChildren(lead, ' ', rest);
  lead.textContent = first;
  rest.textContent = second;
  return first;
}

/* Why the best threshold costs another amount here than on the card; only of the rule that the card shows, where the
   scripts know both. */
/** @param {ThresholdRow} best @param {OperatingPoint} point */
function sayCostNote(best, point) {
  const [place, live] = [elementOf('threshold-cost-note'), liveData()];
  usualNote ??= place.textContent;
  const results = live && document.querySelector('.decision [data-live=rule]') ? resultsAt(live, point) : null;
  const isShown = live && results?.call === 'some' && modelAt(live, results.owner).name === best.model;
  const { cases } = caseUnitAt(currentCaseUnit(), point.prior);
  const here = costFormatter(point).bare(cases * expectedCost(point, best.fpr, best.tpr));
  const { total } = isShown ? ledgerTexts(point, results, currentCaseUnit()) : {};
  const differs = total && total !== here;
  place.textContent = differs
    ? `Costs here are of these rows: ${here} for the best threshold. The card's ${total} adds its allowances for other rows.`
    : usualNote;
}

/** @param {Histogram} drawn @param {number} width @param {ThresholdRow} at @param {ThresholdRow} best */
function showMarks({ axis, showMarks: show }, width, at, best) {
  const today = rows.find(({ mark = '' }) => /today/.test(mark));
  const marks = [{ kind: 'best', row: best, word: 'best' }];
  if (today) marks.push({ kind: 'today', row: today, word: 'today' });
  show(
    marks.map(({ kind, row, word }) => {
      const place = axis.share(row.threshold);
      const near = Math.abs(axis.share(at.threshold) - place) * width < NEAR;
      return { kind, threshold: row.threshold, text: near ? '' : `${word} ${wordsOf(row)}` };
    }),
  );
}

/* Whatever follows the threshold and the conditions. */
function render() {
  const [point, best, place] = [currentPoint(), bestNow(), box()];
  if (!bins || !best || !point || !place?.clientWidth) return;
  if (!setByUser || !at) at = best;
  if (!picture) picture = drawHistogram(place, bins);
  const handle = makeHandle(place, MOVES);
  const { cases } = caseUnitAt(currentCaseUnit(), point.prior);
  const of = { positives: cases * point.prior, negatives: cases * (1 - point.prior) };
  const left = picture.part(at.threshold, of, caseRates(at));
  showMarks(picture, place.clientWidth, at, best);
  const spoken = say(at, best, point);
  sayCostNote(best, point);
  const name = at.threshold === best.threshold ? `${wordsOf(at)}, best` : wordsOf(at);
  handle.place(left, name, spoken, bins.model, at.threshold);
  picture.showZone([]);
  placeZoneHandles();
}

/** The thresholds of a review on the picture of its model's scores. @param {MovingZone} moving @returns {Track | null} */
function zoneTrack({ zone, model }) {
  const [drawn, place] = [picture, box()];
  if (!drawn || !place?.clientWidth || bins?.model !== model.name) return null;
  const { axis, shareAt } = drawn;
  return {
    box: place,
    frame: { left: 0, top: drawn.top, height: drawn.height },
    x: drawn.showZone(zone.ends.map(({ text }) => (text ? Number(text) : Infinity))),
    pointer: ({ clientX }) => clientX - place.getBoundingClientRect().left,
    nearest: (pixel) => (shareAt(pixel) >= 1 ? 0 : placeOfThreshold(model, axis.at(Math.max(0, shareAt(pixel))))),
  };
}
addZoneTrack(zoneTrack);

/** @param {ThresholdRow | undefined} row */
function moveTo(row) {
  if (!row) return;
  setByUser = true;
  at = row;
  render();
}

/** To the threshold under a place of the picture, in pixels. @param {number} pixel */
function drag(pixel) {
  if (picture) moveTo(rows[placeAt(picture.axis, thresholds(), picture.shareAt(pixel))]);
}

const thresholds = () => rows.map(({ threshold }) => threshold);

/** The place in the table of the rule that the handle is at. @param {ThresholdRow} at */
function placeOfHandle(at) {
  const place = rows.findIndex(({ threshold }) => threshold >= at.threshold);
  return place < 0 ? rows.length - 1 : place;
}

/** Steps by a row, by a part of the axis, or to an end. @param {'first' | 'last' | [number, boolean]} kind */
function step(kind) {
  if (!at || !picture) return;
  const [place, last] = [placeOfHandle(at), rows.length - 1];
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

/* Returns what takes a drag back. */
function begin() {
  const before = { setByUser, at };
  return () => {
    ({ setByUser, at } = before);
    render();
  };
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

const MOVES = { begin, drag, step, settle };

/** Marks the row of the threshold that was typed, dragged or picked. @param {ThresholdRow | null} row */
function markRow(row) {
  const key = (setByUser && row?.key) || '';
  if (key === markedRow.key) return;
  markedRow.key = key;
  if (!redrawRows()) markedRow.key = '';
}

/** Whether this row of the table is the threshold that the user went to. @param {string} [key] */
export const isCurrentRow = (key) => Boolean(key) && key === markedRow.key;

/** @param {ThresholdRow} threshold */
function showInTable({ threshold }) {
  const row = rows.find((candidate) => candidate.threshold >= threshold) || rows[rows.length - 1];
  markRow(row);
  if (!row || row.key === scrolledTo) return;
  scrolledTo = row.key ?? null;
  if (row.key) scrollToRow(row.key);
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
  [rows, listed] = [[], []];
  for (const id of ['threshold-scores', 'threshold-sentences']) element(id)?.replaceChildren();
}

/**
 * Clientside callback: rows of the table and the histogram.
 * @param {TableRow[] | null} given
 * @param {Bins | null} histogram
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
  if (JSON.stringify(bins) !== JSON.stringify(histogram)) picture = null;
  bins = histogram;
  if (setByUser && at?.model !== model) leaveModel();
  document.querySelector('.several-models')?.toggleAttribute('hidden', presentDataset().models.length < 2);
  render();
  if (at) showInTable(at);
}

/** The table has at most 1,000 rows: the row of a typed threshold may have to be added. @param {TableRow} row */
function list(row) {
  if (listed.length === 0 || listed.some(({ key }) => key === row.key)) return;
  const place = listed.findIndex(({ index }) => index > row.index);
  listed = listed.toSpliced(place < 0 ? listed.length : place, 0, row);
  setProps('threshold-table', { rowData: listed }); // which shows it
}

/**
 * Clientside callback: shows the server's answer about the typed threshold; the answer is empty if no text was typed.
 * @param {Searched | null} given
 */
export function showSearchedThreshold(given) {
  if (!given) return;
  served = given;
  if (!given.sentences) {
    if (setByUser && !(/** @type {HTMLInputElement | null} */ (element('threshold-search'))?.value)) setByUser = false;
    if (!setByUser) markRow(null);
  } else if (!bins || given.model === bins.model) {
    setByUser = true;
    const row = { ...given, threshold: finite(given.threshold) };
    at = row;
    if (bins) list(given.row);
    showInTable(row);
  }
  render();
}

/** Uses the threshold as today's rule or as the trial threshold, with the number that was typed.
   @param {'trial' | 'today'} what */
function use(what) {
  if (!at) return;
  const typed = at.typed === undefined ? NaN : parseDecimal(at.typed);
  const text = Number.isFinite(typed) ? String(typed) : at.text || null;
  setProps('panel-choice', { data: { what, model: at.model, index: at.index, text, at: Date.now() } });
}

document.addEventListener('click', (event) => {
  const { target } = event;
  if (around(target, '#threshold-trial')) use('trial');
  if (around(target, '#threshold-today')) use('today');
  const line = around(target, '#threshold-table .ag-row');
  const row = line && rows.find(({ key }) => key === line.getAttribute('row-id'));
  if (!row) return;
  scrolledTo = row.key ?? null; // it is in sight
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
  if (at) showInTable(at);
};
new ResizeObserver(redraw).observe(document.documentElement);
document.addEventListener('click', (event) => {
  if (around(event.target, '#thresholds-tab')) requestAnimationFrame(redraw);
});

/* A share that is typed empties the box of the other share. */
document.addEventListener('input', ({ target }) => {
  const { id } = /** @type {Element} */ (target);
  const other = { 'threshold-share': 'threshold-recall', 'threshold-recall': 'threshold-share' }[id];
  if (other && /** @type {HTMLInputElement} */ (element(other)).value) setProps(other, { value: '' });
});

/** The server's last answer about a threshold. */
export const lastServedThreshold = () => served;
