/* Owner of the view: which models are on, the level, what is pinned and chosen. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  let view = null;

  const DRAWN = 10; // models on at once
  const LEVEL = 'costdash-level';

  let furnished = false; // whether the controls are those of the view

  function beginning(dataset, stored) {
    const before = stored || {};
    if (before.revision === dataset.revision) return { ...before, seq: Date.now() };
    return {
      revision: dataset.revision,
      file: dataset.file,
      models: mostAble(dataset.models),
      level: costdash.memory.read(LEVEL, costdash.opening.level),
      lines: Boolean(before.lines),
      score_driven: Boolean(before.score_driven),
      roc_whole: Boolean(before.roc_whole),
      estimated_prior: Boolean(before.estimated_prior),
      switched: null,
      choose: dataset.choose_on ? 'split' : 'same',
      pin: keptPin(dataset, stored),
      chosen: null,
      seq: Date.now(),
    };
  }

  /* Where thresholds can be chosen; the file may part its rows for it. */
  function chooseFrom(dataset) {
    const ways = [{ label: 'these rows', value: 'same' }, { label: 'other folds', value: 'other' }];
    if (!dataset.choose_on) return ways;
    const name = dataset.choose_on.length > 12 ? dataset.choose_on.slice(0, 11) + '…' : dataset.choose_on;
    return [...ways, { label: name, value: 'split' }];
  }

  /* With more models than are drawn, those of the largest area are on at first. */
  function able(models) {
    const most = new Set([...models].sort((a, b) => b.auc - a.auc).slice(0, DRAWN));
    return models.filter((model) => most.has(model)).map((model) => model.name);
  }

  function mostAble(models) {
    if (models.length > DRAWN) costdash.notices.say(`${DRAWN} of ${models.length} models are on: those of the largest area under the ROC curve.`);
    return able(models);
  }

  /* "Today's threshold" belongs to a model by name; it goes when the new data lack the model. */
  function keptPin(dataset, stored) {
    const pin = stored && stored.pin;
    if (!pin) return null;
    if (stored.file === dataset.file && dataset.models.some(({ name }) => name === pin.model)) return pin;
    costdash.notices.say('The pinned threshold was dropped: it belongs to other data.');
    return null;
  }

  /* The one model that is on now and was not, or the other way round; null where several are. */
  function switched(models) {
    const changed = [...models.filter((name) => !view.models.includes(name)), ...view.models.filter((name) => !models.includes(name))];
    if (changed.length === 0) return view.switched;
    return changed.length === 1 ? changed[0] : null;
  }

  const HANDS = {
    models: (value) => {
      if (value.length <= DRAWN) return { models: value, switched: switched(value) };
      costdash.notices.say(`At most ${DRAWN} models are drawn at once. Switch one off first.`);
      window.dash_clientside.set_props('models', { value: view.models });
      return {};
    },
    level: (value) => {
      costdash.memory.write(LEVEL, Number(value));
      return { level: Number(value) };
    },
    lines: (value) => ({ lines: Boolean(value) }),
    'score-driven': (value) => ({ score_driven: Boolean(value) }),
    'roc-whole': (value) => ({ roc_whole: Boolean(value) }),
    'estimated-prior': (value) => ({ estimated_prior: Boolean(value) }),
    choose: (value) => ({ choose: value }),
    hand: ({ what, model, index, text }) => {
      if (what === 'unchoose') return { chosen: null };
      return what === 'pin' ? { pin: { model, index, text } } : { chosen: { model, index, text } };
    },
    'threshold-table': ([row], model) => (row ? { chosen: { model, index: row.index, text: row.text } } : {}),
    pin: () => {
      const point = view.chosen || (costdash.page.best() || null);
      return point ? { pin: point } : {};
    },
    unpin: () => ({ pin: null }),
  };

  /* Every control says what the view says. */
  function show(dataset) {
    const controls = {
      models: { value: view.models },
      level: { value: String(view.level) },
      lines: { checked: view.lines },
      'score-driven': { checked: view.score_driven },
      'roc-whole': { checked: Boolean(view.roc_whole) },
      'estimated-prior': { checked: Boolean(view.estimated_prior) },
      choose: { value: view.choose, data: chooseFrom(dataset) },
    };
    Object.entries(controls).forEach(([id, props]) => window.dash_clientside.set_props(id, props));
    showPin();
  }

  const showPin = () => window.dash_clientside.set_props('unpin', { disabled: !view.pin });

  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

  function begin(dataset, stored) {
    const first = view === null;
    view = beginning(dataset, view || stored);
    if (first) view = { ...view, ...costdash.viewed.read(dataset, view.models) };
    costdash.viewed.write(view, dataset, true);
    furnished = false;
    costdash.answer.ask();
  }

  costdash.view = {
    begin,
    /* The clientside callback: view store, then the controls that it owns. */
    control(...given) {
      const [dataset, stored, model] = given.slice(-3);
      const quiet = window.dash_clientside.no_update;
      if (!dataset || !dataset.token) return quiet;
      if (!view || view.revision !== dataset.revision) begin(dataset, stored);
      if (!furnished) {
        furnished = true;
        show(dataset);
        return view;
      }
      let next = view;
      for (const trigger of window.dash_clientside.callback_context.triggered) {
        const change = HANDS[trigger.prop_id.split('.')[0]];
        if (change && trigger.value !== undefined && trigger.value !== null) next = { ...next, ...change(trigger.value, model) };
      }
      if (same(next, view)) return quiet;
      view = { ...next, seq: Date.now() };
      showPin();
      costdash.viewed.write(view, dataset);
      costdash.answer.ask();
      return view;
    },
    /* Back and forward in the browser's history. */
    revisit() {
      const file = costdash.conditions.file();
      const next = { ...view, ...costdash.viewed.read(file, able(file.models)) };
      if (same(next, view)) return;
      view = { ...next, seq: Date.now() };
      show(file);
      window.dash_clientside.set_props('view', { data: view });
      costdash.answer.ask();
    },
    now: () => view,
    seq: () => (view ? view.seq : null),
  };

  window.dash_clientside = Object.assign({}, window.dash_clientside, { costdash_view: costdash.view });
})();
