/* What all sliders share: a pressed pointer, words for screen readers, an arrow beyond the end. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  let down = false;

  window.addEventListener('pointerdown', () => (down = true), true);
  for (const event of ['pointerup', 'pointercancel', 'blur']) {
    window.addEventListener(event, () => (down = false), true);
  }

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
