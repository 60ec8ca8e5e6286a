/* All thresholds, or the report, as a file: asked for in the body of a request, so that no address has the token. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});

  async function download(path, asked) {
    try {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(asked) });
      if (!answer.ok) return costdash.notices.say((await answer.json()).error);
      const [, name] = answer.headers.get('Content-Disposition').match(/filename="([^"]+)"/);
      save(await answer.blob(), name);
    } catch {
      costdash.notices.say('The connection to the server was lost. Try again.');
    }
  }

  function save(blob, name) {
    const href = URL.createObjectURL(blob);
    const link = Object.assign(document.createElement('a'), { href, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(href), 60000);
  }

  /* asked: {token, model, prior, cost_fn, cost_fp} */
  const thresholds = (asked) => download('export/thresholds', asked);

  /* All that the page shows now; it can take seconds, which the button says. */
  async function report(button) {
    const conditions = costdash.conditions.settled();
    if (!conditions || button.dataset.busy) return;
    const label = button.querySelector('.mantine-Button-label') || button;
    const before = label.textContent;
    button.dataset.busy = '1';
    label.textContent = 'Making the report…';
    await download('export/report', { token: conditions.token, conditions, view: costdash.view.now() });
    label.textContent = before;
    delete button.dataset.busy;
  }

  document.addEventListener('click', (event) => {
    const button = event.target.closest('#report-button');
    if (button) report(button);
  });

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
