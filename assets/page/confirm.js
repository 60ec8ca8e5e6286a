/* Asks for a second click before irreversible actions. */

const ARMED = 5000; // ms within which the second click counts
const BUTTON = '#delete-button';
let disarm = null;

function arm(label) {
  const words = label.textContent;
  label.textContent = 'Click again to delete';
  disarm = setTimeout(() => {
    label.textContent = words;
    disarm = null;
  }, ARMED);
}

document.addEventListener(
  'click',
  (event) => {
    const target = /** @type {Element} */ (event.target);
    const button = target.closest && target.closest(BUTTON);
    if (!button || disarm !== null) return;
    event.stopPropagation();
    event.preventDefault();
    arm(button.querySelector('.mantine-Button-label') || button);
  },
  true,
);
