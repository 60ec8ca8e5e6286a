/* Saves panels as pictures for slides, with what the page says of them. */

import { conditionsLine } from '../text/conditions.js';
import { presentConditions, presentDataset } from '../state/conditions.js';
import { around, dataOf, elementsOf } from '../state/elements.js';
import { drawnGraph } from '../panels/plotly-adapter.js';
import { dayWords, slideFile, slideOf, titleOf } from '../panels/slide.js';
import { totalLine } from './clipboard.js';
import { save } from './download.js';

/** @import { Graph } from '../core/types.js' */

/** "mammography.csv · 0.6 % positives, $4,000 a miss, $80 a false alarm · 23 November 2026" */
function footLine() {
  const conditions = conditionsLine(presentConditions()).replace(/\.$/, '');
  return [presentDataset().name, conditions, dayWords(new Date()), 'costdash'].join(' · ');
}

/** @param {string} part of the card */
const sentenceIn = (part) => document.querySelector(`.decision ${part}`)?.textContent.trim() || '';

/** The total with its notes, and the saving. */
const costWords = () => [totalLine(), sentenceIn('.against-line')].filter(Boolean).join('. ');

/** @param {Graph[]} graphs */
function wordsFor(graphs) {
  const [headline, foot] = [sentenceIn('.headline'), footLine()];
  if (graphs.length === 1) return { title: titleOf(graphs[0]), subtitle: headline, foot };
  return { title: headline, subtitle: `${sentenceIn('.say')} ${costWords()}`, foot };
}

/**
 * The picture of some graphs.
 * @param {Graph[]} graphs
 */
export const panelPicture = (graphs) => slideOf(graphs, wordsFor(graphs));

/** The page's font with its file. */
async function fontRule() {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[as=font]'));
  if (!link) return '';
  const bytes = new Uint8Array(await (await fetch(link.href)).arrayBuffer());
  const text = btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), ''));
  return `@font-face{font-family:Inter;font-weight:400 700;src:url("data:font/woff;base64,${text}") format("woff")}`;
}

/**
 * The file of a picture.
 * @param {Graph[]} graphs
 * @param {string} format png or svg
 */
export const pictureFile = async (graphs, format) => slideFile(graphs, format, wordsFor(graphs), await fontRule());

/** All panels that are seen; in a narrow window that is one. */
function seenPanels() {
  const graphs = elementsOf('.panels .panel .graph').filter((graph) => graph.checkVisibility());
  return graphs.flatMap(({ id }) => drawnGraph(id) ?? []);
}

/**
 * Saves a graph, or all panels, as a picture.
 * @param {string} id of a graph, or `panels`
 * @param {string} format png or svg
 */
export async function saveGraphs(id, format) {
  const graph = id === 'panels' ? null : drawnGraph(id);
  const graphs = graph ? [graph] : seenPanels();
  if (graphs.length > 0) save(await pictureFile(graphs, format), `costdash-${id.replace('-panel', '')}.${format}`);
}

document.addEventListener('click', ({ target }) => {
  const button = around(target, '[data-picture]');
  if (button && !button.matches(':disabled')) saveGraphs(dataOf(button, 'graph'), dataOf(button, 'picture'));
});
