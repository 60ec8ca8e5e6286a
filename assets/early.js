/* Runs before anything is painted: sets the theme, and hides the first look where this tab asks something else. */

import { bootData } from './core/boot-data.js';
import { readStored, readTabStore } from './state/browser-storage.js';
import { holds } from './state/first-question.js';
import { recentView, settingsOf } from './state/recent-data.js';

const root = document.documentElement;
const chosen = readStored('costdash-theme', null);
const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
root.setAttribute('data-mantine-color-scheme', ['dark', 'light'].includes(chosen) ? chosen : system);

const query = new URLSearchParams(window.location.search);

/** @import { BootData } from './core/types.js' */
/** @import { Dataset } from './core/wire.js' */
/** @typedef {NonNullable<BootData['first']>} First */

/** @param {Dataset} dataset @param {First} first */
function hasOtherConditions(dataset, first) {
  const stored = readTabStore('conditions') || settingsOf(dataset)?.conditions;
  return !query.has('prior') && stored && !holds(stored, first.conditions);
}

/** A new tab begins with the view of a recent file.
   @param {Dataset} dataset @param {First} first */
function hasOtherView(dataset, { view }) {
  if (query.has('level')) return false;
  const stored = readTabStore('view') || recentView(dataset);
  return stored ? !holds(stored, view) : readStored('costdash-level', view.level) !== view.level;
}

/** @param {Dataset} dataset @param {First} first */
function asksElse(dataset, first) {
  const stored = readTabStore('dataset');
  const isOther = stored?.token && stored.revision !== dataset.revision;
  return isOther || hasOtherConditions(dataset, first) || hasOtherView(dataset, first);
}

const { dataset, first } = bootData;
if (first && dataset?.token) root.classList.toggle('asks-else', Boolean(asksElse(dataset, first)));
