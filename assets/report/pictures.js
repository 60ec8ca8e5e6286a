/* Saves the report's pictures as those of the page: 16:9, with headline, key, and a line of file, conditions and date. */

import { elementOf, firstOf } from '../state/elements.js';
import { dayWords, slideFile, titleOf } from '../panels/slide.js';

/** @import { Graph } from '../core/types.js' */

/** @param {string} selector */
const textOf = (selector) => document.querySelector(selector)?.textContent.trim() ?? '';

/** "a.csv · 2 % positives, $50 a miss, $1 a false alarm · 27 November 2026": what the report shows, also when moved. */
function footLine() {
  const [prior, missed, alarm] = ['prior', 'cost_fn', 'cost_fp'].map((key) => textOf(`[data-condition=${key}]`));
  const { file, day = dayWords(new Date()) } = firstOf('header [data-file]').dataset;
  const conditions = `${prior} positives, ${missed} a miss, ${alarm} a false alarm`;
  return [file, conditions, day, 'costdash'].filter(Boolean).join(' · ');
}

/**
 * What the picture of a graph says.
 * @param {Graph} graph
 */
export function wordsFor(graph) {
  return { title: titleOf(graph), subtitle: textOf('[data-live=rule], .decision-rule h1'), foot: footLine() };
}

/** The report's font, whose file is part of the sheet. */
export function fontRule() {
  const rules = Array.from(document.styleSheets, (sheet) => [...sheet.cssRules]).flat();
  return rules.find((rule) => rule instanceof CSSFontFaceRule)?.cssText ?? '';
}

/**
 * Saves a graph as a picture.
 * @param {string} id
 * @param {string} format png or svg
 * @param {string} filename without its ending
 */
export async function savePicture(id, format, filename) {
  const graph = /** @type {Graph} */ (elementOf(id));
  const href = URL.createObjectURL(await slideFile([graph], format, wordsFor(graph), fontRule()));
  Object.assign(document.createElement('a'), { href, download: `${filename}.${format}` }).click();
}
