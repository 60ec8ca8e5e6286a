/* Owner of the conditions of use: prior, costs, and the controls that show them. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const REST = 150; // ms without movement after which a drag counts as settled
  const PCF_MARGIN = 1e-6;
  const PLAIN = ['revision', 'prior', 'cost_fn', 'cost_fp', 'touched'];
  const MORE = ['ranges', 'likely', 'criterion', 'matrix', 'basis', 'scenarios']; // each shown by its own script
  const followers = (costdash.onConditions = costdash.onConditions || []); // scripts load in any order
  const STARTED_ANEW = 'Prior and costs start anew with these data. Undo brings back those that you had set.';
  const LASTING = { basis: null, scenarios: null }; // whatever the data
  const BOXES = ['prior-box', 'cost-fn-box', 'cost-fp-box'];

  let file = null; // what the data set says: revision, prevalence, suggested conditions
  let now = null; // what holds at this moment, settled or not
  let settled = null;
  let started = null; // what these data began with
  let past = [];
  let resting = null;
  let furnished = false; // whether the controls are those of the data set
  const written = {}; // what this script last wrote to each control, so that echoes are known

  const told = (value) => JSON.stringify(value === undefined ? null : value);
  const same = (a, b) =>
    a && b && PLAIN.every((key) => a[key] === b[key]) && MORE.every((key) => told(a[key]) === told(b[key]));

  const worn = {}; // what each control shows beside its value

  /* Every write makes Dash look at all of the page: what a control shows already is not written. */
  function set(id, { value, ...others }) {
    const text = told(others);
    const props = text === '{}' || worn[id] === text ? {} : others;
    if (text !== '{}') worn[id] = text;
    if (value !== undefined && !Object.is(written[id], value)) props.value = written[id] = value;
    if (Object.keys(props).length > 0) window.dash_clientside.set_props(id, props);
  }

  /* Every control says what `now` says; the sliders park at an end where `now` lies beyond it. */
  function show() {
    const { prior, ratio } = costdash.scales;
    const text = costdash.format;
    set('prior-slider', { value: prior.parked(now.prior) });
    set('ratio-slider', { value: ratio.parked(now.cost_fn / now.cost_fp) });
    set('prior-box', { value: text.prior(now.prior), error: false });
    set('cost-fn-box', { value: text.cost(now.cost_fn), error: false });
    set('cost-fp-box', { value: text.cost(now.cost_fp), error: false });
    set('prior-note', { children: now.touched ? 'yours' : 'from the file' });
    set('estimated-prior', { disabled: now.touched });
    set('prior-home', { style: { visibility: now.touched ? 'visible' : 'hidden' } });
    set('undo', { disabled: past.length === 0 });
    for (const follower of followers) follower(now);
    speak();
  }

  /* While the hand drags, the boxes follow in the document alone: Dash hears of it on release. */
  function follow() {
    const text = costdash.format;
    const shown = [text.prior(now.prior), text.cost(now.cost_fn), text.cost(now.cost_fp)];
    BOXES.forEach((id, i) => {
      const box = document.getElementById(id);
      if (box && box !== document.activeElement) box.value = shown[i];
    });
    speak();
    if (costdash.live) costdash.live.move(now);
  }

  /* Sliders speak human values, and say when the value lies beyond their end. */
  function speak() {
    const { prior, ratio } = costdash.scales;
    const words = costdash.numbers.times(now.cost_fn / now.cost_fp);
    costdash.controls.describe('prior-slider', [costdash.format.prior(now.prior)], prior.beyond([now.prior]));
    costdash.controls.describe('ratio-slider', [words], ratio.beyond([now.cost_fn / now.cost_fp]));
    const [forMissed, forAlarm] = [now.prior * now.cost_fn, (1 - now.prior) * now.cost_fp];
    const read = {
      'ratio-words': words,
      pcf: costdash.numbers.number(forMissed / (forMissed + forAlarm)),
      slope: costdash.numbers.number(forAlarm / forMissed),
    };
    for (const [name, text] of Object.entries(read)) {
      const place = document.querySelector('.readouts [data-read="' + name + '"]');
      if (place) place.textContent = text;
    }
  }

  function settle(history) {
    clearTimeout(resting);
    resting = null;
    if (settled && same(settled, now)) {
      show();
      if (costdash.live) costdash.live.move(now);
      return;
    }
    if (settled && history !== 'undo') past.push({ ...settled });
    now = { ...now, seq: Date.now() };
    settled = { ...now };
    costdash.answer.ask();
    follow();
    costdash.answer.afterwards('conditions', tell);
    if (history !== 'address') costdash.address.write(settled);
  }

  function tell() {
    set('conditions', { data: settled });
    if (resting === null) show(); // else the hand has moved on, and will settle
  }

  function later() {
    follow();
    clearTimeout(resting);
    resting = setTimeout(() => {
      if (costdash.controls.pressed()) later();
      else settle();
    }, REST);
  }

  const change = (fields) => {
    now = { ...now, ...fields };
  };

  /* One entry per control: what its new value means. False means that it could not be read. */
  const HANDS = {
    'prior-slider': (value) => {
      change({ prior: costdash.scales.prior.at(value), touched: true });
      later();
    },
    'ratio-slider': (value) => {
      change({ cost_fn: costdash.scales.round3(now.cost_fp * costdash.scales.ratio.at(value)) });
      later();
    },
    'prior-box': (value) => typed('prior-box', costdash.format.readPrior(value), (prior) => ({ prior, touched: true })),
    'cost-fn-box': (value) => typed('cost-fn-box', costdash.format.readCost(value), (cost_fn) => ({ cost_fn })),
    'cost-fp-box': (value) => typed('cost-fp-box', costdash.format.readCost(value), (cost_fp) => ({ cost_fp })),
    'prior-home': () => {
      change({ prior: file.prevalence, touched: false });
      settle();
    },
    undo: () => {
      if (past.length === 0) return;
      now = { ...past.pop() };
      settle('undo');
    },
    reset: () => {
      now = starting();
      settle();
    },
  };

  const HELP = {
    'prior-box': 'Type a share between 0 and 1, such as 0.6 %, 0.006 or 1 in 167.',
    'cost-fn-box': 'Type an amount above 0, such as 4000 or 0.013.',
    'cost-fp-box': 'Type an amount above 0, such as 4000 or 0.013.',
  };

  function typed(id, number, fields) {
    if (number === null) {
      set(id, { error: HELP[id] });
      return;
    }
    change(fields(number));
    settle();
  }

  function starting() {
    const { prior, cost_fn, cost_fp } = file.suggested || {};
    return {
      token: file.token,
      revision: file.revision,
      prior: prior || file.prevalence,
      cost_fn: cost_fn || 1,
      cost_fp: cost_fp || 1,
      touched: Boolean(prior) && prior !== file.prevalence,
      ranges: null,
      likely: null,
      criterion: null,
      matrix: null,
      basis: now ? now.basis : null,
      scenarios: now ? now.scenarios : null,
      seq: Date.now(),
    };
  }

  /* Other data start from their own conditions; the same file, read anew, keeps what was set. */
  function kept(stored) {
    if (!stored || stored.token !== file.token) return starting();
    if (stored.revision === file.revision || stored.touched) return stored;
    return { ...stored, prior: file.prevalence };
  }

  /* What was set for other data, as far as it can be taken back: a fixed threshold belongs to them. */
  function setBefore() {
    if (!settled || settled.token === file.token || same({ ...settled, ...LASTING }, { ...started, ...LASTING })) return null;
    const fixed = settled.criterion && settled.criterion.kind === 'threshold';
    return { ...settled, token: file.token, revision: file.revision, criterion: fixed ? null : settled.criterion };
  }

  function begin(dataset, stored) {
    const first = file === null;
    file = dataset;
    furnished = false;
    const lost = setBefore();
    past = lost ? [lost] : [];
    const { token, revision } = file;
    const asked = first ? costdash.address.conditions() : {};
    now = { ...kept(now || stored), ...asked, token, revision, seq: Date.now() };
    settled = { ...now };
    started = { ...starting(), token, revision };
    if (costdash.live) costdash.live.forget();
    costdash.address.write(settled, true);
    costdash.answer.ask();
    if (lost) costdash.notices.say(STARTED_ANEW);
  }

  /* The controls as the data set wants them, once they are there. */
  function furnish() {
    furnished = true;
    set('prior-slider', costdash.scales.prior.marked(file.prevalence));
    show();
  }

  costdash.conditions = {
    /* The clientside callback: its one output is the store. */
    control(prior, priorText, fnText, fpText, ratio, home, undo, reset, dataset, stored) {
      const quiet = window.dash_clientside.no_update;
      if (!dataset || !dataset.token) return quiet;
      if (!file || file.revision !== dataset.revision) begin(dataset, stored);
      if (!furnished) {
        furnish();
        return settled;
      }
      for (const trigger of window.dash_clientside.callback_context.triggered) {
        const id = trigger.prop_id.split('.')[0];
        const hand = HANDS[id];
        const echo = id in written && Object.is(written[id], trigger.value);
        if (!hand || echo || trigger.value === undefined || trigger.value === null) continue;
        written[id] = trigger.value;
        hand(trigger.value);
      }
      return quiet;
    },
    begin,
    furnished: () => furnished,
    /* The same question under a new number. */
    ask() {
      if (!settled) return;
      settled = { ...settled, seq: Date.now() };
      costdash.answer.ask();
      costdash.answer.afterwards('conditions', tell);
    },
    speak,
    now: () => now,
    settled: () => settled,
    seq: () => (settled ? settled.seq : null),
    file: () => file,
    release: () => {
      if (resting !== null && !costdash.controls.pressed()) settle();
    },
    /* Prior stays, the ratio moves; costs are rounded, and the line snaps to what the boxes say. */
    dragPcf(pcf) {
      if (!now) return;
      const p = Math.min(Math.max(pcf, PCF_MARGIN), 1 - PCF_MARGIN);
      change({ cost_fn: costdash.scales.round3((now.cost_fp * (1 - now.prior) * p) / (now.prior * (1 - p))) });
      later();
    },
    /* What another script's controls say while the hand holds them. */
    drag(fields) {
      if (!now) return;
      change(fields);
      later();
    },
    /* What another script's controls say. */
    put(fields) {
      if (!now) return;
      change(fields);
      settle();
    },
    /* Back and forward in the browser's history. */
    revisit(fields) {
      if (!now) return;
      change(fields);
      settle('address');
    },
  };

  /* A thumb has moved, by the hand unless this script has just written where it stands. */
  for (const id of ['prior-slider', 'ratio-slider']) {
    (costdash.onSlide = costdash.onSlide || {})[id] = ([value]) => {
      if (!now || Object.is(written[id], value)) return;
      written[id] = value;
      HANDS[id](value);
    };
  }

  for (const event of ['pointerup', 'pointercancel', 'keyup', 'blur']) {
    window.addEventListener(event, () => setTimeout(costdash.conditions.release, 0), true);
  }

  window.dash_clientside = Object.assign({}, window.dash_clientside, { costdash_conditions: costdash.conditions });
})();
