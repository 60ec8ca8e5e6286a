/* The models of the tabs follow the recommendation until the user chooses one of them. */

import { modelChoosers, pairChoosers } from '../core/tabs.js';
import { setProps, userChanges } from './dash.js';

/** @type {Record<string, string | null>} */
const written = {}; // what the recommendation last wrote to each chooser
/** @type {Set<string>} */
const chosen = new Set(); // choosers that the user, or the address, has set

/** Clientside callback of the choosers: a value that no script wrote is the user's choice. */
export function rememberTabModels() {
  for (const [id] of userChanges(written)) chosen.add(id);
}

/** Keeps the two compared models while the user explores their picture. */
export function storePair() {
  for (const id of pairChoosers()) chosen.add(id);
}

/** Forgets the choices when another data set is opened. */
export function forgetTabModels() {
  chosen.clear();
  for (const id of [...modelChoosers(), ...pairChoosers()]) delete written[id];
}

/** @param {string} id @param {string | null | undefined} model */
function follow(id, model) {
  if (model === undefined || written[id] === model) return;
  written[id] = model;
  setProps(id, { value: model });
}

/**
 * Sets the choosers that nobody has touched; of the two compared models, both or none.
 * @param {string | null | undefined} model of each tab that shows one
 * @param {(string | null | undefined)[]} pair
 */
export function followModels(model, pair) {
  for (const id of modelChoosers()) if (!chosen.has(id)) follow(id, model);
  if (!pairChoosers().some((id) => chosen.has(id))) pairChoosers().forEach((id, k) => follow(id, pair[k]));
}

/**
 * Sets the two compared models, as the address names them: chosen by hand.
 * @param {string[]} pair
 */
export function choosePair(pair) {
  storePair();
  pairChoosers().forEach((id, k) => setProps(id, { value: pair[k] }));
}
