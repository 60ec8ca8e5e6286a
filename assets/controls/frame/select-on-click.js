/* A click into a box for a number selects what is in it, so that typing replaces it. A second click, or a drag over a
   part of the text, places the caret as anywhere else. */

import { around } from '../../state/elements.js';

/** Boxes into which a number is typed. */
export const NUMBER_BOXES =
  '.control-box input, .limit-box, .review-box, .counts-table input[inputmode], .today-box input:not([readonly])';
/** @type {HTMLInputElement | null} */
let entered = null; // the box that the press is about to enter, or that was entered by Tab and not used yet
/** @type {EventTarget | null} */
let used = null; // the box that was clicked or typed into since it has the focus

/** @param {EventTarget | null} target */
const boxOf = (target) => /** @type {HTMLInputElement | null} */ (around(target, NUMBER_BOXES));

document.addEventListener(
  'pointerdown',
  ({ target }) => {
    const box = boxOf(target);
    const hasFocus = box === document.activeElement;
    entered = hasFocus && box === used ? null : box;
    // A press on selected text, as Tab leaves it, takes the selection away only after the click.
    if (hasFocus && entered) entered.setSelectionRange(0, 0);
  },
  true,
);
document.addEventListener('click', ({ target }) => {
  const box = boxOf(target);
  if (box && box === entered && box.selectionStart === box.selectionEnd) box.select();
  entered = null;
  used = box;
});
document.addEventListener('input', ({ target }) => (used = target));
document.addEventListener('focusout', () => (used = null));
