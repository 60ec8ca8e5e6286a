/* What Python knows and the scripts need: registries, limits and words, as one JSON in the head of page and report. */

/** @import { BootData } from './types.js' */

const block = typeof document === 'undefined' ? null : document.getElementById('boot-data');

/** @type {BootData} */
export const bootData = block ? JSON.parse(block.textContent) : {};
