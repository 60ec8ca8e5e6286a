/* What all sliders share: a pressed pointer, words for screen readers, an arrow beyond the end, and
   a short way from the thumb to the hand's script: Dash, which takes a frame, hears on release. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const watched = new WeakSet();
  let down = false;

  /* {id of a slider: what to do with where its thumbs stand}; scripts load in any order */
  const hands = (costdash.onSlide = costdash.onSlide || {});

  const thumbsOf = (root) => Array.from(root.querySelectorAll('[role=slider]'));

  const said = {}; // {id of a slider: what its thumbs say}
  const heard = new Set(); // sliders that are spoken for when they are drawn anew, as with other ends

  function speak(id) {
    const root = document.getElementById(id);
    for (const [k, thumb] of root ? thumbsOf(root).entries() : []) thumb.setAttribute('aria-valuetext', said[id][k]);
  }

  function watch(event) {
    const root = event.target.closest && event.target.closest('.slider');
    for (const thumb of root ? thumbsOf(root) : []) {
      if (watched.has(thumb)) continue;
      watched.add(thumb);
      const places = () => thumbsOf(root).map((one) => Number(one.getAttribute('aria-valuenow')));
      const tell = () => hands[root.id] && hands[root.id](places());
      new MutationObserver(tell).observe(thumb, { attributeFilter: ['aria-valuenow'] });
    }
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
    /* texts: what each thumb says; beyond: whether a value lies below the first end, or above the last. */
    describe(id, texts, beyond) {
      const root = document.getElementById(id);
      if (!root) return;
      said[id] = texts;
      speak(id);
      if (!heard.has(id)) new MutationObserver(() => speak(id)).observe(root.parentNode, { childList: true, subtree: true });
      heard.add(id);
      root.classList.toggle('beyond-low', beyond.low);
      root.classList.toggle('beyond-high', beyond.high);
    },
  };
})();
