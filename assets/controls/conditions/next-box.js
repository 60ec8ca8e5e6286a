/* Tab after a number was typed goes to the next box of the bar, past the slider that the number has moved. Without a
   typed number it goes on to the slider, as everywhere. */

import { around, inputOf } from '../../state/elements.js';

const NEXT = { 'prior-box': 'cost-fn-box', 'cost-fn-box': 'cost-fp-box', 'cost-fp-box': 'cases-per-month' };
/** @type {HTMLElement | null} */
let typedInto = null;

document.addEventListener('input', ({ target }) => (typedInto = around(target, '.conditions-bar input')));
document.addEventListener('focusin', () => (typedInto = null));
document.addEventListener('keydown', (event) => {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
  const next = typedInto && NEXT[/** @type {keyof typeof NEXT} */ (typedInto.id)];
  if (key !== 'Tab' || !next || shiftKey || altKey || ctrlKey || metaKey) return;
  if (document.getElementById(next)?.checkVisibility() !== true) return; // it has a range
  event.preventDefault();
  inputOf(next).select();
});
