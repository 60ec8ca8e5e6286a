/* Tables that scripts write or format: all pairs, the answers within the ranges, the thresholds, the points of a panel. */

import { axisRow } from '../core/cost-axes.js';
import { existing } from '../core/existing.js';
import { graphIdOf, modeRow, panelWith } from '../core/panels.js';
import { caseUnitAt } from '../text/case-unit.js';
import { parseCsv, thinned } from '../text/csv.js';
import { costFormatter, formatNumber, formatPercent } from '../text/numbers.js';
import { currentCaseUnit, settledConditions } from '../state/conditions.js';
import { setProps } from '../state/dash.js';
import { around, elementOf, firstOf } from '../state/elements.js';
import { on } from '../state/events.js';
import { currentView } from '../state/view.js';
import { currentPoint } from '../panels/live-point.js';
import { forgetRangeWords } from '../panels/overlays/ranges.js';
import { getPanel } from '../panels/plotly-adapter.js';
import { isCurrentRow } from '../controls/thresholds/thresholds.js';
import { fillElement } from './dom.js';

/** @import { TableRow } from '../controls/thresholds/thresholds.js' */
/** @import { Table } from '../core/wire.js' */
/** @import { Component, Plain } from './dom.js' */

/** @type {Table | null} */
let rangesTable = null; // as the server last sent it

/**
 * Clientside callback of the list of pairs and the table of their tests. They have too many cells for
 * Dash, which walks through all of them at every change.
 * @param {{ pairs: Plain, tests: Plain } | null} served
 */
export function showPairs(served) {
  if (!served) return;
  fillElement('pair-list', served.pairs);
  const list = document.getElementById('pair-list');
  if (list) list.hidden = Boolean(list.querySelector(':scope > [hidden]'));
  fillElement('all-pairs', served.tests);
}

/** @param {string} type @param {Plain} children @param {Record<string, unknown>} [props] @returns {Component} */
const component = (type, children, props = {}) => ({ type, props: { ...props, children } });

/** The elements that `bare_table` in costdash/web/page/components.py makes.
   @param {Table} table @param {string[][]} rows */
function writeRangesTable({ title, head, note }, rows) {
  const heads = head.map((name) => component('Th', name, { scope: 'col' }));
  const body = rows.map(([first, ...cells]) =>
    component('Tr', [component('Th', first, { scope: 'row' }), ...cells.map((cell) => component('Td', cell))]),
  );
  const parts = [component('Thead', component('Tr', heads)), component('Tbody', body)];
  const table = component('Table', parts, { className: 'table' });
  fillElement('optimal-ranges', [component('H3', title), table, component('P', note, { className: 'note' })]);
}

/**
 * Shows the server's table of the answers within the ranges; empty if there are no ranges.
 * @param {Table | null} served
 */
export function settleRangesTable(served) {
  rangesTable = served || null;
  forgetRangeWords();
  if (rangesTable) writeRangesTable(rangesTable, rangesTable.rows);
  else fillElement('optimal-ranges', []);
}

on('ranges-worded', (rows) => {
  if (rangesTable) writeRangesTable(rangesTable, rows);
});

// --- the points of a panel ---

const DIGITS = 4;
const THRESHOLD_DIGITS = 12;

/** @param {string} cell */
const isNumber = (cell) => cell !== '' && Number.isFinite(Number(cell));
/** @param {string} cell @param {number} digits */
const cellText = (cell, digits) => (isNumber(cell) ? formatNumber(Number(cell), digits) : cell);

/** @param {string} text */
function showPoints(text) {
  const [head, ...rows] = parseCsv(text.replace(/^\ufeff/, ''));
  const shown = thinned(rows);
  const of = shown.length < rows.length ? `${shown.length} of ${formatNumber(rows.length, 9)} points. ` : '';
  fillElement('data-table-note', `${of}Numbers are rounded; the CSV has every digit.`);
  const digits = head.map((name) => (name.startsWith('threshold') ? THRESHOLD_DIGITS : DIGITS));
  const heads = head.map((name) => component('Th', name, { scope: 'col' }));
  const body = shown.map(([first, ...cells]) =>
    component('Tr', [
      component('Th', first, { scope: 'row' }),
      ...cells.map((cell, k) => component('Td', cellText(cell, digits[k + 1]))),
    ]),
  );
  const parts = [component('Thead', component('Tr', heads)), component('Tbody', body)];
  fillElement('data-table-rows', component('Table', parts, { className: 'table' }));
}

/** The CSV file of what a panel shows now. @param {string} name */
function tableOf(name) {
  const mode = modeRow(getPanel(name)?.mode);
  const axis = name === panelWith('cost_axes') ? axisRow() : null;
  return (mode || axis)?.table || name;
}

/** The heading of a panel, which follows its mode. @param {string} name */
const titleOf = (name) => firstOf(`[data-panel="${graphIdOf(name)}"] h2`).textContent;

/**
 * Shows the points of the panel's CSV file.
 * @param {DOMStringMap} data
 */
async function openPoints({ table = '', title = titleOf(table) }) {
  const what = tableOf(table);
  const conditions = settledConditions();
  if (!conditions) return;
  setProps('data-table', { opened: true, title: `${title}: data` });
  fillElement('data-table-rows', []);
  fillElement('data-table-note', 'Reading …');
  elementOf('data-table-csv').dataset.csv = what;
  const asked = { token: conditions.token, conditions, view: currentView(), what };
  const headers = { 'Content-Type': 'application/json' };
  try {
    const answer = await fetch('export/csv', { method: 'POST', headers, body: JSON.stringify(asked) });
    if (answer.ok) showPoints(await answer.text());
    else fillElement('data-table-note', (await answer.json()).error);
  } catch {
    fillElement('data-table-note', 'The connection to the server was lost. Try again.');
  }
}

document.addEventListener('click', (event) => {
  const item = around(event.target, '[data-table]');
  if (item) openPoints(item.dataset);
});

/** How the threshold table formats and sorts. The infinite threshold has no text and sorts above all others.
   @param {string | null | undefined} text */
const thresholdOf = (text) => (text === null || text === undefined ? Infinity : Number(text));

/** @param {number | null | undefined} value @returns {value is number} */
const isGiven = (value) => value !== null && value !== undefined;

/** An expected cost per case, for the number of cases of the page. @param {number} value */
function costText(value) {
  const point = existing(currentPoint());
  return costFormatter(point).bare(value * caseUnitAt(currentCaseUnit(), point.prior).cases);
}

window.dashAgGridFunctions = Object.assign(window.dashAgGridFunctions || {}, {
  threeDigits: (/** @type {number | null} */ value) => (isGiven(value) ? formatNumber(value) : ''),
  asPercent: (/** @type {number | null} */ value) => (isGiven(value) ? formatPercent(value) : ''),
  asCost: (/** @type {number | null} */ value) => (isGiven(value) && currentPoint() ? costText(value) : ''),
  isMarked: (/** @type {TableRow | null} */ row) => Boolean(row && row.mark),
  isCurrent: (/** @type {TableRow | null} */ row) => isCurrentRow(row?.key),
  /** @param {string | null} a @param {string | null} b */
  byThreshold(a, b) {
    const [first, second] = [thresholdOf(a), thresholdOf(b)];
    return first === second ? 0 : first - second;
  },
});
