/* The tabs: rows of the boot data. */

import { bootData } from './boot-data.js';

/** @import { TabRow } from './types.js' */

/** The rows of the tabs, in their order. */
export const tabRows = () => bootData.tabs;

/** The tab that is open at first, which the address does not name. */
export const firstTab = () => tabRows()[0].key;

/**
 * Whether there is a tab with this key.
 * @param {string | null} key
 */
export const isTab = (key) => tabRows().some((row) => row.key === key);

/** @param {TabRow} row */
const hasPair = ({ choosers }) => choosers.length === 2;

/**
 * Whether a tab compares two models, which the address then names.
 * @param {string} key
 */
export const comparesPair = (key) => tabRows().some((row) => row.key === key && hasPair(row));

/** The selects of the two compared models. */
export const pairChoosers = () => tabRows().find(hasPair)?.choosers ?? [];

/** The selects of the tabs that show a single model. */
export const modelChoosers = () => tabRows().flatMap((row) => (hasPair(row) ? [] : row.choosers));
