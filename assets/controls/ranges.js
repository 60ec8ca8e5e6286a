/* Prior and costs that are only known as ranges: six boxes, two sliders, and what the address says of them. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const ENDS = { low: 0, high: 1 };
  const KEYS = { prior: 'prior', 'cost-fn': 'cost_fn', 'cost-fp': 'cost_fp' };
  const BOXES = {}; // id -> the value that it holds an end of
  for (const [name, key] of Object.entries(KEYS)) {
    for (const [end, k] of Object.entries(ENDS)) BOXES[`${name}-${end}`] = { key, k };
  }
  const STILL = 0.0051; // half a step of a slider, by which it rounds the thumb that stays, too
  const GUESS = 2; // times or half as much, until somebody says what is known
  const PRIOR_HELP = 'Type a share, such as 0.6 %.';
  const COST_HELP = 'Type an amount above 0.';
  let shown = ''; // what the controls say, as JSON

  const set = (id, props) => window.dash_clientside.set_props(id, props);
  const placed = {}; // values that no hand has chosen
  const written = {}; // what this script last wrote to each control, so that echoes are known

  function print(key, value) {
    return key === 'prior' ? costdash.format.prior(value) : costdash.format.cost(value);
  }

  function show(now) {
    const ranges = now.ranges || null;
    const text = JSON.stringify([ranges, costdash.conditions.file().revision]);
    if (text === shown) return;
    shown = text;
    set('ranges', { checked: Boolean(ranges) });
    set('range-boxes', { hidden: !ranges });
    set('weighing', { hidden: !ranges });
    if (!ranges) return;
    for (const [id, { key, k }] of Object.entries(BOXES)) {
      written[id] = print(key, ranges[key][k]);
      set(id, { value: written[id], error: false });
    }
    const { min, max, marks } = costdash.scales.prior.marked(costdash.conditions.file().prevalence);
    set('prior-range', { min, max, marks });
    for (const [id, { ends, scale }] of Object.entries(SLIDERS)) {
      written[id] = ends(ranges).map(costdash.scales[scale].parked);
      set(id, { value: written[id] });
    }
    tell(ranges);
  }

  /* While the hand drags, the boxes follow in the document alone: Dash hears of it on release. */
  function follow(ranges) {
    for (const [id, { key, k }] of Object.entries(BOXES)) {
      const box = document.getElementById(id);
      if (box && box !== document.activeElement) box.value = print(key, ranges[key][k]);
    }
    tell(ranges);
  }

  /* The thumbs speak human values; the line below says what both ranges come to. */
  function tell(ranges) {
    for (const [id, { ends, scale, say }] of Object.entries(SLIDERS)) {
      const beyond = costdash.scales[scale].beyond(ends(ranges));
      costdash.controls.describe(id, ends(ranges).map(say), beyond);
    }
    const { ratioRange, span, capital } = costdash.sensitivity;
    const pcf = span(...costdash.between.pcf(ranges));
    const line = document.getElementById('range-told');
    if (line) line.textContent = `${capital(ratioRange(costdash.between.ratio(ranges)))}. PC(+) ${pcf}`;
  }

  /* Where the thumbs stand, as ranges: an end whose thumb has not moved stays as it was typed. */
  const SLIDERS = {
    'prior-range': {
      scale: 'prior',
      ends: ({ prior }) => prior,
      say: (end) => costdash.format.prior(end),
      slid: ({ prior }, moved) => ({ prior: moved.map((end, k) => (end === null ? prior[k] : end)) }),
    },
    'ratio-range': {
      scale: 'ratio',
      ends: (ranges) => costdash.between.ratio(ranges),
      say: (end) => costdash.numbers.times(end),
      slid({ cost_fn: [low, high], cost_fp }, [least, most]) {
        const { round3 } = costdash.scales;
        const top = most === null ? high : Math.max(round3(most * cost_fp[0]), least === null ? low : 0);
        const bottom = least === null ? low : Math.min(round3(least * cost_fp[1]), top);
        return { cost_fn: [bottom, top] };
      },
    },
  };

  for (const [id, { scale, slid }] of Object.entries(SLIDERS)) {
    (costdash.onSlide = costdash.onSlide || {})[id] = (places) => {
      const now = costdash.conditions.now();
      const before = written[id];
      if (!now || !now.ranges || !before) return;
      const still = places.map((place, k) => Math.abs(place - before[k]) < STILL);
      if (still.every(Boolean)) return;
      written[id] = places.map((place, k) => (still[k] ? before[k] : place));
      const moved = places.map((place, k) => (still[k] ? null : costdash.scales[scale].at(place)));
      const ranges = { ...now.ranges, ...slid(now.ranges, moved) };
      costdash.conditions.drag(fields(ranges, nearest));
      follow(ranges);
    };
  }

  /* Around the values of now: the odds of the prior and the missed positive by a factor of two. */
  function guess({ prior, cost_fn, cost_fp }) {
    const odds = prior / (1 - prior);
    const priors = [odds / GUESS, odds * GUESS].map((x) => Number((x / (1 + x)).toPrecision(2)));
    const missed = [cost_fn / GUESS, cost_fn * GUESS].map((x) => Number(x.toPrecision(2)));
    return { prior: priors, cost_fn: missed, cost_fp: [cost_fp, cost_fp] };
  }

  const nearest = (value, [low, high]) => Math.min(Math.max(value, low), high);

  /* A value that its range leaves out goes to the range's middle, in logarithms, and stays in the
     middle of what is typed next, until a hand puts it elsewhere. */
  function inside(value, [low, high], key) {
    if (value >= low && value <= high && value !== placed[key]) return value;
    const middle = Number(Math.sqrt(low * high).toPrecision(3));
    placed[key] = middle >= low && middle <= high ? middle : low;
    return placed[key];
  }

  /* Ranges, and the values within them: `into` brings one that lies outside in. */
  function fields(ranges, into) {
    const now = costdash.conditions.now();
    const held = { ranges };
    for (const key of Object.keys(ranges)) held[key] = into(now[key], ranges[key], key);
    return held.prior === now.prior ? held : { ...held, touched: true };
  }

  const put = (ranges) => costdash.conditions.put(fields(ranges, inside));

  function typed(id, text) {
    const { key, k } = BOXES[id];
    const { ranges } = costdash.conditions.now();
    const value = key === 'prior' ? costdash.format.readPrior(text) : costdash.format.readCost(text);
    if (!ranges) return;
    if (value === null) {
      set(id, { error: key === 'prior' ? PRIOR_HELP : COST_HELP });
      return;
    }
    const ends = ranges[key].slice();
    ends[k] = value;
    const wrong = ends[0] > ends[1];
    if (wrong && k) ends.reverse();
    else if (wrong) ends[1] = value; // the upper end comes along, and is what a hand types next
    shown = ''; // all boxes again: another may have been refused
    put({ ...ranges, [key]: ends });
  }

  const valid = (ends, most) => ends.length === 2 && ends[0] > 0 && ends[0] <= ends[1] && ends[1] < most;

  costdash.ranges = {
    /* The clientside callback of the checkbox and the boxes; the store is the conditions'. */
    control() {
      const now = costdash.conditions.now();
      if (!now) return;
      for (const { prop_id: prop, value } of window.dash_clientside.callback_context.triggered) {
        const id = prop.split('.')[0];
        if (id === 'ranges' && Boolean(value) !== Boolean(now.ranges)) {
          if (value) put(guess(now));
          else costdash.conditions.put({ ranges: null });
        }
        if (id in SLIDERS && value) costdash.onSlide[id](value);
        if (id in BOXES && value !== undefined && value !== null && value !== written[id]) {
          written[id] = value;
          typed(id, value);
        }
      }
    },
  };

  (costdash.onConditions = costdash.onConditions || []).push(show);
  (costdash.addressed = costdash.addressed || []).push({
    key: 'ranges',
    name: 'between',
    write: (ranges) => (ranges ? Object.values(KEYS).map((key) => ranges[key].join('-')).join('_') : null),
    read(text) {
      const ends = text.split('_').map((part) => part.split(/(?<!e)-/).map(Number));
      if (ends.length !== 3 || !ends.every((pair, i) => valid(pair, i ? Infinity : 1))) return null;
      return { prior: ends[0], cost_fn: ends[1], cost_fp: ends[2] };
    },
  });

  window.dash_clientside = Object.assign({}, window.dash_clientside, { costdash_ranges: costdash.ranges });
})();
