/* Three sentences on a first visit, one at a time, in the flow of the page, so that nothing is covered. */

import { readStored, writeStored } from '../state/browser-storage.js';

const KEY = 'costdash-toured';
let current = 0;

const steps = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll('#tour [data-step]')]);

function show() {
  const all = steps();
  all.forEach((step, i) => (step.hidden = i !== current));
  document.getElementById('tour').hidden = current >= all.length;
  if (current >= all.length) writeStored(KEY, true);
}

/** Starts the tour unless this browser has seen it. */
export function beginTour() {
  if (!readStored(KEY, false) && document.getElementById('tour')) show();
}

document.addEventListener('click', (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('#tour button'));
  if (!button) return;
  current = button.dataset.tour === 'next' ? current + 1 : steps().length;
  show();
});
