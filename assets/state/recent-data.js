/* The files that this browser showed before, newest first: name, rows, day, and what was set: conditions and view. */

import { readStored, writeStored } from './browser-storage.js';

/** @import { CompleteConditions, CompleteView } from '../core/types.js' */
/** @import { Dataset } from '../core/wire.js' */

/**
 * dataset: without notes, which may name values of the file.
 * @typedef {{ token: string, revision: string, name: string, rows: number, at: number, conditions: CompleteConditions, view?: CompleteView,
 *   dataset?: Dataset }} RecentData
 */

const KEY = 'costdash-recent';
const MOST = 9;

/** @returns {RecentData[]} */
export const recentData = () => readStored(KEY, []);

/** @param {string} token */
export const forgetData = (token) =>
  writeStored(
    KEY,
    recentData().filter((entry) => entry.token !== token),
  );

/** @type {RecentData | undefined} */
let opened; // the entry that is being opened

/** Opens an entry. It is listed again when its data are shown: data that are gone are named no more.
   @param {string} token */
export function openData(token) {
  opened = recentData().find((entry) => entry.token === token);
  forgetData(token);
}

/** Whoever signs out leaves no names behind. */
export const forgetAllData = () => writeStored(KEY, []);

/** @param {Dataset} dataset @param {CompleteConditions} conditions @param {CompleteView} view */
export function rememberData(dataset, conditions, view) {
  const { token, revision, name, rows } = dataset;
  const others = recentData().filter((entry) => entry.token !== token);
  const listed = { ...dataset, messages: [] };
  const entry = { token, revision, name, rows, at: Date.now(), conditions, view, dataset: listed };
  writeStored(KEY, [entry, ...others].slice(0, MOST));
}

/** What was set for these data; undefined if they were not shown before, or were read again since.
   @param {Dataset} dataset */
export function settingsOf({ token, revision }) {
  const entry = [...recentData(), opened].find((entry) => entry?.token === token);
  return entry && entry.revision === revision ? entry : undefined;
}

/** The view in which these data were left, without its trial threshold; null without one. @param {Dataset} dataset */
export function recentView(dataset) {
  const view = settingsOf(dataset)?.view;
  return view ? { ...view, trial: null } : null;
}
