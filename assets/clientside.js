/* Registers the clientside callbacks before Dash starts: each waits until main.js has registered the real one. */
(function () {
  'use strict';
  const CALLBACKS = {
    costdash_asking: ['compare', 'folds', 'thresholds', 'what_if'],
    costdash_basis: ['control'],
    costdash_classes: ['control'],
    costdash_conditions: ['control'],
    costdash_criterion: ['control'],
    costdash_export: ['asked'],
    costdash_likely: ['control'],
    costdash_matrix: ['use'],
    costdash_pairs: ['show'],
    costdash_ranges: ['control'],
    costdash_share: ['address'],
    costdash_tangent: ['check'],
    costdash_theme: ['dress', 'turn'],
    costdash_view: ['control'],
  };
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const ready = import(new URL('main.js', src).href);

  /* Dash removes the context when a callback returns, so it is put back for the real one. */
  const waiting =
    (namespace, name) =>
    async (...given) => {
      const context = window.dash_clientside.callback_context;
      await ready;
      const dash = window.dash_clientside;
      dash.callback_context = context;
      try {
        return dash[namespace][name](...given);
      } finally {
        delete dash.callback_context;
      }
    };

  window.dash_clientside = window.dash_clientside || {};
  for (const [namespace, names] of Object.entries(CALLBACKS)) {
    window.dash_clientside[namespace] = Object.fromEntries(names.map((name) => [name, waiting(namespace, name)]));
  }
})();
