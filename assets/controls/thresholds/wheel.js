/* The wheel over the table of thresholds scrolls the page until the pointer moves within the table: a table that slides
   under a pointer at rest, while the page is scrolled, does not catch it. */

import { around } from '../../state/elements.js';

const PASSES = 'passes-wheel';
const table = () => document.getElementById('threshold-table');

window.addEventListener('scroll', () => table()?.classList.add(PASSES), { passive: true });
document.addEventListener('pointermove', ({ target, movementX, movementY }) => {
  // A browser also reports moves of 0 where the page has moved under the pointer.
  if ((movementX || movementY) && around(target, '#threshold-table')) table()?.classList.remove(PASSES);
});
