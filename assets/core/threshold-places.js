/* Where a threshold lies in each panel, and how a model's curve runs. Highlights, marks, labels and hovering read it. */

import { costCurve, costPlace } from './cost-axes.js';
import { caseRates, precisionAt } from './operating-point.js';
import { lineThrough, precisionCurve } from './polyline.js';

/** @import { Panel } from './types.js' */
/** @import { LiveModel, OperatingPoint, Rates } from './wire.js' */

const PLACES = {
  roc: ({ fpr, tpr }) => [fpr, tpr],
  pr(rates, { prior }) {
    const { fpr, tpr } = caseRates(rates);
    const precision = precisionAt(fpr, tpr, prior);
    return precision === null ? null : [tpr, precision];
  },
  cost: costPlace,
};

const without = new Set(); // panels that are read along axes on which thresholds have no place

/**
 * Called when a figure is drawn.
 * @param {string} name of the panel
 * @param {boolean} places whether thresholds have a place in it
 */
export function setPlaces(name, places) {
  if (places) without.delete(name);
  else without.add(name);
}

/**
 * Whether thresholds have a place in this panel.
 * @param {string} name of the panel
 */
export const hasPlaces = (name) => Object.hasOwn(PLACES, name) && !without.has(name);

/**
 * [x, y] of a threshold, in the units of the panel's axes; null where it has no place.
 * @param {string} name of the panel
 * @param {Rates & { text?: string | null, owner?: number, i?: number }} rates of the threshold
 * @param {OperatingPoint} point
 * @returns {[number, number] | null}
 */
export const placeOf = (name, rates, point) => (hasPlaces(name) ? PLACES[name](rates, point) : null);

const WALK = {
  roc(panel, model, _, emit) {
    lineThrough(panel, model.fpr, model.tpr, emit);
  },
  pr(panel, model, point, emit) {
    precisionCurve(caseRates(model), point.prior, panel, emit);
  },
  cost(panel, model, point, emit) {
    for (const [x, y, at] of costCurve(model, point)) emit(panel.x(x), panel.y(y), at);
  },
};

/**
 * Calls emit(x, y, at) along a model's curve: pixels, and the index of a threshold in the model's arrays.
 * @param {Panel} panel
 * @param {LiveModel} model
 * @param {OperatingPoint} point
 * @param {(x: number, y: number, at: number) => void} emit
 */
export const walkCurve = (panel, model, point, emit) => WALK[panel.name](panel, model, point, emit);
