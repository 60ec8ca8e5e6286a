/* Where a threshold lies in each panel. Highlights, marks and hovering of all panels read this table. */

import { normalizedExpectedCost, pcfOf, precisionAt } from './operating-point.js';

/** @import { OperatingPoint } from './types.js' */

const PLACES = {
  roc: ({ fpr, tpr }) => [fpr, tpr],
  pr({ fpr, tpr }, { prior }) {
    const precision = precisionAt(fpr, tpr, prior);
    return precision === null ? null : [tpr, precision];
  },
  cost({ fpr, tpr }, point) {
    const pcf = pcfOf(point);
    return [pcf, normalizedExpectedCost(fpr, tpr, pcf)];
  },
};

/**
 * Whether thresholds have a place in this panel.
 * @param {string} name of the panel
 */
export const hasPlaces = (name) => Object.hasOwn(PLACES, name);

/**
 * [x, y] of a threshold, in the units of the panel's axes; null where it has no place.
 * @param {string} name of the panel
 * @param {{ fpr: number, tpr: number }} rates of the threshold
 * @param {OperatingPoint} point
 * @returns {[number, number] | null}
 */
export const placeOf = (name, rates, point) => (hasPlaces(name) ? PLACES[name](rates, point) : null);
