/* Asks for a second click before irreversible actions. */

import { around } from '../state/elements.js';
import { makeTimer } from '../state/timer.js';

const ARMED = 5000; // ms within which the second click counts
const BUTTON = '#delete-button';
const armed = makeTimer();

/** @param {Element} label */
function arm(label) {
  const words = label.textContent;
  label.textContent = 'Click again to delete';
  armed.start(() => {
    label.textContent = words;
  }, ARMED);
}

document.addEventListener(
  'click',
  (event) => {
    const { target } = event;
    const button = around(target, BUTTON);
    if (!button || armed.isRunning()) return;
    event.stopPropagation();
    event.preventDefault();
    arm(button.querySelector('.mantine-Button-label') || button);
  },
  true,
);
