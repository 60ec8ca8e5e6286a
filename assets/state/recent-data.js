/* The files that this browser showed before, newest first: name, rows, day, and the conditions that were set. */

import { readStored, writeStored } from './browser-storage.js';

/** @import { CompleteConditions } from '../core/types.js' */
/** @import { Dataset } from '../core/wire.js' */

/**
 * dataset: without notes, which may name values of the file.
 * @typedef {{ token: string, revision: string, name: string, rows: number, at: number, conditions: CompleteConditions, dataset?: Dataset }} RecentData
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

/** @param {Dataset} dataset @param {CompleteConditions} conditions */
export function rememberData(dataset, conditions) {
  const { token, revision, name, rows } = dataset;
  const others = recentData().filter((entry) => entry.token !== token);
  const entry = { token, revision, name, rows, at: Date.now(), conditions, dataset: { ...dataset, messages: [] } };
  writeStored(KEY, [entry, ...others].slice(0, MOST));
}

/** The conditions that were set for these data; null if they were not shown before, or were read again since.
   @param {Dataset} dataset */
export function conditionsOf({ token, revision }) {
  const entry = [...recentData(), opened].find((entry) => entry?.token === token);
  return entry && entry.revision === revision ? entry.conditions : null;
}
