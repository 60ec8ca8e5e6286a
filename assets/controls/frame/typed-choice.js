/* In a list that can be typed into, Tab takes the highlighted option before it goes on, as Enter does. Mantine's own
   choice on leaving a box takes the first option of the whole list where a choice moves the focus. */

import { around } from '../../state/elements.js';

/** Whether the open list of a box highlights an option. @param {HTMLElement} box */
function hasHighlight(box) {
  const list = document.getElementById(box.getAttribute('aria-controls') ?? '');
  return Boolean(list?.checkVisibility() && list.querySelector('[role="option"][data-combobox-selected]'));
}

document.addEventListener(
  'keydown',
  ({ target, key, shiftKey, isComposing }) => {
    if (key !== 'Tab' || shiftKey || isComposing) return;
    const box = around(target, '.mantine-Select-input:not([readonly])');
    if (!box || !hasHighlight(box)) return;
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }));
  },
  true,
);
