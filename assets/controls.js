/* What all sliders share: a pressed pointer, words for screen readers, an arrow beyond the end, and
   a short way from the thumb to the hand's script: Dash, which takes a frame, hears on release. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const watched = new WeakSet();
  let down = false;

  function watch(event) {
    const root = event.target.closest && event.target.closest('.slider');
    const thumb = root && root.querySelector('[role=slider]');
    if (!thumb || watched.has(thumb)) return;
    watched.add(thumb);
    const tell = () => costdash.conditions.slide(root.id, Number(thumb.getAttribute('aria-valuenow')));
    new MutationObserver(tell).observe(thumb, { attributeFilter: ['aria-valuenow'] });
  }

  for (const event of ['pointerdown', 'focusin']) document.addEventListener(event, watch, true);

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
