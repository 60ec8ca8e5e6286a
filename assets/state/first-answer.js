/* The answer that came with the page, and the first look that the page shows of it until it is drawn. */

import { bootData } from '../core/boot-data.js';
import { existing } from '../core/existing.js';
import { graphIdOf, panelNames } from '../core/panels.js';
import { pageBuilt } from './boot.js';
import { holds } from './first-question.js';

/** @import { Answer, Conditions, Dataset, View } from '../core/wire.js' */
/** @typedef {{ dataset: Dataset, conditions: Conditions, view: View }} Question */

/** @type {Element[]} */
const looks = typeof document === 'undefined' ? [] : [...document.querySelectorAll('.first-look')];

/**
 * The answer that came with the page, if it is the answer to this question; once. Another question ends the first look.
 * @param {Question} asked
 * @returns {Answer | null}
 */
export function takeFirstAnswer(asked) {
  const block = document.getElementById('first-answer');
  if (!block) return null;
  block.remove();
  if (!isFirst(asked)) {
    for (const look of looks) look.remove();
    return null;
  }
  return { ...JSON.parse(block.textContent), conditions_seq: asked.conditions.seq, view_seq: asked.view.seq };
}

/** @param {Question} asked */
function isFirst({ dataset, conditions, view }) {
  const { first, dataset: served } = bootData;
  return Boolean(
    first && served?.token === dataset.token && holds(conditions, first.conditions) && holds(view, first.view),
  );
}

/* The pictures stay in the panels of the built page until Plotly has arrived. */
pageBuilt.then(() => {
  for (const id of panelNames().map((name) => existing(graphIdOf(name)))) {
    const picture = document.querySelector(`.first-look[data-look="${id}"] .look-picture`);
    const graph = document.getElementById(id);
    if (picture && graph && !graph.hasChildNodes()) graph.after(picture);
  }
  for (const look of looks) look.remove();
});
