/* Keeps the address bar in step with conditions and view, so that back, forward and reload restore them. */

import {
  conditionsFromQuery,
  fingerprint,
  labelsOf,
  labelsText,
  openFromQuery,
  queryOfConditions,
  queryOfOpen,
  queryOfView,
  refusesConditions,
  viewFromQuery,
} from '../text/address.js';
import { emit } from './events.js';

/** @import { CompleteConditions, CompleteView } from '../core/types.js' */
/** @import { Dataset } from '../core/wire.js' */

const MERGE = 1000; // ms within which changes share one entry of the history
let last = 0;

const query = () => new URLSearchParams(window.location.search);

/** The conditions that the address gives. */
export const conditionsInAddress = () => conditionsFromQuery(query());

/**
 * The file that the address was made for, if it is not the file of this data set; else null.
 * @param {Dataset} dataset
 */
export function fileOfOtherAddress(dataset) {
  const given = query().get('data');
  return given && given !== fingerprint(dataset) ? query().get('file') || 'another file' : null;
}

/** Whether the address was made for this data set. @param {Dataset | undefined} dataset */
export const isAddressOf = (dataset) => dataset !== undefined && query().get('data') === fingerprint(dataset);

/** Whether the address gives conditions that cannot be used. */
export const refusedInAddress = () => refusesConditions(query());

/**
 * The view that the address gives for a data set.
 * @param {Dataset} dataset
 * @param {string[]} otherwise the models shown if the address names none
 */
export const viewInAddress = (dataset, otherwise) =>
  fileOfOtherAddress(dataset) ? {} : viewFromQuery(query(), dataset, otherwise);

/** `initial` replaces the current entry of the history: a new data set adds no step.
   @param {[string, string | null][]} parts @param {boolean} initial */
function put(parts, initial) {
  const next = query();
  for (const [name, text] of parts) {
    if (text === null) next.delete(name);
    else next.set(name, text);
  }
  const address = '?' + next.toString();
  if (address === window.location.search) return;
  const merge = initial || Date.now() - last < MERGE;
  window.history[merge ? 'replaceState' : 'pushState']({}, '', address);
  if (!initial) last = Date.now();
}

/** @param {CompleteConditions} conditions */
export const writeConditions = (conditions, initial = false) => put(queryOfConditions(conditions), initial);

/**
 * Writes the view, and which data the address is about.
 * @param {CompleteView} view
 * @param {Dataset} dataset
 */
export function writeView(view, dataset, initial = false) {
  const { name = null, blanks } = dataset;
  /** @type {[string, string | null][]} */
  const labels = blanks?.open ? [] : [['labels', labelsText(blanks)]]; // an answer in the address is offered first
  put([...queryOfView(view, dataset), ...labels, ['file', name], ['data', fingerprint(dataset)]], initial);
}

/** The answer on blank labels that the address gives; null if there is none. */
export const labelsInAddress = () => labelsOf(query().get('labels'));

/**
 * The tab and the compared models that the address names for a data set.
 * @param {Dataset} dataset
 */
export const openInAddress = (dataset) => openFromQuery(query(), fileOfOtherAddress(dataset) ? [] : dataset.models);

/**
 * Writes the tab and the compared models to the address, without a step in the history.
 * @param {string} tab
 * @param {string[] | null} pair
 */
export const writeOpen = (tab, pair) => put(queryOfOpen(tab, pair), true);

window.addEventListener('popstate', () => emit('address-visited', conditionsInAddress()));
