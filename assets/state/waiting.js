/* A question that stays open is said so, and asked again until the server answers. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const DIM_AFTER = 400; // ms until figures that are not up to date are dimmed
  const ASK_AGAIN = 5000; // ms until an open question counts as lost
  let dimming = null;
  let asking = null;

  function again() {
    const banner = document.getElementById('lost');
    if (banner) banner.hidden = false;
    costdash.conditions.ask();
  }

  costdash.waiting = {
    begin() {
      clearTimeout(dimming);
      clearTimeout(asking);
      dimming = setTimeout(() => document.body.classList.add('waiting'), DIM_AFTER);
      asking = setTimeout(again, ASK_AGAIN);
    },
    end() {
      clearTimeout(dimming);
      clearTimeout(asking);
      document.body.classList.remove('waiting');
      const banner = document.getElementById('lost');
      if (banner) banner.hidden = true;
    },
  };
})();
