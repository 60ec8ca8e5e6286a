/* The menu of a narrow top bar: its button shows what the bar has no room for. */

import { around, firstOf, isOnPage } from '../../state/elements.js';

const bar = () => document.querySelector('.page-head');
const menuButton = () => firstOf('.head-menu');
const isOpen = () => Boolean(bar()?.classList.contains('menu-open'));

/** @param {boolean} wanted */
function openMenu(wanted) {
  bar()?.classList.toggle('menu-open', wanted);
  menuButton().setAttribute('aria-expanded', String(wanted));
}

document.addEventListener('click', (event) => {
  const { target } = event;
  if (around(target, '.head-menu')) openMenu(!isOpen());
  else if (isOpen() && isOnPage(target) && !around(target, '.page-head, [data-portal]')) openMenu(false);
  else if (isOpen() && around(target, '#present, #upload-button, .dataset-chip')) openMenu(false);
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !isOpen()) return;
  openMenu(false);
  menuButton().focus();
});
