/* How a share was read where it may have been meant otherwise: "Read 0.6 as 60 %.", and a button "I meant 0.6 %". */

import { on } from '../../state/events.js';
import { formatPrior, meantPercent, readingWords } from '../../text/parse.js';

let shownAt = null; // the place that says how a share was read

/** Takes back what was said. */
export function forgetReading() {
  if (shownAt) shownAt.replaceChildren();
  shownAt = null;
}

/**
 * Says below a box how the text was read, if it is a bare number that may have been meant in percent.
 * @param {HTMLElement | null} place
 * @param {string} text
 * @param {(text: string) => void} take takes the share that was meant, as if it had been typed
 * @param {string} [more] what follows on the share that was read
 */
export function sayReading(place, text, take, more = '.') {
  forgetReading();
  const meant = meantPercent(String(text));
  if (!place || meant === null) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = `I meant ${formatPrior(meant)}`;
  button.addEventListener('click', ({ detail }) => {
    const box = /** @type {HTMLElement | null} */ (place.parentElement.querySelector('input'));
    forgetReading();
    take(formatPrior(meant));
    if (detail === 0 && box) box.focus(); // pressed on the keyboard
  });
  place.replaceChildren(`${readingWords(String(text))}${more} `, button);
  shownAt = place;
}

on('conditions-moved', forgetReading);
