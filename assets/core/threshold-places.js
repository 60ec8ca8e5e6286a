/* Where a threshold lies in each panel, and how a model's curve runs. Highlights, marks, labels and hovering read it.
   A panel's row says which of these kinds of places it has. */

import { costCurve, costPlace } from './cost-axes.js';
import { caseRates, precisionAt, ratesAt } from './operating-point.js';
import { placesOf } from './panels.js';
import { lineThrough, precisionCurve } from './polyline.js';

/** @import { Emit, Panel, PlacedRates, Places, Walk } from './types.js' */
/** @import { LiveModel, OperatingPoint } from './wire.js' */

/** @type {Record<string, Places>} */
const KINDS = {
  rates: {
    place: ({ fpr, tpr }) => [fpr, tpr],
    walk: (panel, model, _, emit) => lineThrough(panel, model.fpr, model.tpr, emit),
  },
  precision: {
    place(rates, { prior }) {
      const { fpr, tpr } = caseRates(rates);
      const precision = precisionAt(fpr, tpr, prior);
      return precision === null ? null : [tpr, precision];
    },
    walk: (panel, model, point, emit) => precisionCurve(caseRates(model), point.prior, panel, emit),
  },
  cost: {
    place: costPlace,
    walk(panel, model, point, emit) {
      for (const [x, y, at] of costCurve(model, point)) emit(panel.x(x), panel.y(y), at);
    },
    byPiece: true,
  },
};

/**
 * Adds a kind of places, for a panel whose row names it.
 * @param {string} kind
 * @param {Places} places
 */
export function addPlaces(kind, places) {
  KINDS[kind] = places;
}

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

/** @param {string} name */
const kindOf = (name) => KINDS[placesOf(name)];

/**
 * Whether thresholds have a place in this panel.
 * @param {string} name of the panel
 */
export const hasPlaces = (name) => Boolean(kindOf(name)) && !without.has(name);

/**
 * [x, y] of a threshold, in the units of the panel's axes; null where it has no place.
 * @param {string} name of the panel
 * @param {PlacedRates} rates of the threshold
 * @param {OperatingPoint} point
 * @returns {[number, number] | null}
 */
export const placeOf = (name, rates, point) => (hasPlaces(name) ? kindOf(name).place(rates, point) : null);

/**
 * Whether a piece of a curve belongs to the threshold where it begins; otherwise to the nearer of its ends.
 * @param {string} name of the panel
 */
export const goesByPiece = (name) => Boolean(kindOf(name).byPiece);

/** From place to place. @type {Walk} */
function straight(panel, model, point, emit) {
  model.fpr.forEach((_, at) => {
    const place = placeOf(panel.name, ratesAt(model, at), point);
    if (place) emit(...panel.at(...place), at);
  });
}

/**
 * Calls emit(x, y, at) along a model's curve: pixels, and the index of a threshold in the model's arrays.
 * @param {Panel} panel
 * @param {LiveModel} model
 * @param {OperatingPoint} point
 * @param {Emit} emit
 */
export const walkCurve = (panel, model, point, emit) =>
  (kindOf(panel.name).walk || straight)(panel, model, point, emit);
