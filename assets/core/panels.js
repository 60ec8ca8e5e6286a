/* The panels, their modes, and the names of the trivial classifiers: rows of the boot data, and the code of each row. */

import { bootData } from './boot-data.js';

/** @import { ModeCode, ModeRow, PanelCode, PanelRow } from './types.js' */

/** The id of the place over the strip of the best models, where keys step through its ranges. */
export const STRIP = 'strip-panel';

/** Names of the panels, from left to right. */
export const panelNames = () => bootData.panels.map(({ name }) => name);

/** @param {string} name */
const rowOf = (name) => bootData.panels.find((row) => row.name === name);

/**
 * The id of the element that a panel's graph is drawn into.
 * @param {string} name
 */
export const graphIdOf = (name) => rowOf(name)?.graph ?? null;

/**
 * The name of the panel that is drawn into an element.
 * @param {string} graph id of the element
 */
export const panelOfGraph = (graph) => bootData.panels.find((row) => row.graph === graph)?.name ?? null;

/**
 * How thresholds lie on the axes of a panel; '' where they have no place.
 * @param {string} name
 */
export const placesOf = (name) => rowOf(name)?.places ?? '';

/**
 * The name of the first panel whose row has a value.
 * @param {keyof PanelRow} field
 * @param {string | boolean} [value]
 */
export const panelWith = (field, value = true) => bootData.panels.find((row) => row[field] === value)?.name ?? null;

/**
 * The row of a mode; undefined for the curves.
 * @param {string | undefined} key
 * @returns {ModeRow | undefined}
 */
export const modeRow = (key) =>
  key !== undefined && Object.hasOwn(bootData.modes, key) ? bootData.modes[key] : undefined;

/** @type {Record<string, PanelCode>} */
const panelCodes = {};
/** @type {Record<string, ModeCode>} */
const modeCodes = {};

/**
 * Says what scripts do in a panel besides what they do in all; called once, by its script in panels/linked/.
 * @param {string} name
 * @param {PanelCode} code
 */
export function addPanel(name, code) {
  panelCodes[name] = code;
}

/**
 * @param {string} name
 * @returns {PanelCode}
 */
export const panelCode = (name) => panelCodes[name] || {};

/**
 * Says what scripts do in a mode; called once, by its script in panels/modes/.
 * @param {string} key
 * @param {ModeCode} code
 */
export function addMode(key, code) {
  modeCodes[key] = code;
}

/**
 * @param {string | undefined} key
 * @returns {ModeCode}
 */
export const modeCode = (key) => (key && modeCodes[key]) || {};

/** @param {'none' | 'all'} call */
export const trivialName = (call) => bootData.trivial[call];

/**
 * "flagging none" for "flag none".
 * @param {string} rule
 */
export const asGerund = (rule) => rule.replace('flag ', 'flagging ');
