/* What all sliders share: a pressed pointer, words for screen readers, an arrow beyond the end. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  let down = false;

  window.addEventListener('pointerdown', () => (down = true), true);
  for (const event of ['pointerup', 'pointercancel']) window.addEventListener(event, () => (down = false), true);
  window.addEventListener('blur', (event) => {
    if (event.target === window) down = false; // a press takes the focus from another control
  });

  /* With many models the list can be searched. */
  document.addEventListener('input', (event) => {
    if (event.target.id !== 'models-filter') return;
    const asked = event.target.value.trim().toLowerCase();
    for (const row of document.querySelectorAll('#models-box .mantine-Checkbox-root')) {
      const name = row.querySelector('.model-name').title.toLowerCase();
      row.hidden = !name.includes(asked);
    }
  });

  costdash.controls = {
    pressed: () => down,
    describe(id, text, value, low, high) {
      const root = document.getElementById(id);
      if (!root) return;
      const thumb = root.querySelector('[role=slider]');
      if (thumb) thumb.setAttribute('aria-valuetext', text);
      root.classList.toggle('beyond-low', value < low);
      root.classList.toggle('beyond-high', value > high);
    },
  };
})();
