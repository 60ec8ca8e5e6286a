/* The dialog with terms and shortcuts: opened by its button or by the key "?". */

import { setProps } from '../../state/dash.js';

const open = () => setProps('help', { opened: true });
const isTyped = (target) => Boolean(target.closest && target.closest('input, textarea, select, [contenteditable]'));
const isCovered = () =>
  document.body.classList.contains('presenting') ||
  [...document.querySelectorAll('[aria-modal=true]')].some((dialog) => dialog.checkVisibility());

document.addEventListener('click', (event) => {
  if (/** @type {Element} */ (event.target).closest('#help-button')) open();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyped(event.target) || isCovered()) return;
  event.preventDefault();
  open();
});
