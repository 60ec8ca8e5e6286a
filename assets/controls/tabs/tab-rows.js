/* On a narrow page the tabs are rows, each with its answer, and the chosen tab opens under its row. */

import { windowBelow } from '../../state/breakpoints.js';
import { currentDataset, presentDataset } from '../../state/conditions.js';
import { around, elementsOf } from '../../state/elements.js';
import { on } from '../../state/events.js';

const narrow = windowBelow('narrow');
const tabs = () => elementsOf('#tabs [role=tab]');
const isFolded = () => document.body.classList.contains('tabs-folded');

/** @param {boolean} folded */
function fold(folded) {
  document.body.classList.toggle('tabs-folded', folded);
  for (const tab of tabs()) {
    if (narrow.matches) tab.setAttribute('aria-expanded', String(!folded && tab.ariaSelected === 'true'));
    else tab.removeAttribute('aria-expanded');
  }
}

/** @type {Record<string, () => string>} */
const notes = {};

/**
 * Says what a tab answers, in a few words; called once, by its script in notes/.
 * @param {string} key
 * @param {() => string} note
 */
export function addTabNote(key, note) {
  notes[key] = note;
}

function write() {
  if (!currentDataset()?.token) return;
  document.body.toggleAttribute('data-counted', Boolean(presentDataset().counted));
  for (const tab of tabs()) {
    const note = notes[tab.id.replace(/-tab$/, '')];
    if (note) tab.dataset.answer = note();
  }
}

let wasOpen = false;
/** @param {Event} event */
const tabAt = (event) => around(event.target, '#tabs [role=tab]');
document.addEventListener(
  'click',
  (event) => {
    const tab = tabAt(event);
    wasOpen = tab?.ariaSelected === 'true' && !isFolded();
  },
  true,
);
document.addEventListener('click', (event) => {
  const { target } = event;
  if (!narrow.matches) return;
  if (tabAt(event)) setTimeout(fold, 0, wasOpen);
  else if (around(target, '[data-tab]')) fold(false);
});
document.addEventListener('keydown', (event) => {
  if (narrow.matches && tabAt(event) && /^(Arrow|Home|End)/.test(event.key)) setTimeout(fold, 0, false);
});
narrow.addEventListener('change', () => fold(narrow.matches));
on('answer', () => setTimeout(write, 0));
on('panels-moved', () => setTimeout(write, 0));
fold(narrow.matches);
