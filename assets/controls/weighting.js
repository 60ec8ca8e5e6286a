/* How likely the values within the ranges are: all equally, the present ones most, or PC(+) as a Beta. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const SPREADS = 4; // standard deviations of the first Beta that the range of PC(+) is wide
  const HELP = 'Type a number above 0 and up to 1,000,000, such as 2.5.';
  const SHARPEST = 1e6;
  const BOXES = { 'beta-a': 'a', 'beta-b': 'b' };
  const written = {};
  let shown = '';

  const set = (id, props) => window.dash_clientside.set_props(id, props);
  const kindOf = (likely) => (!likely ? 'even' : likely === true ? 'point' : 'beta');

  function show({ likely }) {
    const text = JSON.stringify(likely || null);
    if (text === shown) return;
    shown = text;
    const kind = kindOf(likely);
    set('likely', { value: (written.likely = kind) });
    set('beta', { hidden: kind !== 'beta' });
    if (kind !== 'beta') return;
    for (const [id, key] of Object.entries(BOXES)) set(id, { value: (written[id] = String(likely[key])), error: false });
  }

  /* Its mean in the middle of the range of PC(+), and most of it within. */
  function beginning({ ranges }) {
    const [low, high] = costdash.between.pcf(ranges);
    const mean = (low + high) / 2;
    const spread = Math.max(high - low, 0.01) / SPREADS;
    const both = Math.max((mean * (1 - mean)) / (spread * spread) - 1, 1);
    const [a, b] = [mean * both, (1 - mean) * both].map((x) => Number(x.toPrecision(2)));
    return { a, b };
  }

  function typed(key, text, now) {
    const value = Number(String(text).trim().replace(',', '.'));
    if (value > 0 && value <= SHARPEST) return { ...now.likely, [key]: value };
    set('beta-' + key, { error: HELP });
    return now.likely;
  }

  const HANDS = {
    likely: (kind, now) => (kind === 'beta' ? beginning(now) : kind === 'point' || null),
    'beta-a': (text, now) => typed('a', text, now),
    'beta-b': (text, now) => typed('b', text, now),
  };

  costdash.likely = {
    /* The clientside callback of the controls; the store is the conditions'. */
    control() {
      const now = costdash.conditions.now();
      if (!now || !now.ranges) return;
      for (const { prop_id: prop, value } of window.dash_clientside.callback_context.triggered) {
        const id = prop.split('.')[0];
        if (value === undefined || value === null || written[id] === value) continue;
        written[id] = value;
        const likely = HANDS[id](value, now);
        if (likely === now.likely) continue;
        shown = '';
        costdash.conditions.put({ likely });
      }
    },
  };

  (costdash.onConditions = costdash.onConditions || []).push(show);
  (costdash.addressed = costdash.addressed || []).push({
    key: 'likely',
    name: 'likely',
    write: (likely) => (likely === true ? 'point' : likely ? `beta_${likely.a}_${likely.b}` : null),
    read(text) {
      const [kind, a, b] = text.split('_');
      if (kind === 'point') return true;
      return kind === 'beta' && a > 0 && b > 0 && Number.isFinite(a * b) ? { a: Number(a), b: Number(b) } : null;
    },
  });

  window.dash_clientside = Object.assign({}, window.dash_clientside, { costdash_likely: costdash.likely });
})();
