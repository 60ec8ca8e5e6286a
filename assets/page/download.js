/* What is taken away as a file: asked for in the body of a request, so that no address has the token. */
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

  /* What the page shows now, as a file of this kind; it can take seconds, which the button says. */
  async function take(kind, button, says, more) {
    const conditions = costdash.conditions.settled();
    if (!conditions || button.dataset.busy) return;
    const before = button.textContent;
    button.dataset.busy = '1';
    button.textContent = says;
    await download('export/' + kind, { token: conditions.token, conditions, view: costdash.view.now(), ...more });
    button.textContent = before;
    delete button.dataset.busy;
  }

  /* The pair that is compared, where its own curve is asked for. */
  function pair(button) {
    if (button.dataset.graph !== 'difference-panel') return {};
    return { pair: ['pair-a', 'pair-b'].map((id) => document.getElementById(id).value) };
  }

  function picture({ graph, picture: format }) {
    const holder = document.getElementById(graph);
    const drawn = holder.matches('.js-plotly-plot') ? holder : holder.querySelector('.js-plotly-plot');
    if (drawn && drawn.layout.meta) costdash.picture.save(drawn, format, 'costdash-' + graph.replace('-panel', ''));
  }

  document.addEventListener('click', (event) => {
    const button = event.target.closest('#report-button, [data-json], [data-csv], [data-picture]');
    if (!button || button.disabled) return;
    const words = button.closest('.files') ? document.querySelector('.data-opener') : button; // a menu closes
    if (button.id === 'report-button') take('report', words, 'Making…', {});
    else if (button.dataset.json) take('json', words, 'Making…', {});
    else if (button.dataset.csv) take('csv', words, words === button ? '…' : 'Making…', { what: button.dataset.csv, ...pair(button) });
    else picture(button.dataset);
  });

  costdash.export = {
    /* The clientside callback of the thresholds' button: dataset, conditions and model are states. */
    asked(clicks, dataset, conditions, model) {
      if (!clicks || !dataset || !conditions || !model) return;
      const { prior, cost_fn, cost_fp } = conditions;
      download('export/thresholds', { token: dataset.token, model, prior, cost_fn, cost_fp, view: costdash.view.now() });
    },
  };

  window.dash_clientside = Object.assign({}, window.dash_clientside, { costdash_export: costdash.export });
})();
