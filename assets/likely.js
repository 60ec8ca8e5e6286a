/* How likely the values within the ranges are: all equally, or those of the point the most. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  let shown = 'even'; // what the select says

  costdash.likely = {
    /* The clientside callback of the select; the store is the conditions'. */
    control(value) {
      if (!value || value === shown || !costdash.conditions.now()) return;
      shown = value;
      costdash.conditions.put({ likely: value === 'point' || null });
    },
  };

  (costdash.onConditions = costdash.onConditions || []).push(({ likely }) => {
    const value = likely ? 'point' : 'even';
    if (value === shown) return;
    shown = value;
    window.dash_clientside.set_props('likely', { value });
  });
  (costdash.addressed = costdash.addressed || []).push({
    key: 'likely',
    name: 'likely',
    write: (likely) => (likely ? 'point' : null),
    read: (text) => text === 'point' || null,
  });

  window.dash_clientside = Object.assign({}, window.dash_clientside, { costdash_likely: costdash.likely });
})();
