/* The view: which models are on, the level, today's rule and the trial threshold. The only writer of its store. */

import { bootData } from '../core/boot-data.js';
import { firstAxis } from '../core/cost-axes.js';
import { existing } from '../core/existing.js';
import { defaultEvaluation, fingerprint, FLAT } from '../text/address.js';
import { viewInAddress, writeView } from './address.js';
import { readStored, writeStored } from './browser-storage.js';
import { presentDataset } from './conditions.js';
import { setProps } from './dash.js';
import { emit, on } from './events.js';
import { notify } from './notices.js';
import { recentView } from './recent-data.js';

/** @import { CompleteView } from '../core/types.js' */
/** @import { Dataset, DatasetModel, View } from '../core/wire.js' */

const LEVEL = 'costdash-level';
/** Largest number of models that are on at once. */
export const MOST_MODELS = 10;

/** @type {CompleteView | null} */
let view = null;
let controlsReady = false; // whether the controls show this view

/** @param {unknown} a @param {unknown} b */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

export const currentView = () => view;
/** The view; throws before there is a data set. */
export const presentView = () => existing(view, 'view');
/** The number of the last question about the view. */
export const viewSeq = () => (view ? view.seq : null);
export const areViewControlsReady = () => controlsReady;

/** Called when the controls show this view for the first time. */
export function markViewControlsReady() {
  controlsReady = true;
}

/** @param {Dataset} dataset @param {CompleteView | null} stored @returns {CompleteView} */
function firstView(dataset, stored) {
  if (stored && stored.revision === dataset.revision) return { ...stored, seq: Date.now() };
  const recent = recentView(dataset);
  if (recent) return { ...recent, seq: Date.now() };
  /** @type {Partial<View>} */
  const before = stored || {};
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
    evaluation: defaultEvaluation(dataset),
    axis: before.axis || firstAxis(),
    modes: before.modes || [],
    flat: before.flat || FLAT,
    today: todayFor(dataset, stored),
    trial: null,
    segment: null,
    more_labels: null,
    seq: Date.now(),
  };
}

/** The models shown at first: the models with the largest area, as many as can be drawn.
   @param {DatasetModel[]} models */
function defaultModels(models) {
  const largest = new Set([...models].sort((a, b) => Number(b.auc) - Number(a.auc)).slice(0, MOST_MODELS));
  return models.filter((model) => largest.has(model)).map((model) => model.name);
}

/** Today's rule belongs to a model of a data set; another file may use the model's name for another model. The rule
   stays if the columns are chosen again or the data are uploaded again, and is dropped if the model is missing.
   @param {Dataset} dataset @param {CompleteView | null} stored */
function todayFor(dataset, stored) {
  const today = stored && stored.today;
  if (!today) return null;
  const sameData = stored.token === dataset.token || stored.data === fingerprint(dataset);
  if (sameData && dataset.models.some(({ name }) => name === today.model)) return today;
  notify("Today's rule was removed: it belongs to other data.");
  return null;
}

/**
 * Starts the view of a data set.
 * @param {Dataset} dataset
 * @param {CompleteView | null} stored the view of this tab before a reload
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
 * Takes over a changed view. Returns whether it differs from the current view.
 * @param {CompleteView} next
 * @param {Dataset} dataset
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
  const dataset = presentDataset();
  const next = { ...view, ...viewInAddress(dataset, defaultModels(dataset.models)) };
  if (same(next, view)) return;
  view = { ...next, seq: Date.now() };
  emit('view-shown', dataset);
  setProps('view', { data: view });
  emit('question-changed');
});
