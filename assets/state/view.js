/* The view: which models are on, the level, the pinned and the chosen threshold. The only writer of its store. */

import { COST_AXES, defaultBasis, fingerprint, FLAT } from '../text/address.js';
import { viewInAddress, writeView } from './address.js';
import { bootData } from './boot.js';
import { readStored, writeStored } from './browser-storage.js';
import { currentDataset } from './conditions.js';
import { setProps } from './dash.js';
import { emit, on } from './events.js';
import { notify } from './notices.js';

const LEVEL = 'costdash-level';
/** Largest number of models that are on at once. */
export const MOST_MODELS = 10;

let view = null;
let controlsReady = false; // whether the controls show this view

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

export const currentView = () => view;
/** The number of the last question about the view. */
export const viewSeq = () => (view ? view.seq : null);
export const areViewControlsReady = () => controlsReady;

/** Called when the controls show this view for the first time. */
export function markViewControlsReady() {
  controlsReady = true;
}

function firstView(dataset, stored) {
  const before = stored || {};
  if (before.revision === dataset.revision) return { ...before, seq: Date.now() };
  if (dataset.models.length > MOST_MODELS) {
    notify(`${MOST_MODELS} of ${dataset.models.length} models are on: those of the largest area under the ROC curve.`);
  }
  return {
    revision: dataset.revision,
    token: dataset.token,
    data: fingerprint(dataset),
    models: defaultModels(dataset.models),
    level: readStored(LEVEL, bootData.level),
    lines: Boolean(before.lines),
    score_driven: Boolean(before.score_driven),
    roc_whole: Boolean(before.roc_whole),
    estimated_prior: before.estimated_prior !== false,
    switched: null,
    choose: defaultBasis(dataset),
    axis: before.axis || COST_AXES[0],
    readings: before.readings || [],
    flat: before.flat || FLAT,
    pin: pinFor(dataset, stored),
    chosen: null,
    seq: Date.now(),
  };
}

/* The models that are on at first: those of the largest area, as many as can be drawn. */
function defaultModels(models) {
  const largest = new Set([...models].sort((a, b) => b.auc - a.auc).slice(0, MOST_MODELS));
  return models.filter((model) => largest.has(model)).map((model) => model.name);
}

/* A pinned threshold belongs to a model of a data set: another file may bear the same name. It is kept where the
   columns are chosen anew or the same data come again, and dropped if they do not hold the model. */
function pinFor(dataset, stored) {
  const pin = stored && stored.pin;
  if (!pin) return null;
  const known = stored.token === dataset.token || stored.data === fingerprint(dataset);
  if (known && dataset.models.some(({ name }) => name === pin.model)) return pin;
  notify("Today's rule was removed: it belongs to other data.");
  return null;
}

/**
 * Starts with a data set.
 * @param {any} dataset
 * @param {any} stored the view that this tab had before a reload
 */
export function beginView(dataset, stored) {
  const first = view === null;
  view = firstView(dataset, view || stored);
  if (first) view = { ...view, ...viewInAddress(dataset, view.models) };
  writeView(view, dataset, true);
  controlsReady = false;
  emit('question-changed');
}

/**
 * Takes over a changed view. Returns whether it differs from the current one.
 * @param {any} next
 * @param {any} dataset
 */
export function setView(next, dataset) {
  if (same(next, view)) return false;
  view = { ...next, seq: Date.now() };
  writeView(view, dataset);
  emit('question-changed');
  return true;
}

/** @param {number} level */
export const rememberLevel = (level) => writeStored(LEVEL, level);

on('address-visited', () => {
  if (!view) return;
  const dataset = currentDataset();
  const next = { ...view, ...viewInAddress(dataset, defaultModels(dataset.models)) };
  if (same(next, view)) return;
  view = { ...next, seq: Date.now() };
  emit('view-shown', dataset);
  setProps('view', { data: view });
  emit('question-changed');
});
