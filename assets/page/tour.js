/* Three sentences on a first visit, one at a time, in the flow of the page: nothing is covered. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const KEY = 'costdash-toured';
  let step = 0;

  const steps = () => [...document.querySelectorAll('#tour [data-step]')];

  function show() {
    const all = steps();
    all.forEach((one, i) => (one.hidden = i !== step));
    document.getElementById('tour').hidden = step >= all.length;
    if (step >= all.length) costdash.memory.write(KEY, true);
  }

  costdash.tour = {
    begin() {
      if (costdash.memory.read(KEY, false) || !document.getElementById('tour')) return;
      show();
    },
  };

  document.addEventListener('click', (event) => {
    const button = event.target.closest('#tour button');
    if (!button) return;
    step = button.dataset.tour === 'next' ? step + 1 : steps().length;
    show();
  });
})();
