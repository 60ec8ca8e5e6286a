/* Downloads: report, JSON, CSV and pictures. Requests carry the token in their body, so that no address holds it. */

import { pairChoosers } from '../core/tabs.js';
import { settledConditions } from '../state/conditions.js';
import { around, firstOf, inputOf } from '../state/elements.js';
import { notify } from '../state/notices.js';
import { currentView } from '../state/view.js';

/** @import { CompleteConditions } from '../core/types.js' */
/** @import { Dataset } from '../core/wire.js' */

const RELEASE_AFTER = 60000; // ms until the browser may free the file

/** @param {string} path @param {object} asked */
async function download(path, asked) {
  try {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(asked) });
    if (!answer.ok) {
      notify((await answer.json()).error);
      return;
    }
    const [, name = ''] = answer.headers.get('Content-Disposition')?.match(/filename="([^"]+)"/) || [];
    save(await answer.blob(), name);
  } catch {
    notify('The connection to the server was lost. Try again.');
  }
}

/**
 * Gives a file to the browser to keep.
 * @param {Blob} blob
 * @param {string} name
 */
export function save(blob, name) {
  const href = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), RELEASE_AFTER);
}

/** Downloads what the page shows. This can take seconds, so the button shows the progress.
   @param {string} kind @param {HTMLElement} button @param {string} busyText @param {object} more */
async function exportPage(kind, button, busyText, more) {
  const conditions = settledConditions();
  if (!conditions || button.dataset.busy) return;
  const label = button.querySelector('.button-label') || button;
  const before = label.textContent;
  button.dataset.busy = '1';
  label.textContent = busyText;
  const { token } = conditions;
  await download('export/' + kind, { token, conditions, view: currentView(), compare: comparedBy(), ...more });
  label.textContent = before;
  delete button.dataset.busy;
}

/**
 * The compared pair, if the curve of the pair is asked for.
 * @param {DOMStringMap} data
 */
function comparedPair({ graph }) {
  if (graph !== 'difference-panel') return {};
  return { pair: pairChoosers().map((id) => inputOf(id).value) };
}

/* Margin (%) and kind of band of the tab Compare. */
function comparedBy() {
  const margin = /** @type {HTMLInputElement | null} */ (document.getElementById('margin'));
  const band = /** @type {HTMLInputElement | null} */ (document.querySelector('#pair-band input:checked'));
  return { margin: margin ? parseFloat(margin.value) || null : null, band: band ? band.value : 'point' };
}

/* Title and note of the report, as typed. */
function typedHeading() {
  return { title: inputOf('report-title').value, note: inputOf('report-note').value };
}

document.addEventListener('click', (event) => {
  const selector = '#report-button, [data-json], [data-csv]';
  const button = around(event.target, selector);
  if (!button || button.matches(':disabled')) return;
  // The item of a menu disappears, so the menu's button shows the progress.
  const label = button.closest('.files') ? firstOf('.data-opener') : button;
  const { json, csv } = button.dataset;
  if (button.id === 'report-button') exportPage('report', label, 'Making…', typedHeading());
  else if (json) exportPage('json', label, 'Making…', {});
  else exportPage('csv', label, label === button ? '…' : 'Making…', { what: csv, ...comparedPair(button.dataset) });
});

/**
 * Clientside callback of the button of the threshold table.
 * @param {number} clicks
 * @param {Dataset | null} dataset
 * @param {CompleteConditions | null} conditions
 * @param {string} model
 */
export function exportThresholds(clicks, dataset, conditions, model) {
  if (!clicks || !dataset || !conditions || !model) return;
  download('export/thresholds', { token: dataset.token, model, conditions, view: currentView() });
}
