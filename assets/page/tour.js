/* Three hints on a first visit, one at a time, each beside what it is about. */

import { readStored, writeStored } from '../state/browser-storage.js';

const KEY = 'costdash-toured';
const GAP = 10; // pixels between a hint and what it is about
let current = 0;

const tour = () => document.getElementById('tour');
const steps = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll('#tour [data-at]')]);
const ofViewer = () => Boolean(document.querySelector('.view-only:not([hidden])'));

/* Below its subject, or above it where the window ends before. */
function place(box, subject) {
  const { left, top, bottom } = subject.getBoundingClientRect();
  const page = box.offsetParent.getBoundingClientRect();
  const below = bottom + GAP + box.offsetHeight < window.innerHeight;
  box.classList.toggle('above', !below);
  box.style.left = Math.max(0, left - page.left) + 'px';
  box.style.top = (below ? bottom + GAP : top - GAP - box.offsetHeight) - page.top + 'px';
}

function show() {
  const all = steps();
  const places = current < all.length ? [...document.querySelectorAll(all[current].dataset.at)] : [];
  const subject = places.find((place) => place.checkVisibility());
  all.forEach((step, i) => (step.hidden = i !== current));
  tour().hidden = !subject;
  if (!subject) return writeStored(KEY, true);
  document.querySelector('.tour-count').textContent = `${current + 1} of ${all.length}`;
  document.querySelector('#tour [data-tour=next]').textContent = current + 1 < all.length ? 'Next' : 'Done';
  return place(tour(), subject);
}

/** Starts the hints unless this browser has seen them; viewers of a shared link get none. */
export function beginTour() {
  if (!readStored(KEY, false) && tour() && !ofViewer()) show();
}

document.addEventListener('click', (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('#tour button'));
  if (!button) return;
  current = button.dataset.tour === 'next' ? current + 1 : steps().length;
  show();
});
window.addEventListener('resize', () => {
  if (tour() && !tour().hidden) show();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !tour() || tour().hidden) return;
  current = steps().length;
  show();
});
