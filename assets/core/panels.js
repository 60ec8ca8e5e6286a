/* The panels and the names of the trivial classifiers. All scripts read this list. */

import { bootData } from './boot-data.js';

/** The id of the place over the strip of the cost panel, where keys step through its ranges. */
export const STRIP = 'strip-panel';

/** Names of the panels, from left to right. */
export const panelNames = () => bootData.panels.map(({ name }) => name);

/**
 * The id of the element that a panel's graph is drawn into.
 * @param {string} name
 */
export function graphIdOf(name) {
  const panel = bootData.panels.find((entry) => entry.name === name);
  return panel ? panel.graph : null;
}

/** @param {string} call 'none' or 'all' */
export const trivialName = (call) => bootData.trivial[call];

/**
 * "flagging none" for "flag none".
 * @param {string} rule
 */
export const asGerund = (rule) => rule.replace('flag ', 'flagging ');
