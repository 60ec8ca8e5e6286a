/* Shows what the server answers, unless a newer question has been asked meanwhile. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const SPEAK_AFTER = 400; // ms: the live region speaks once, not at every step
  const PANELS = ['roc', 'pr', 'cost'];
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

  const SAID = { decision: 'decision', 'models-note': 'standing', calls: 'calls', confusion: 'confusion', 'pin-note': 'pin', 'scenario-table': 'scenarios' };

  function say(answer) {
    for (const [id, part] of Object.entries(SAID)) costdash.elements.fill(id, answer[part]);
    PANELS.forEach((name, i) => costdash.elements.fill(name + '-panel-note', answer.notes[i]));
    costdash.parts.settle(answer.parts);
    costdash.choosing.settle(answer.choice);
    describe(answer.labels);
    speak(answer.spoken);
  }

  function draw(figures) {
    for (const name of PANELS) {
      const figure = costdash.present.enlarged(costdash.theme.dressed(figures[name]));
      costdash.draw(name + '-panel', costdash.zoom.kept(name, figure));
    }
    costdash.graphs.seek();
    requestAnimationFrame(() => setTimeout(drawStrip, 0));
  }

  /* Once the panels are painted: its line has followed the hand, and its ranges rarely change. */
  function drawStrip() {
    costdash.draw('strip-panel', costdash.present.aligned(costdash.theme.dressed(last.figures.strip)));
  }

  /* What the tabs begin with in new data: the best model, and the two cheapest. */
  function choose({ best, cheapest }) {
    const model = best ? best.model : costdash.conditions.file().models[0].name;
    const chosen = { 'threshold-model': model, 'folds-model': model, 'pair-a': cheapest[0], 'pair-b': cheapest[1] };
    costdash.answer.afterwards('chosen', () => {
      for (const [id, value] of Object.entries(chosen)) window.dash_clientside.set_props(id, { value: value || null });
    });
  }

  costdash.page = {
    /* An older answer is dropped. */
    show(answer) {
      if (!isNewest(answer)) return;
      if (!last) costdash.tour.begin();
      if (!last || last.live.revision !== answer.live.revision) choose(answer);
      last = answer;
      costdash.waiting.end();
      document.body.dataset.currency = document.getElementById('page').dataset.currency;
      costdash.live.set(answer.live);
      costdash.live.settle(costdash.conditions.settled());
      costdash.conditions.speak(); // the sliders are there now, whenever they were drawn
      say(answer);
      draw(answer.figures);
    },
    /* In the theme of now. */
    redraw: () => last && draw(last.figures),
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
    async say(text) {
      await costdash.built;
      window.dash_clientside.set_props('notices', {
        sendNotifications: [{ action: 'show', id: 'n' + Date.now(), message: text, autoClose: 8000 }],
      });
    },
  };
})();
