/* Boxes that a button opens: [data-opens] names the box. A click elsewhere or Escape closes it. */

import { PERIOD } from '../../text/case-unit.js';

const buttonOf = (box) => /** @type {HTMLElement} */ (document.querySelector(`[data-opens="${box.id}"]`));
const PICKED = 'unit-menu'; // a box with a single choice: it closes after the choice
const openBoxes = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.popover:not([hidden])')]);

function setOpen(box, open) {
  box.hidden = !open;
  buttonOf(box).setAttribute('aria-expanded', String(open));
}

/* Lists and dates of Mantine lie outside the box that they belong to. */
const belongsTo = (box, target) => box.contains(target) || buttonOf(box).contains(target);

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!target.isConnected || target.closest('[data-portal]')) return;
  for (const box of openBoxes()) if (!belongsTo(box, target)) setOpen(box, false);
  const button = /** @type {HTMLElement | null} */ (target.closest('[data-opens]'));
  if (!button) return;
  const box = document.getElementById(button.dataset.opens);
  setOpen(box, box.hidden);
});
/* Arrow keys walk through the options, and a box for more, such as the cases of a month, stays open. */
let pressed = false;
for (const kind of ['pointerdown', 'keydown'])
  document.addEventListener(kind, () => (pressed = kind === 'pointerdown'), true);
document.addEventListener('change', ({ target }) => {
  const box = /** @type {HTMLInputElement} */ (target).closest(`.${PICKED}`);
  const { type, value } = /** @type {HTMLInputElement} */ (target);
  if (box && pressed && type === 'radio' && value !== PERIOD) setOpen(box, false);
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  for (const box of openBoxes()) {
    setOpen(box, false);
    buttonOf(box).focus();
  }
});
