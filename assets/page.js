/* Applies what the server answers, unless a newer question has been asked meanwhile. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const SPEAK_AFTER = 400; // ms: the live region speaks once, not at every step
  const standing = [];
  let last = null;
  let speaking = null;

  const isNewest = (answer) =>
    answer.conditions_seq === costdash.conditions.seq() && answer.view_seq === costdash.view.seq();

  function speak(text) {
    clearTimeout(speaking);
    speaking = setTimeout(() => {
      const region = document.getElementById('spoken-decision');
      if (region && region.textContent !== text) region.textContent = text;
    }, SPEAK_AFTER);
  }

  function describe(labels) {
    for (const [id, sentence] of Object.entries(labels || {})) {
      const card = document.querySelector('[data-panel="' + id + '-panel"]');
      if (card) card.setAttribute('aria-label', sentence);
    }
  }

  /* Every output makes Dash look at all of the page: what stands there already is left out. */
  function unlessSaid(part, place) {
    const text = JSON.stringify(part);
    if (standing[place] === text) return window.dash_clientside.no_update;
    standing[place] = text;
    return part;
  }

  costdash.page = {
    /* The clientside callback: answer, in -> figures and texts, out. Drops an older answer. */
    apply(answer, theme) {
      const quiet = window.dash_clientside.no_update;
      const outputs = window.dash_clientside.callback_context.outputs_list.length;
      if (!answer || !answer.figures || !isNewest(answer)) return Array(outputs).fill(quiet);
      if (!last) costdash.tour.begin();
      if (answer.best && (!last || last.live.revision !== answer.live.revision)) {
        window.dash_clientside.set_props('threshold-model', { value: answer.best.model });
      }
      last = answer;
      costdash.waiting.end();
      document.body.dataset.currency = document.getElementById('page').dataset.currency;
      if (costdash.live) {
        costdash.live.set(answer.live);
        costdash.live.settle(costdash.conditions.settled());
      }
      describe(answer.labels);
      speak(answer.spoken);
      costdash.conditions.speak(); // the sliders are there now, whenever they were drawn
      const drawn = ['roc', 'pr', 'cost'].map((name) =>
        costdash.zoom.kept(name, costdash.theme.dressed(answer.figures[name])),
      );
      const said = [answer.decision, answer.calls, answer.confusion, answer.pin, ...answer.notes];
      return [...drawn, costdash.theme.dressed(answer.figures.strip), ...said.map(unlessSaid)];
    },
    best: () => (last ? last.best : null),
    answer: () => last,
  };

  document.addEventListener('click', (event) => {
    const button = event.target.closest('#rail-button, #rail-close');
    if (button) toggleRail();
    const leads = event.target.closest('[data-tab]');
    if (leads) openTab(leads.dataset.tab);
    const sample = event.target.closest('[data-sample]');
    if (sample) send('upload-token', { token: 'sample-' + sample.dataset.sample });
    const place = event.target.closest('[data-pcf]');
    if (place) {
      costdash.conditions.dragPcf(Number(place.dataset.pcf));
      costdash.conditions.release();
    }
    if (event.target.closest('[data-unchoose]')) send('hand', { what: 'unchoose' });
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && document.body.classList.contains('rail-open')) toggleRail();
  });

  const send = (id, data) => window.dash_clientside.set_props(id, { data: { ...data, at: Date.now() } });

  function openTab(value) {
    window.dash_clientside.set_props('tabs', { value });
    document.getElementById('tabs').scrollIntoView({ block: 'start' });
  }

  /* Below 1280 px the rail is a drawer. */
  function toggleRail() {
    const open = document.body.classList.toggle('rail-open');
    const button = document.getElementById('rail-button');
    if (button) button.setAttribute('aria-expanded', String(open));
    const first = document.querySelector(open ? '#rail-close' : '#rail-button');
    if (first) first.focus();
  }

  costdash.notices = {
    say(text) {
      window.dash_clientside.set_props('notices', {
        sendNotifications: [{ action: 'show', id: 'n' + Date.now(), message: text, autoClose: 8000 }],
      });
    },
  };

  window.dash_clientside = Object.assign({}, window.dash_clientside, { costdash_page: costdash.page });
})();
