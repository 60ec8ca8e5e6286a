/* The menu of a narrow top bar: its button shows what the bar has no room for. */

const bar = () => document.querySelector('.page-head');
const menuButton = () => /** @type {HTMLElement} */ (document.querySelector('.head-menu'));
const isOpen = () => Boolean(bar()?.classList.contains('menu-open'));

function openMenu(wanted) {
  bar().classList.toggle('menu-open', wanted);
  menuButton().setAttribute('aria-expanded', String(wanted));
}

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest('.head-menu')) openMenu(!isOpen());
  else if (isOpen() && target.isConnected && !target.closest('.page-head, [data-portal]')) openMenu(false);
  else if (isOpen() && target.closest('#present, #help-button, #theme-button, #upload-button, .dataset-chip'))
    openMenu(false);
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !isOpen()) return;
  openMenu(false);
  menuButton().focus();
});
