/* For how many cases amounts are told: one, 1,000, those of a month, or as many as give 10 positives. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const FIXED = { case: { cases: 1 }, thousand: { cases: 1000 } };
  const PERIOD = 'month';
  const GUESS = 10000; // cases in a month, until somebody says
  const HELP = 'Type how many cases come in a month, such as 20,000.';
  const written = {};
  let month = null; // the last that was said
  let shown = '';

  const set = (id, props) => window.dash_clientside.set_props(id, props);

  function kindOf(basis) {
    if (!basis) return 'spoken';
    return basis.period || Object.keys(FIXED).find((kind) => FIXED[kind].cases === basis.cases);
  }

  function show({ basis }) {
    const text = JSON.stringify(basis || null);
    if (text === shown) return;
    shown = text;
    if (basis && basis.period) month = basis.cases;
    set('basis', { value: (written.basis = kindOf(basis)) });
    set('month-row', { hidden: kindOf(basis) !== PERIOD });
    if (month) set('month', { value: (written.month = month.toLocaleString('en-US')), error: false });
  }

  function typed(text) {
    const cases = Math.round(costdash.format.readCost(text));
    if (cases >= 1) costdash.conditions.put({ basis: { cases, period: PERIOD } });
    else set('month', { error: HELP });
  }

  const HANDS = {
    basis(kind) {
      const monthly = { cases: month || GUESS, period: PERIOD };
      costdash.conditions.put({ basis: kind === PERIOD ? monthly : FIXED[kind] || null });
    },
    month: typed,
  };

  const now = () => (costdash.conditions.now() || {}).basis || null;

  costdash.basis = {
    PERIOD,
    now,
    /* As report/basis tells it: how many cases, and how that is said. */
    at(prior) {
      const basis = now() || { cases: costdash.numbers.spokenCases(prior) };
      const count = basis.cases.toLocaleString('en-US');
      const single = basis.cases === 1 && !basis.period;
      const per = basis.period || (single ? 'case' : count);
      return { cases: basis.cases, count, single, per: `per ${per}`, fixed: Boolean(now()) };
    },
    /* The clientside callback of the controls; the store is the conditions'. */
    control() {
      if (!costdash.conditions.now()) return;
      for (const { prop_id: prop, value } of window.dash_clientside.callback_context.triggered) {
        const id = prop.split('.')[0];
        if (value === undefined || value === null || written[id] === value) continue;
        written[id] = value;
        shown = '';
        HANDS[id](value);
      }
    },
  };

  (costdash.onConditions = costdash.onConditions || []).push(show);
  (costdash.addressed = costdash.addressed || []).push({
    key: 'basis',
    name: 'per',
    write: (basis) => (basis ? [basis.cases, basis.period].filter(Boolean).join('-') : null),
    read(text) {
      const [, cases, , period] = text.match(/^(\d+)(-(month))?$/) || [];
      if (!(cases >= 1)) return null;
      return period ? { cases: Number(cases), period } : Object.values(FIXED).find((one) => one.cases === Number(cases)) || null;
    },
  });

  window.dash_clientside = Object.assign({}, window.dash_clientside, { costdash_basis: costdash.basis });
})();
