/* The open tab and the two compared models lie in the address, so that a link opens what was seen. */

import { openInAddress, writeOpen } from './address.js';
import { setProps } from './dash.js';
import { choosePair } from './tab-models.js';

/** @import { Dataset } from '../core/wire.js' */

const restored = { tab: false, pair: false };

/** Shows what the address names, once; later changes are written into it.
   @param {string} tab @param {string[] | null} pair @param {Dataset} dataset */
function restore(tab, pair, dataset) {
  const given = openInAddress(dataset);
  if (!restored.tab && given.tab && given.tab !== tab) setProps('tabs', { value: given.tab });
  restored.tab = true;
  if (pair && given.pair) choosePair(given.pair);
}

/**
 * Clientside callback.
 * @param {string} tab
 * @param {string | null} a
 * @param {string | null} b
 * @param {Dataset | null} dataset
 */
export function rememberOpenTab(tab, a, b, dataset) {
  if (!dataset || !dataset.models) return;
  const pair = a && b ? [a, b] : null;
  if (restored.tab && restored.pair) {
    writeOpen(tab, pair);
    return;
  }
  restore(tab, pair, dataset);
  restored.pair = pair !== null;
}
