/* Rewrites the numbers in the decision while the pointer drags; the sentences around them wait for the answer. */

import { chosenBasis } from '../state/conditions.js';
import { decisionTexts } from '../text/decision.js';

/** @import { LiveData, OperatingPoint, Results } from '../core/types.js' */

const COLOURS = 10; // model colours of the style sheet, used in turn

/* A sentence that was made for another call is not filled with numbers that it does not mean. */
function markOutdated(call) {
  for (const sentence of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-live-call]'))) {
    sentence.classList.toggle('outdated', call !== null && sentence.dataset.liveCall !== call);
  }
}

/* A model's name has the model's colour, by a class of the style sheet. */
function colourName(element, i) {
  const current = Array.from(element.classList).find((name) => /^ink-\d+$/.test(name));
  if (current) element.classList.replace(current, 'ink-' + (i % COLOURS));
}

/**
 * @param {LiveData} live
 * @param {OperatingPoint} point
 * @param {Results} results
 */
export function rewriteDecision(live, point, results) {
  const texts = decisionTexts(live, point, results, chosenBasis());
  markOutdated(results.call);
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-live]'))) {
    const text = texts[element.dataset.live];
    if (text === undefined || element.closest('.outdated')) continue;
    if (element.textContent !== text) element.textContent = text;
    if (element.dataset.live === 'model') colourName(element, results.owner);
  }
}

/** The sentences are those of the server again. */
export const settleDecision = () => markOutdated(null);
