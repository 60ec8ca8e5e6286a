/* All thresholds as a file: asked for in the body of a request, so that no address has the token. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});

  /* asked: {token, model, prior, cost_fn, cost_fp} */
  async function thresholds(asked) {
    try {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch('export/thresholds', { method: 'POST', headers, body: JSON.stringify(asked) });
      if (!answer.ok) return costdash.notices.say((await answer.json()).error);
      const [, name] = answer.headers.get('Content-Disposition').match(/filename="([^"]+)"/);
      save(await answer.blob(), name);
    } catch {
      costdash.notices.say('The connection to the server was lost. Export the table again.');
    }
  }

  function save(blob, name) {
    const href = URL.createObjectURL(blob);
    const link = Object.assign(document.createElement('a'), { href, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(href), 60000);
  }

  costdash.export = {
    thresholds,
    /* The clientside callback of the button: dataset, conditions and model are states. */
    asked(clicks, dataset, conditions, model) {
      if (!clicks || !dataset || !conditions || !model) return;
      const { prior, cost_fn, cost_fp } = conditions;
      thresholds({ token: dataset.token, model, prior, cost_fn, cost_fp });
    },
  };

  window.dash_clientside = Object.assign({}, window.dash_clientside, { costdash_export: costdash.export });
})();
