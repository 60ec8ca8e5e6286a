/* The prior from recent scores without labels: a box below the prior's slider. A file that is dropped onto the bar, or
   chosen in the box, is sent to the server, which answers with an estimate. */

import { roundPrior } from '../../core/scales.js';
import { formatPercent } from '../../text/numbers.js';
import { formatPrior } from '../../text/parse.js';
import { presentConditions, setConditions, settledConditions } from '../../state/conditions.js';
import { around, elementOf, make } from '../../state/elements.js';
import { currentView } from '../../state/view.js';
import { exactRanges, withRanges } from './ranges.js';

/** @import { Interval } from '../../core/types.js' */
/** @typedef {{ value: number, low: number, high: number, sentence: string, fits: boolean }} Estimate */

const LEAST = 1e-5; // smallest prior of a range
const LARGEST = 15e6; // bytes that the server takes
const TOO_LARGE = 'The file is larger than 15 MB. Keep the columns of scores, or a random sample of the rows.';
const ABOUT = 'A file with the newest scores, in columns named as the models. Labels are not needed.';

const box = () => elementOf('recent-box');

/** @param {string} text @param {string} kind @param {() => void} press */
function button(text, kind, press) {
  const node = Object.assign(make('button', kind, text), { type: 'button' });
  node.addEventListener('click', press);
  return node;
}

const close = () => (box().hidden = true);

/** The range of the prior that an estimate gives. @param {Estimate} estimate @returns {Interval} */
function rangeOf({ low, high }) {
  const first = roundPrior(Math.min(Math.max(low, LEAST), 1 - 2 * LEAST));
  return [first, roundPrior(Math.min(Math.max(high, 2 * first), 1 - LEAST))];
}

/** @param {Estimate} estimate */
function use(estimate) {
  const now = presentConditions();
  const range = rangeOf(estimate);
  const prior = Math.min(Math.max(roundPrior(estimate.value), range[0]), range[1]);
  const ranges = { ...(now.ranges || exactRanges(now)), prior: range };
  setConditions(withRanges(ranges, (value, _, key) => (key === 'prior' ? prior : value)));
  close();
}

/** The place for a file: a label around the input, so that a click chooses one too. */
function target() {
  const input = Object.assign(make('input', 'unseen'), { type: 'file' });
  input.addEventListener('change', () => input.files?.[0] && estimateFrom(input.files[0]));
  return make('label', 'recent-target', 'Drop or choose a file', input);
}

/** On a narrow page the conditions are a sheet, which opens first. */
function showConditions() {
  const { top, height } = elementOf('prior-condition').getBoundingClientRect();
  if (!height || top >= window.innerHeight) elementOf('adjust').click();
}

/** @param {(Node | string)[]} content */
function fill(...content) {
  if (box().hidden) showConditions();
  box().replaceChildren(make('h4', '', 'How common are positives?'), ...content, target());
  box().hidden = false;
}

/** @param {Estimate} estimate */
function show(estimate) {
  const [low, high] = rangeOf(estimate);
  const words = estimate.low === 0 ? `at most ${formatPercent(estimate.high)}` : formatPercent(estimate.value);
  const value = make(estimate.fits ? 'b' : 's', '', words);
  const press = button(`Use ${formatPrior(low)} to ${formatPrior(high)}`, 'label-button', () => use(estimate));
  press.disabled = !estimate.fits;
  const buttons = make('div', 'buttons', press, button('Leave as it is', 'quiet', close));
  fill(make('p', '', 'Recent scores: ', value), make('p', 'note', estimate.sentence), buttons);
}

/** @param {unknown} error */
const refuse = (error) => fill(make('p', 'note bad', error instanceof Error ? error.message : 'No answer came.'));

/** @param {File} file */
async function estimateFrom(file) {
  fill(make('p', 'note', `Reading ${file.name}`));
  try {
    if (file.size > LARGEST) throw new Error(TOO_LARGE);
    const conditions = settledConditions();
    const asked = { token: conditions?.token, conditions, view: currentView(), recent: await file.text() };
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('recent', { method: 'POST', headers, body: JSON.stringify(asked) });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error);
    show(found);
  } catch (error) {
    refuse(error);
  }
}

/** Whether a file is held over the conditions bar. @param {DragEvent} event */
export const isOverBar = ({ clientX, clientY }) =>
  document.elementsFromPoint(clientX, clientY).some((element) => element.closest('#conditions-bar'));

/** Takes a file that was dropped onto the conditions bar. @param {File} file */
export const takeRecent = (file) => void estimateFrom(file);

document.addEventListener('click', (event) => {
  const { target: place } = event;
  if (around(place, '#recent-open')) {
    fill(make('p', 'note', ABOUT));
    box().scrollIntoView({ block: 'nearest' });
  } else if (!around(place, '#recent-box')) close();
});
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') close();
});
