/* On a narrow page the tabs are rows, each with its answer, and the chosen tab opens under its row. */

import { groupDigits } from '../../text/numbers.js';
import { lastAnswer } from '../../state/answer.js';
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

/* The cost difference of the next cheapest model; it may be negative, as models are chosen by their costs on all rows. */
function nextModel() {
  const { models = [], best } = lastAnswer() || {};
  const [first, next] = models.toSorted((a, b) => a.nec - b.nec);
  if (!next) return 'needs a second model';
  const other = first.name === best?.model ? next : first;
  return `${other.name} costs ${other.more || other.less || 'the same'}`;
}

function bestThreshold() {
  const threshold = document.querySelector('.headline [data-role="threshold"]');
  return threshold ? `${threshold.textContent} is best` : '';
}

function foldsWords() {
  const { folds, counted } = presentDataset();
  if (counted) return 'need single rows';
  return folds ? 'those of the file' : 'makes 10 itself';
}

/** What each tab answers, in a few words. @type {Record<string, () => string>} */
const ROW_NOTES = {
  'what-if': () => document.getElementById('tab-answer')?.dataset.short ?? '',
  compare: () => nextModel(),
  folds: () => foldsWords(),
  thresholds: () => bestThreshold(),
  data: () => `${groupDigits(String(presentDataset().rows))} cases`,
};

function write() {
  if (!currentDataset()?.token) return;
  document.body.toggleAttribute('data-counted', Boolean(presentDataset().counted));
  for (const tab of tabs()) {
    const answer = ROW_NOTES[tab.id.replace(/-tab$/, '')];
    if (answer) tab.dataset.answer = answer();
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
