/* A tab asks the server only while it is open. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});

  const ask = (name, tab) => (tab === name ? { at: Date.now() } : window.dash_clientside.no_update);
  let ranged = false; // whether ranges stood in the last question of the what-if tab

  /* The clientside callbacks: the open tab and the three stores, in -> a question's time, out. */
  costdash.asking = {
    compare(tab) {
      return ask('compare', tab);
    },
    folds(tab) {
      return ask('folds', tab);
    },
    thresholds(tab) {
      return ask('thresholds', tab);
    },
    what_if(tab, dataset, conditions) {
      const before = ranged;
      ranged = Boolean(conditions && conditions.ranges);
      return ranged || before ? ask('what-if', tab) : window.dash_clientside.no_update;
    },
  };

  window.dash_clientside = Object.assign({}, window.dash_clientside, { costdash_asking: costdash.asking });
})();
