/* Boxes that a button opens: [data-opens] names the box. A click elsewhere or Escape closes it. */

import { PERIOD } from '../../text/case-unit.js';
import { around, dataOf, elementOf, elementsOf, firstOf, isOnPage } from '../../state/elements.js';

/** @param {Element} box */
const buttonOf = (box) => firstOf(`[data-opens="${box.id}"]`);
const PICKED = 'unit-menu'; // a box with a single choice: it closes after the choice
const openBoxes = () => elementsOf('.popover:not([hidden])');

/** @param {HTMLElement} box @param {boolean} open */
function setOpen(box, open) {
  box.hidden = !open;
  buttonOf(box).setAttribute('aria-expanded', String(open));
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
/* Arrow keys walk through the options, and a box for more, such as the cases of a month, stays open. */
let pressed = false;
for (const kind of ['pointerdown', 'keydown'])
  document.addEventListener(kind, () => (pressed = kind === 'pointerdown'), true);
document.addEventListener('change', ({ target }) => {
  const box = around(target, `.${PICKED}`);
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
