/* The models of the tabs follow the recommendation until the user chooses one of them. */

import { setProps, userChanges } from './dash.js';

const GROUPS = [['threshold-model'], ['folds-model'], ['pair-a', 'pair-b']];
/** @type {Record<string, string | null>} */
const written = {}; // what the recommendation last wrote to each chooser
/** @type {Set<string>} */
const chosen = new Set(); // choosers that the user, or the address, has set

/** Clientside callback of the four choosers: a value that no script wrote is the user's choice. */
export function rememberTabModels() {
  for (const [id] of userChanges(written)) chosen.add(id);
}

/** Keeps the two compared models while the user explores their picture. */
export function storePair() {
  for (const id of GROUPS[2]) chosen.add(id);
}

/** Forgets the choices when another data set is opened. */
export function forgetTabModels() {
  chosen.clear();
  for (const id of GROUPS.flat()) delete written[id];
}

/**
 * Sets the choosers that nobody has touched; of the two compared models, both or none.
 * @param {Record<string, string | null | undefined>} models
 */
export function followModels(models) {
  for (const ids of GROUPS) {
    if (ids.some((id) => chosen.has(id))) continue;
    for (const id of ids) {
      const model = models[id];
      if (model === undefined || written[id] === model) continue;
      written[id] = model;
      setProps(id, { value: model });
    }
  }
}

/**
 * Sets the two compared models, as the address names them: chosen by hand.
 * @param {string[]} pair
 */
export function choosePair(pair) {
  storePair();
  GROUPS[2].forEach((id, k) => setProps(id, { value: pair[k] }));
}
