/* Three hints on a first visit, shown in turn: in the row of the key, or below the conditions bar where they cover least.
   They never cover the decision. They end as soon as the page is used. */

import { readStored, writeStored } from '../state/browser-storage.js';
import { currentDataset } from '../state/conditions.js';
import { around, dataOf, elementOf, elementsOf, firstOf } from '../state/elements.js';

const KEY = 'costdash-toured';
const GAP = 12; // pixels from a hint to the edge of the window, at least
const AROUND = 360; // pixels below the conditions bar
const WORKED = '.conditions-bar, .panels, .evidence-bar, .dock, #tabs, #upload-button, .samples-opener';
const STEP = 8; // pixels between candidate places
const CONTENT = `main :is(button, input, label, .panel > :first-child, p, h2, h3, td, th, text, .bar, .bar-label, .bars-key, .badge, .pill,
  .headline, .summary-line, .chip, .key > span), .conditions-bar, .dock, .point, .pcf-handle, .js-line`;
let current = 0;

const tour = () => document.getElementById('tour');
const isShown = () => tour()?.hidden === false;
const steps = () => elementsOf('#tour [data-at]');
const ofViewer = () => Boolean(currentDataset()?.until);

/* The boxes of the elements that a hint should not cover. */
function obstacles() {
  const elements = elementsOf(CONTENT);
  const seen = elements.filter((element) => !element.closest('#tour') && element.checkVisibility());
  return seen.map((element) => element.getBoundingClientRect());
}

/** The area of the boxes that a hint in this place covers; it need not be right above the limit.
   @param {number} x @param {number} y @param {number} wide @param {number} high @param {DOMRect[]} boxes
   @param {number} limit */
function covered(x, y, wide, high, boxes, limit) {
  let area = 0;
  for (const { left, right, top, bottom } of boxes) {
    const width = Math.min(x + wide, right) - Math.max(x, left);
    const height = Math.min(y + high, bottom) - Math.max(y, top);
    if (width > 0 && height > 0) area += width * height;
    if (area >= limit) break;
  }
  return area;
}

/** Places a hint where it covers least; a narrow page has it in its flow. @param {HTMLElement} box */
function place(box) {
  box.style.left = box.style.top = '0'; // so that it is as wide as it wants to be
  const [{ left, right, bottom }, boxRect] = [
    elementOf('conditions-bar').getBoundingClientRect(),
    box.getBoundingClientRect(),
  ];
  const { width: wide, height: high } = boxRect;
  const last = Math.min(right, window.innerWidth - GAP) - wide;
  const scale = wide / box.offsetWidth || 1; // a large page is enlarged
  /** @param {number} x @param {number} y */
  const put = (x, y) => {
    box.style.left = (x - boxRect.left) / scale + 'px';
    box.style.top = (y - boxRect.top) / scale + 'px';
  };
  const key = elementOf('panels-key').getBoundingClientRect();
  if (key.bottom + high / 2 < window.innerHeight) return put(last, (key.top + key.bottom - high) / 2);
  const boxes = obstacles();
  const [first, end] = [bottom + STEP, bottom + AROUND];
  /** @type {{ x: number, y: number, cost: number } | null} */
  let best = null;
  for (let y = first; y <= end; y += STEP) {
    for (let x = Math.max(left, GAP); x <= Math.max(last, left, GAP); x += STEP) {
      const off = y - bottom;
      /** @type {number} */
      const limit = best ? best.cost - off : Infinity;
      const cost = covered(x - STEP, y, wide + 2 * STEP, high, boxes, limit) + off;
      if (!best || cost < best.cost) best = { x, y, cost };
    }
  }
  put(best ? best.x : GAP, best ? best.y : first);
}

function show() {
  const all = steps();
  const places = current < all.length ? elementsOf(dataOf(all[current], 'at')) : [];
  const subject = places.find((place) => place.checkVisibility());
  all.forEach((step, i) => (step.hidden = i !== current));
  const box = elementOf('tour');
  box.hidden = !subject;
  document.querySelector('.toured')?.classList.remove('toured');
  if (!subject) {
    writeStored(KEY, true);
    return;
  }
  firstOf('.tour-count').textContent = `${current + 1} of ${all.length}`;
  firstOf('#tour [data-tour=next]').textContent = current + 1 < all.length ? 'Next' : 'Done';
  subject.classList.add('toured');
  place(box);
}

/** Starts the hints unless this browser has seen them; viewers of a shared link get none, nor does a page that asks. */
export function beginTour() {
  if (!readStored(KEY, false) && tour() && !ofViewer() && !currentDataset()?.blanks?.open) show();
}

document.addEventListener('click', (event) => {
  const button = around(event.target, '#tour button');
  if (!button) return;
  current = button.dataset.tour === 'next' ? current + 1 : steps().length;
  show();
});
/** Looks for the place of the hint again. */
export function placeTour() {
  if (isShown()) show();
}

function end() {
  if (!isShown()) return;
  current = steps().length;
  show();
}

window.addEventListener('resize', placeTour);
// The page grows while it is built, and the place of a hint with it.
if (typeof ResizeObserver !== 'undefined') new ResizeObserver(placeTour).observe(document.documentElement);
document.addEventListener('pointerdown', ({ target }) => around(target, WORKED) && end(), true);
for (const kind of ['input', 'change', 'drop']) document.addEventListener(kind, end, true);
document.addEventListener('keydown', ({ key }) => key === 'Escape' && end());
