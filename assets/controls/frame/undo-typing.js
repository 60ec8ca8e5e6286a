/* Escape in a box for a number brings back what was in it before the typing. Where nothing was typed, Escape closes or
   ends what it closes elsewhere. */

import { around } from '../../state/elements.js';
import { emit } from '../../state/events.js';
import { NUMBER_BOXES } from './select-on-click.js';

const { set: setValue } = /** @type {{ set: (text: string) => void }} */ (
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
);
/** The box with a text that is not taken over, and its text before. @type {{ box: HTMLInputElement, before: string } | null} */
let draft = null;

/** @param {EventTarget | null} target */
const boxOf = (target) => /** @type {HTMLInputElement | null} */ (around(target, `${NUMBER_BOXES}, .sticky-bar input`));

document.addEventListener('beforeinput', ({ target }) => {
  const box = boxOf(target);
  if (box && draft?.box !== box) draft = { box, before: box.value };
});
for (const taken of ['change', 'focusin']) document.addEventListener(taken, () => (draft = null), true);

/** Brings the text back, also where React draws the box. @param {{ box: HTMLInputElement, before: string }} typed */
function undo({ box, before }) {
  setValue.call(box, before);
  box.dispatchEvent(new Event('input', { bubbles: true }));
  box.select();
}

// At the window, before a dialog sees the key and closes.
window.addEventListener(
  'keydown',
  (event) => {
    const box = boxOf(event.target);
    if (event.key === 'Enter') draft = null;
    if (event.key !== 'Escape' || !box) return;
    if (draft?.box === box && draft.before !== box.value) {
      event.preventDefault();
      event.stopImmediatePropagation();
      undo(draft);
    }
    draft = null;
    emit('typing-undone', box);
  },
  true,
);
