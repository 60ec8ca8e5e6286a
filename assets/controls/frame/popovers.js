/* Boxes that a button opens: [data-opens] names the box. A click elsewhere or Escape closes it. */

import { around, dataOf, elementOf, elementsOf, firstOf, isOnPage } from '../../state/elements.js';

/** @param {Element} box */
const buttonOf = (box) => firstOf(`[data-opens="${box.id}"]`);
const EDGE = 8; // pixels between a box and the edge of the window
const PICKED = 'unit-menu'; // a box with a single choice: it closes after the choice
const openBoxes = () => elementsOf('.popover:not([hidden])');

/** Moves a box up by what lies below the window, and lets it scroll where it is higher than the window.
   @param {HTMLElement} box */
function fit(box) {
  box.style.removeProperty('translate');
  box.style.removeProperty('max-height');
  box.style.removeProperty('overflow-y');
  if (box.hidden || getComputedStyle(box).position === 'fixed') return; // a sheet at the foot of a narrow page
  const { top, bottom, height } = box.getBoundingClientRect();
  const scale = height / box.offsetHeight || 1; // a large page is enlarged
  const highest = window.innerHeight - 2 * EDGE;
  const over = Math.min(bottom - window.innerHeight + EDGE, Math.max(top - EDGE, 0));
  if (over > 0) box.style.translate = `0 ${-over / scale}px`;
  if (height <= highest) return;
  box.style.maxHeight = `${highest / scale}px`;
  box.style.overflowY = 'auto';
}
const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) requestAnimationFrame(() => fit(/** @type {HTMLElement} */ (target)));
});

/** @param {HTMLElement} box @param {boolean} open */
function setOpen(box, open) {
  box.hidden = !open;
  buttonOf(box).setAttribute('aria-expanded', String(open));
  fit(box);
  if (open) resized.observe(box);
  else resized.unobserve(box);
}

/** Lists and dates of Mantine lie outside the box that they belong to.
   @param {HTMLElement} box @param {Element} target */
const belongsTo = (box, target) => box.contains(target) || buttonOf(box).contains(target);

document.addEventListener('click', (event) => {
  const { target } = event;
  if (!isOnPage(target) || around(target, '[data-portal]')) return;
  for (const box of openBoxes()) if (!belongsTo(box, target)) setOpen(box, false);
  const button = around(target, '[data-opens]');
  if (!button) return;
  const box = elementOf(dataOf(button, 'opens'));
  setOpen(box, Boolean(box.hidden));
});
/* A menu closes after its entry, and its button has the focus, to which a dialog of the entry returns it. */
document.addEventListener('click', ({ target }) => {
  const menu = around(target, '.popover.menu :is(button, a)')?.closest('.popover');
  if (!(menu instanceof HTMLElement) || menu.hidden) return;
  if (menu.contains(document.activeElement)) buttonOf(menu).focus();
  setOpen(menu, false);
});
/* Arrow keys walk through the options. */
let pressed = false;
for (const kind of ['pointerdown', 'keydown'])
  document.addEventListener(kind, () => (pressed = kind === 'pointerdown'), true);
document.addEventListener('change', ({ target }) => {
  const box = around(target, `.${PICKED}`);
  const { type } = /** @type {HTMLInputElement} */ (target);
  if (box && pressed && type === 'radio') setOpen(box, false);
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  for (const box of openBoxes()) {
    setOpen(box, false);
    buttonOf(box).focus();
  }
});
