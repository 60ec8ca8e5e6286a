/* Stated error rates of a judge who gave the labels: two shares in the tab Data. Off until they are typed. */

import { formatNumber } from '../text/numbers.js';
import { parseAmount } from '../text/parse.js';
import { presentDataset, setConditions } from '../state/conditions.js';
import { setProps } from '../state/dash.js';
import { around, make } from '../state/elements.js';
import { on } from '../state/events.js';

/** @import { CompleteConditions } from '../core/types.js' */

const SHARE_HELP = 'Two numbers from 0 to 100, such as 85 and 90.';
const NO_HELP = 'A judge who is right no more often than chance says nothing: together they must exceed 100.';
const NAMES = /** @type {const} */ (['sensitivity', 'specificity']);

const form = () => document.getElementById('stated-judge');
/** @param {string} label */
const makeBox = (label) =>
  Object.assign(make('input'), { ariaLabel: label, inputMode: 'decimal', autocomplete: 'off' });
const boxes = {
  sensitivity: makeBox('The judge finds, of 100 positives'),
  specificity: makeBox('The judge clears, of 100 negatives'),
};
const remover = Object.assign(make('button', 'link-button', 'Remove'), { type: 'button' });
const error = Object.assign(make('p', 'note bad'), { role: 'alert', hidden: true });

/* The boxes are put into their place when the page is there. */
function build() {
  const place = form();
  if (!place || remover.isConnected) return;
  remover.dataset.statedJudgeRemove = '';
  const send = Object.assign(make('button', 'quiet outlined', 'Show what follows'), { type: 'submit' });
  const finds = make('label', '', 'It finds ', boxes.sensitivity, ' of 100 positives');
  const clears = make('label', '', 'and clears ', boxes.specificity, ' of 100 negatives');
  place.append(make('div', 'stated-judge-row', finds, clears, send, remover), error);
}

/** @param {string} text */
function say(text) {
  [error.textContent, error.hidden] = [text, text === ''];
}

/** @param {'sensitivity' | 'specificity'} name */
function shareOf(name) {
  const typed = parseAmount(boxes[name].value.replace('%', ''));
  return typed === null ? NaN : typed / 100;
}

function take() {
  const [sensitivity, specificity] = NAMES.map(shareOf);
  if (![sensitivity, specificity].every((share) => share >= 0 && share <= 1)) return say(SHARE_HELP);
  if (sensitivity + specificity <= 1) return say(NO_HELP);
  say('');
  setConditions({ judge: { sensitivity, specificity } });
}

const closeAccount = () => document.getElementById('labels-account')?.hidePopover();

function change() {
  closeAccount();
  setProps('tabs', { value: 'data' });
  boxes.sensitivity.focus();
}

/** @param {CompleteConditions} now */
function show({ judge }) {
  const place = form();
  if (!place) return;
  build();
  place.hidden = Boolean(presentDataset().gold); // checked cases say how often the judge is right
  remover.hidden = !judge;
  for (const name of NAMES) {
    const text = judge ? formatNumber(100 * judge[name]) : '';
    if (boxes[name] !== document.activeElement) boxes[name].value = text;
  }
}

on('conditions-shown', show);
document.addEventListener('submit', (event) => {
  if (!around(event.target, '#stated-judge')) return;
  event.preventDefault();
  take();
});
document.addEventListener('click', ({ target }) => {
  if (around(target, '[data-stated-judge-change]')) change();
  if (!around(target, '[data-stated-judge-remove]')) return;
  closeAccount();
  say('');
  setConditions({ judge: null });
});
