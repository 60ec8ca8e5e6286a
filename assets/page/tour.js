/* Three hints on a first visit, shown in turn: in the row of the key, or below the conditions bar where they cover least.
   They never cover the decision. They end as soon as the page is used. */

import { panelNames } from '../core/panels.js';
import { readStored, writeStored } from '../state/browser-storage.js';
import { currentDataset } from '../state/conditions.js';
import { around, dataOf, elementOf, elementsOf, firstOf } from '../state/elements.js';
import { on } from '../state/events.js';
import { getPanel } from '../panels/plotly-adapter.js';

const KEY = 'costdash-toured';
const GAP = 12; // pixels from a hint to the edge of the window, at least
const AROUND = 360; // pixels below the conditions bar
const WORKED = '.conditions-bar, .panels, .evidence-bar, .dock, #tabs, #upload-button, .samples-opener';
const STEP = 8; // pixels between candidate places
const CONTENT = `main :is(button, input, label, .panel > :first-child, p, h2, h3, td, th, text, .bar, .bar-label, .bars-key, .badge, .pill,
  .headline, .summary-line, .chip, .key > span), .conditions-bar, .dock, .point, .pcf-handle, .js-line`;
const SETTLED = 300; // ms after the last panel was drawn: then the page has its final places
let current = 0;
let begins = false; // the first hint is asked for
let waiting = 0; // timer until it is shown
/** Where the hint is shown. @type {ReturnType<typeof freePlace> | null} */
let chosen = null;

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

/** The place of a hint of this size: in the row of the key, or where it covers least. Offsets are in pixels from the lower
   left corner of the element that it follows.
   @param {number} wide @param {number} high @returns {{ follows: string, x: number, y: number }} */
function freePlace(wide, high) {
  const { left, right, bottom } = elementOf('conditions-bar').getBoundingClientRect();
  const last = Math.min(right, window.innerWidth - GAP) - wide;
  const key = elementOf('panels-key').getBoundingClientRect();
  if (key.bottom + high / 2 < window.innerHeight) {
    return { follows: 'panels-key', x: last - key.left, y: -(key.height + high) / 2 };
  }
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
  const { x, y } = best ?? { x: GAP, y: first };
  return { follows: 'conditions-bar', x: x - left, y: y - bottom };
}

/** Places a hint, in its chosen place if it has one: a hint stays where it is when the page grows. A narrow page has it in
   its flow. @param {HTMLElement} box */
function place(box) {
  box.style.left = box.style.top = '0'; // so that it is as wide as it wants to be
  const boxRect = box.getBoundingClientRect();
  chosen ??= freePlace(boxRect.width, boxRect.height);
  const { left, bottom } = elementOf(chosen.follows).getBoundingClientRect();
  const scale = boxRect.width / box.offsetWidth || 1; // a large page is enlarged
  box.style.left = (left + chosen.x - boxRect.left) / scale + 'px';
  box.style.top = (bottom + chosen.y - boxRect.top) / scale + 'px';
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

const isWanted = () => !readStored(KEY, false) && tour() && !ofViewer() && !currentDataset()?.blanks?.open;

/** Starts the hints when the panels are drawn, unless this browser has seen them; viewers of a shared link get none, nor does
   a page that asks. */
export function beginTour() {
  begins = Boolean(isWanted());
  if (panelNames().some((name) => getPanel(name))) wait();
}

function wait() {
  clearTimeout(waiting);
  waiting = setTimeout(() => begins && isWanted() && showNext(0), SETTLED);
}

/** @param {number} step */
function showNext(step) {
  begins = false;
  current = step;
  chosen = null;
  show();
}

on('panel-drawn', () => begins && wait());
document.addEventListener('click', (event) => {
  const button = around(event.target, '#tour button');
  if (button) showNext(button.dataset.tour === 'next' ? current + 1 : steps().length);
});
/** Looks for the place of the hint again. */
export function placeTour() {
  if (isShown()) show();
}

function end() {
  if (begins || isShown()) showNext(steps().length);
}

window.addEventListener('resize', () => isShown() && showNext(current));
// The page grows while it is built, and what the hint follows moves.
if (typeof ResizeObserver !== 'undefined') new ResizeObserver(placeTour).observe(document.documentElement);
document.addEventListener('pointerdown', ({ target }) => around(target, WORKED) && end(), true);
for (const kind of ['input', 'change', 'drop']) document.addEventListener(kind, end, true);
document.addEventListener('keydown', ({ key }) => key === 'Escape' && end());
