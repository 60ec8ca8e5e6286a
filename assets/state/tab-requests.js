/* Asks the server for the contents of a tab only while the tab is open, and only when the answer about the panels is
   complete, so that neither takes a processor or a waiting place from it. What takes long comes when nothing has
   changed for a while. */

import { tabRows } from '../core/tabs.js';
import { isSettled, TAB_NAME } from './answer.js';
import { hasDeferredWrites, noUpdate, setProps } from './dash.js';
import { around, dataOf, elementsOf } from './elements.js';
import { on } from './events.js';
import { makeTimer } from './timer.js';

/** @import { Dataset } from '../core/wire.js' */

const HIDDEN = { visible: false };
const NO_FIGURE = { data: [], layout: { xaxis: HIDDEN, yaxis: HIDDEN, paper_bgcolor: 'rgba(0,0,0,0)' } };
const SOON = 50; // ms after an answer in which Dash learns of its question, and the tab asks by itself
const SLOW_AFTER = 1500; // ms without a change after which slow results are asked for

/** @type {string | null} */
let shown = null; // the revision of the data set that the tabs are about
/** @type {string | null} */
let postponed = null; // the open tab, if it waits for the answer
const [asking, askingForSlow] = [makeTimer(), makeTimer()];

/* Empties the tabs while the answers for a new data set are awaited. */
function emptyTabs() {
  for (const id of tabRows().flatMap(({ figures }) => figures)) setProps(id, { data: NO_FIGURE });
  for (const id of tabRows().flatMap(({ texts }) => texts)) {
    if (document.getElementById(id)) setProps(id, { children: [] }); // closed tabs may not be built yet
  }
}

/** @param {string} key @param {string} tab the open tab @param {Dataset | null} dataset */
function askIf(key, tab, dataset) {
  const revision = dataset ? dataset.revision : null;
  if (shown !== null && revision !== shown) emptyTabs();
  shown = revision;
  if (tab !== key) return noUpdate();
  postponed = isSettled() ? null : key;
  return postponed ? noUpdate() : { at: Date.now() };
}

/**
 * An input of a tab has changed; the tab asks by itself if it waits for the answer.
 * @param {string} key @param {unknown} tab the open tab
 */
function askIfChanged(key, tab) {
  if (tab !== key || !shown) return noUpdate();
  postponed = isSettled() ? postponed : key;
  return postponed ? noUpdate() : { at: Date.now() };
}

/** @param {string} key @param {object} [more] */
const ask = (key, more) => setProps(`${key}-question`, { data: { at: Date.now(), ...more } });

/**
 * A clientside callback for each tab that asks, by the tab's key.
 * @template T
 * @param {(key: string) => T} callbackOf
 * @returns {Record<string, T>}
 */
function ofTabs(callbackOf) {
  const asking = tabRows().filter(({ asks }) => asks);
  return Object.fromEntries(asking.map(({ key }) => [key, callbackOf(key)]));
}

/**
 * Clientside callbacks: the open tab and the three stores, in; the time of a question, out.
 * @type {Record<string, (tab: string, dataset: Dataset | null) => unknown>}
 */
export const tabRequests = ofTabs(
  (key) => (/** @type {string} */ tab, /** @type {Dataset | null} */ dataset) => askIf(key, tab, dataset),
);

/**
 * Clientside callbacks: the inputs of a callback and the open tab, in; the time of a question, out.
 * @type {Record<string, (...values: unknown[]) => unknown>}
 */
export const tabChanges = ofTabs(
  (key) =>
    (...values) =>
      askIfChanged(key, values.at(-1)),
);

function askPostponed() {
  if (!postponed) return;
  if (hasDeferredWrites()) {
    asking.start(askPostponed, SOON);
    return;
  }
  ask(postponed);
  postponed = null;
}

/** Clientside callback: a tab has new contents, which may lack slow results. */
export function askForSlow() {
  askingForSlow.start(() => {
    const [lacking] = elementsOf('[data-slow]').filter((note) => note.checkVisibility());
    if (!lacking) return;
    const isBusy = document.hidden || !isSettled() || document.body.classList.contains('moving');
    if (isBusy) askForSlow();
    else ask(dataOf(lacking, 'slow'), { slow: TAB_NAME });
  }, SLOW_AFTER);
}

on('answer', ({ refining }) => {
  if (!refining) asking.start(askPostponed, SOON);
});
on('unanswered', () => asking.start(askPostponed, SOON));

document.addEventListener('click', (event) => {
  const button = around(event.target, '[data-again]');
  if (button) ask(dataOf(button, 'again'));
});
