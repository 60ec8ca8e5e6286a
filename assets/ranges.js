/* Prior and costs that are only known as ranges: six boxes, and what the address says of them. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const ENDS = { low: 0, high: 1 };
  const KEYS = { prior: 'prior', 'cost-fn': 'cost_fn', 'cost-fp': 'cost_fp' };
  const BOXES = {}; // id -> the value that it holds an end of
  for (const [name, key] of Object.entries(KEYS)) {
    for (const [end, k] of Object.entries(ENDS)) BOXES[`${name}-${end}`] = { key, k };
  }
  const GUESS = 2; // times or half as much, until somebody says what is known
  const PRIOR_HELP = 'Type a share, such as 0.6 %.';
  const COST_HELP = 'Type an amount above 0.';
  let shown = ''; // what the controls say, as JSON

  const set = (id, props) => window.dash_clientside.set_props(id, props);
  const written = {};

  function print(key, value) {
    return key === 'prior' ? costdash.format.prior(value) : costdash.format.cost(value);
  }

  function show(now) {
    const ranges = now.ranges || null;
    const text = JSON.stringify(ranges);
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
  }

  /* Around the values of now: the odds of the prior and the missed positive by a factor of two. */
  function guess({ prior, cost_fn, cost_fp }) {
    const odds = prior / (1 - prior);
    const priors = [odds / GUESS, odds * GUESS].map((x) => Number((x / (1 + x)).toPrecision(2)));
    const missed = [cost_fn / GUESS, cost_fn * GUESS].map((x) => Number(x.toPrecision(2)));
    return { prior: priors, cost_fn: missed, cost_fp: [cost_fp, cost_fp] };
  }

  /* A value that its range leaves out goes to the range's middle, in logarithms. */
  function inside(value, [low, high]) {
    if (value >= low && value <= high) return value;
    const middle = Number(Math.sqrt(low * high).toPrecision(3));
    return middle >= low && middle <= high ? middle : low;
  }

  function put(ranges) {
    const now = costdash.conditions.now();
    const fields = { ranges };
    for (const key of Object.keys(ranges)) fields[key] = inside(now[key], ranges[key]);
    if (fields.prior !== now.prior) fields.touched = true;
    costdash.conditions.put(fields);
  }

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
    if (ends[0] > ends[1]) ends[1 - k] = value; // the other end comes along
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
