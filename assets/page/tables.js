/* The table of all pairs: too many cells for dash, which looks at all of them at every change. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});

  costdash.pairs = {
    show: (parts) => parts && costdash.elements.fill('all-pairs', parts),
  };

  window.dash_clientside = Object.assign({}, window.dash_clientside, { costdash_pairs: costdash.pairs });
})();
