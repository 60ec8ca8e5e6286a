/* Copies the decision as text, or the rule as a line of code. */

import { lastAnswer } from '../state/answer.js';

const SHOWN = 1500; // ms of the confirmation
let copied = null;

/** The text that was copied last. */
export const lastCopied = () => copied;

const TEXTS = {
  'copy-text': () => lastAnswer().spoken,
  'copy-code': () => lastAnswer().code,
};

/* Without HTTPS there is no clipboard but the old way through a selection. */
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
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (target.closest('#copy-text, #copy-code'));
  if (!button || !lastAnswer() || button.dataset.busy) return;
  const label = button.querySelector('.button-label') || button;
  const before = label.textContent;
  const text = TEXTS[button.id]();
  button.dataset.busy = '1';
  label.textContent = (await write(text)) ? 'Copied' : 'Copy it by hand';
  copied = text;
  document.getElementById('lit-text').textContent = `${label.textContent}: ${text}`; // for screen readers
  button.focus();
  setTimeout(() => {
    label.textContent = before;
    delete button.dataset.busy;
  }, SHOWN);
});
