/* How a share was read where it may have been meant otherwise: "Read 0.6 as 60 %.", and a button "I meant 0.6 %". */

import { existing } from '../../core/existing.js';
import { formatPrior, meantPercent, parseShare, shareMeaningWords } from '../../text/parse.js';
import { on } from '../../state/events.js';

/** @type {HTMLElement | null} */
let shownAt = null; // the place of the sentence about how a share was read

/** Removes the shown meaning. */
export function forgetShareMeaning() {
  if (shownAt) shownAt.replaceChildren();
  shownAt = null;
}

/**
 * Shows below a box how the text was read, if it is a bare number that the user may have meant in percent.
 * @param {HTMLElement | null} place
 * @param {string} text
 * @param {(text: string) => void} take takes the other reading, as if it had been typed
 * @param {number | null} [taken] how it was read, if not as a share
 */
export function showShareMeaning(place, text, take, taken = parseShare(String(text))) {
  forgetShareMeaning();
  const inPercent = meantPercent(String(text));
  if (!place || inPercent === null || taken === null) return;
  const other = taken === inPercent ? existing(parseShare(String(text))) : inPercent;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = `I meant ${formatPrior(other)}`;
  button.addEventListener('click', ({ detail }) => {
    const box = /** @type {HTMLElement | null | undefined} */ (place.parentElement?.querySelector('input'));
    forgetShareMeaning();
    take(formatPrior(other));
    if (detail === 0 && box) box.focus(); // pressed on the keyboard
  });
  place.replaceChildren(`${shareMeaningWords(String(text), taken)}. `, button);
  shownAt = place;
}

on('conditions-moved', forgetShareMeaning);
