/* Named conditions: kept, loaded, renamed, moved and deleted; the address keeps them too. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const MOST = 20;
  let renamed = null; // place of the scenario whose name stands in the box

  const set = (id, props) => window.dash_clientside.set_props(id, props);
  const first = () => JSON.parse(document.getElementById('scenarios').dataset.first);
  const list = () => costdash.conditions.now().scenarios || first();
  const put = (scenarios) => costdash.conditions.put({ scenarios });

  const HANDS = {
    load: (place) => {
      const { prior, cost_fn, cost_fp } = list()[place];
      costdash.conditions.put({ prior, cost_fn, cost_fp, touched: true });
    },
    rename: (place) => {
      renamed = place;
      set('scenario-name', { value: list()[place].name });
      set('scenario-keep', { children: 'Rename' });
      document.getElementById('scenario-name').focus();
    },
    up: (place) => move(place, place - 1),
    down: (place) => move(place, place + 1),
    delete: (place) => put(list().filter((_, k) => k !== place)),
  };

  function move(from, to) {
    const moved = list().slice();
    if (to < 0 || to >= moved.length) return;
    moved.splice(to, 0, ...moved.splice(from, 1));
    put(moved);
  }

  function keep() {
    const name = document.getElementById('scenario-name').value.trim();
    const kept = list();
    if (renamed !== null && renamed < kept.length) {
      const place = renamed;
      if (name) put(kept.map((one, k) => (k === place ? { ...one, name } : one)));
    } else if (kept.length >= MOST) {
      costdash.notices.say(`At most ${MOST} scenarios are kept. Delete one first.`);
      return;
    } else {
      const { prior, cost_fn, cost_fp } = costdash.conditions.now();
      put([...kept, { name: name || 'Scenario ' + (kept.length + 1), prior, cost_fn, cost_fp }]);
    }
    renamed = null;
    set('scenario-name', { value: '' });
    set('scenario-keep', { children: 'Keep' });
  }

  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-scenario]');
    if (button) HANDS[button.dataset.scenario](Number(button.dataset.place));
    if (event.target.closest('#scenario-keep') && costdash.conditions.now()) keep();
  });
  document.addEventListener('keydown', (event) => {
    if (event.target.id === 'scenario-name' && event.key === 'Enter') keep();
  });

  /* name~prior~missed~alarm, one after the other with ; between */
  const escaped = (name) => name.replace(/[~;]/g, ' ');

  function read(text) {
    const found = [];
    for (const part of text.split(';').filter(Boolean).slice(0, MOST)) {
      const [name, ...numbers] = part.split('~');
      const [prior, cost_fn, cost_fp] = numbers.map(Number);
      if (name && prior > 0 && prior < 1 && cost_fn > 0 && cost_fp > 0) found.push({ name, prior, cost_fn, cost_fp });
    }
    return found;
  }

  (costdash.addressed = costdash.addressed || []).push({
    key: 'scenarios',
    name: 'keep',
    write(scenarios) {
      if (!scenarios) return null;
      return scenarios.map((one) => [escaped(one.name), one.prior, one.cost_fn, one.cost_fp].join('~')).join(';');
    },
    read,
  });
})();
