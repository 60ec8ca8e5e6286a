/* Copies the decision as text, or the rule as code. */

import { existing } from '../core/existing.js';
import { conditionsLine } from '../text/conditions.js';
import { lastAnswer } from '../state/answer.js';
import { presentConditions } from '../state/conditions.js';
import { around, elementOf, elementsOf } from '../state/elements.js';
import { notify } from '../state/notices.js';
import { ruleText, sourceLine } from './rule-code.js';

const SHOWN = 1500; // ms of the confirmation
/** @type {string | null} */
let copied = null;

/** The text that was copied last. */
export const lastCopied = () => copied;

/** @param {string} selector */
const textOf = (selector) => {
  const place = document.querySelector('.decision ' + selector);
  return place ? place.textContent.trim() : '';
};

/* The interval of the total; with ranges also which values it is for, and what it runs from and to. */
function notesOfTotal() {
  const [first, second] = elementsOf('.decision .ledger-note');
  const ranged = first && first.querySelector('[data-live=present-values], [data-choice=present-values]');
  const notes = ranged ? [first.title, first.textContent, second.textContent] : [textOf('.ledger-note')];
  return notes.filter(Boolean).join('; ');
}

/** "Cost per month of 4,000 cases: $458,000 (95 %: $362,000 to $579,000)" */
export function totalLine() {
  const notes = notesOfTotal();
  return `${textOf('.ledger-label')}: ${textOf('.total')}${notes ? ` (${notes})` : ''}`;
}

/* The rule, the conditions, the result, what it saves, and where the numbers come from. */
function decisionLines() {
  const { code, best, trial } = existing(lastAnswer());
  const isWhole = trial !== null || code.startsWith('#'); // the code is that of the recommended rule
  const exactly = code.replace(/^score(?= )/, `score of ${best?.model}`);
  return [
    `${textOf('.headline')} ${isWhole ? '' : `Exactly: ${exactly}`}`.trim(),
    `${conditionsLine(presentConditions())} ${textOf('.say')}`,
    [totalLine(), textOf('.sensitivity')].join(' ').trim(),
    [textOf('.against-line'), textOf('.against-limits')].filter(Boolean).join(' '),
    sourceLine(),
  ];
}

/** @type {Record<string, () => string>} */
const TEXTS = {
  'copy-text': () => decisionLines().join('\n'),
  'copy-code': ruleText,
};

/** Without HTTPS there is no clipboard but the old way through a selection. @param {string} text */
async function write(text) {
  try {
    await window.navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

document.addEventListener('click', async (event) => {
  const { target } = event;
  const button = around(target, '#copy-text, #copy-code');
  if (!button || !lastAnswer() || button.dataset.busy) return;
  const shown = button.id === 'copy-text' ? elementOf('copy-button') : button; // its menu closes
  const label = shown.querySelector('.button-label') || shown;
  const before = label.textContent;
  const text = TEXTS[button.id]();
  button.dataset.busy = '1';
  const done = await write(text);
  shown.style.width = `${shown.offsetWidth}px`; // the text beside it stays
  label.textContent = done ? 'Copied' : 'Failed';
  if (!done) notify('The browser refused to copy. Select the text and copy it by hand.');
  copied = text;
  elementOf('highlight-text').textContent = `${label.textContent}: ${text}`; // for screen readers
  shown.focus();
  setTimeout(() => {
    label.textContent = before;
    shown.style.width = '';
    delete button.dataset.busy;
  }, SHOWN);
});
