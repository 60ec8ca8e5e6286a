/* Of several classes one is positive: the choice reads the file again for that class. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const REST = 'All other classes together are negative.';

  const props = (id, values) => window.dash_clientside.set_props(id, values);
  const waits = (on) => document.body.classList.toggle('waiting', on);

  function show({ classes = [], positive = null, viewer }) {
    props('class-row', { hidden: classes.length === 0 });
    props('positive-class', { data: classes, value: positive, disabled: Boolean(viewer), description: REST });
    waits(false);
  }

  function choose(positive, { token }) {
    props('positive-class', { disabled: true, description: 'Reading the file for this class.' });
    props('upload-token', { data: { token, positive, at: Date.now() } });
    waits(true);
  }

  costdash.classes = {
    /* The clientside callback; it has no output, so that its box may follow the data set. */
    control(value, dataset) {
      const { triggered } = window.dash_clientside.callback_context;
      if (!dataset || !dataset.token) return;
      if (!triggered.length || triggered.some(({ prop_id }) => prop_id === 'dataset.data')) show(dataset);
      else if (value && value !== dataset.positive && (dataset.classes || []).includes(value)) choose(value, dataset);
    },
  };

  window.dash_clientside = Object.assign({}, window.dash_clientside, { costdash_classes: costdash.classes });
})();
