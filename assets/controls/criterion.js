/* By what to choose: the select, what it asks, and what the address says of it. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const LIMITS = {
    fpr: { name: 'of negatives, at most', first: 0.1 },
    capacity: { name: 'of all cases, at most', first: 0.2 },
  };
  const KINDS = ['fpr', 'capacity', 'error', 'product', 'threshold'];
  const LIMIT_HELP = 'Type a share, such as 10 % or 800 of 4,000.';
  const SCORE_HELP = 'Type a number, such as 0.37.';
  const written = {};
  let shown = ''; // what the controls say, as JSON

  function set(id, props) {
    if ('value' in props) written[id] = props.value;
    if ('checked' in props) written[id] = props.checked;
    window.dash_clientside.set_props(id, props);
  }

  function show(now) {
    const file = costdash.conditions.file();
    const criterion = now.criterion || null;
    const text = JSON.stringify([criterion, file.revision]);
    if (text === shown) return;
    shown = text;
    const kind = criterion ? criterion.kind : 'cost';
    const limit = LIMITS[kind];
    set('criterion', { value: kind });
    set('limit-row', { hidden: !limit });
    set('fixed', { hidden: kind !== 'threshold' });
    set('fixed-model', { data: file.models.map(({ name }) => name) });
    if (limit) {
      set('limit-name', { children: limit.name });
      set('limit-box', { value: costdash.format.prior(criterion.limit), error: false });
      set('sure', { checked: Boolean(criterion.sure), style: { display: kind === 'fpr' ? '' : 'none' } });
    }
    if (kind === 'threshold') {
      set('fixed-model', { value: criterion.model });
      set('fixed-score', { value: String(criterion.threshold), error: false });
    }
  }

  /* What a criterion begins with. */
  function starting(kind) {
    if (kind in LIMITS) return { kind, limit: LIMITS[kind].first };
    if (kind !== 'threshold') return kind === 'cost' ? null : { kind };
    return { kind, ...fixed() };
  }

  /* The rule that is best now, so that nothing moves until somebody says which. */
  function fixed() {
    const [live, point] = [costdash.live.data(), costdash.live.point()];
    const found = live && costdash.live.numbers(live, point);
    const model = found && live.models.find(({ i }) => i === found.owner);
    if (model && found.text) return { model: model.name, threshold: Number(found.text) };
    return { model: costdash.conditions.file().models[0].name, threshold: 0.5 };
  }

  const HANDS = {
    criterion: (kind) => starting(kind),
    'limit-box': (text, now) => {
      const limit = costdash.format.readPrior(text);
      if (limit === null) set('limit-box', { error: LIMIT_HELP });
      return limit === null ? now : { ...now, limit };
    },
    sure: (sure, now) => ({ ...now, sure: Boolean(sure) }),
    'fixed-model': (model, now) => ({ ...now, model }),
    'fixed-score': (text, now) => {
      const threshold = Number(String(text).trim().replace(',', '.'));
      const read = String(text).trim() !== '' && Number.isFinite(threshold);
      if (!read) set('fixed-score', { error: SCORE_HELP });
      return read ? { ...now, threshold } : now;
    },
  };

  costdash.criterion = {
    /* The clientside callback of the controls; the store is the conditions'. */
    control() {
      const now = costdash.conditions.now();
      if (!now) return;
      for (const { prop_id: prop, value } of window.dash_clientside.callback_context.triggered) {
        const id = prop.split('.')[0];
        if (value === undefined || value === null || Object.is(written[id], value)) continue;
        if (id !== 'criterion' && !now.criterion) continue;
        written[id] = value;
        const criterion = HANDS[id](value, now.criterion);
        if (criterion === now.criterion) continue;
        shown = '';
        costdash.conditions.put({ criterion });
      }
    },
  };

  function read(text) {
    const [kind, ...parts] = text.split(':');
    const number = Number(parts[0]);
    if (!KINDS.includes(kind)) return null;
    if (kind in LIMITS) return number > 0 && number < 1 ? { kind, limit: number, sure: parts[1] === 'sure' } : null;
    if (kind !== 'threshold') return { kind };
    const model = parts.slice(1).join(':');
    return Number.isFinite(number) && model ? { kind, threshold: number, model } : null;
  }

  (costdash.onConditions = costdash.onConditions || []).push(show);
  (costdash.addressed = costdash.addressed || []).push({
    key: 'criterion',
    name: 'by',
    write(criterion) {
      if (!criterion) return null;
      const { kind, limit, sure, threshold, model } = criterion;
      if (kind in LIMITS) return [kind, limit, ...(sure ? ['sure'] : [])].join(':');
      return kind === 'threshold' ? [kind, threshold, model].join(':') : kind;
    },
    read,
  });

  window.dash_clientside = Object.assign({}, window.dash_clientside, { costdash_criterion: costdash.criterion });
})();
