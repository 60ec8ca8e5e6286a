/* What cannot be undone wants a second click. */
(function () {
  'use strict';
  const ARMED = 5000; // ms in which the second click counts
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
      const button = event.target.closest && event.target.closest(BUTTON);
      if (!button || disarm !== null) return;
      event.stopPropagation();
      event.preventDefault();
      arm(button.querySelector('.mantine-Button-label') || button);
    },
    true,
  );
})();
