/* The address bar derives from conditions and view: back, forward and reload find them again. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const MERGE = 1000; // ms within which settled moves share one entry of the history
  const NAMES = { prior: 'prior', cost_fn: 'missed', cost_fp: 'alarm' };
  let last = 0;
  /* What else is kept: {key of the conditions, name in the address, write to text, read}. */
  const more = (costdash.addressed = costdash.addressed || []); // scripts load in any order

  function read() {
    const query = new URLSearchParams(window.location.search);
    const fields = {};
    for (const [key, name] of Object.entries(NAMES)) {
      const value = Number(query.get(name));
      if (query.has(name) && value > 0 && Number.isFinite(value)) fields[key] = value;
    }
    if (!(fields.prior < 1)) delete fields.prior;
    if ('prior' in fields) fields.touched = query.get('own') === '1';
    for (const { key, name, read: understand } of more) {
      if (query.has(name) || 'prior' in fields) fields[key] = query.has(name) ? understand(query.get(name)) : null;
    }
    return fields;
  }

  costdash.address = {
    conditions: read,
    write(conditions, beginning) {
      const texts = Object.entries(NAMES).map(([key, name]) => [name, String(conditions[key])]);
      texts.push(['own', conditions.touched ? '1' : '0']);
      texts.push(...more.map(({ key, name, write }) => [name, write(conditions[key])]));
      costdash.address.put(texts, beginning);
    },
    /* [[name, text], ...], null for what is not said. What data begin with takes the place of what
       stood there, and is no step of its own. */
    put(texts, beginning) {
      const query = new URLSearchParams(window.location.search);
      for (const [name, text] of texts) {
        if (text === null) query.delete(name);
        else query.set(name, text);
      }
      const address = '?' + query.toString();
      if (address === window.location.search) return;
      const merge = beginning || Date.now() - last < MERGE;
      window.history[merge ? 'replaceState' : 'pushState']({}, '', address);
      if (!beginning) last = Date.now();
    },
  };

  window.addEventListener('popstate', () => {
    const fields = read();
    if (costdash.conditions && 'prior' in fields) costdash.conditions.revisit(fields);
    if (costdash.view.now()) costdash.view.revisit();
  });
})();
