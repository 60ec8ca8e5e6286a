/* Boxes that a button opens: [data-opens] names the box. A click elsewhere or Escape closes it. */

const buttonOf = (box) => /** @type {HTMLElement} */ (document.querySelector(`[data-opens="${box.id}"]`));
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
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  for (const box of openBoxes()) {
    setOpen(box, false);
    buttonOf(box).focus();
  }
});
