/* The dialog with terms and shortcuts: opened by its button or by the key "?". */

import { setProps } from '../../state/dash.js';
import { around } from '../../state/elements.js';

const open = () => setProps('help', { opened: true });
/** @param {EventTarget | null} target */
const isTyped = (target) => around(target, 'input, textarea, select, [contenteditable]') !== null;
const isCovered = () =>
  document.body.classList.contains('presenting') ||
  [...document.querySelectorAll('[aria-modal=true]')].some((dialog) => dialog.checkVisibility());

document.addEventListener('click', (event) => {
  if (around(event.target, '#help-button')) open();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyped(event.target) || isCovered()) return;
  event.preventDefault();
  open();
});
