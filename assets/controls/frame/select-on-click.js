/* A click into a box for a number selects what is in it, so that typing replaces it. A second click, or a drag over a
   part of the text, places the caret as anywhere else. */

import { around } from '../../state/elements.js';

const BOXES =
  '.control-box input, .limit-box, .review-box, .counts-table input[inputmode], .today-box input:not([readonly])';
/** @type {HTMLInputElement | null} */
let entered = null; // the box that the press is about to enter

/** @param {EventTarget | null} target */
const boxOf = (target) => /** @type {HTMLInputElement | null} */ (around(target, BOXES));

document.addEventListener(
  'pointerdown',
  ({ target }) => {
    const box = boxOf(target);
    entered = box === document.activeElement ? null : box;
  },
  true,
);
document.addEventListener('click', ({ target }) => {
  const box = boxOf(target);
  if (box && box === entered && box.selectionStart === box.selectionEnd) box.select();
  entered = null;
});
