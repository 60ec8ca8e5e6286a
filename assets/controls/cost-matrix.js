/* The full cost matrix: its dialog opens with what holds, and what is used goes to the conditions. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const CELLS = {
    found: 'matrix-found',
    missed: 'matrix-missed',
    false_alarm: 'matrix-alarm',
    left_alone: 'matrix-alone',
  };
  const set = (id, props) => window.dash_clientside.set_props(id, props);
  const round = (x) => Number(x.toPrecision(15));

  /* Two costs are a matrix in which being right is free; one that they come from is kept. */
  function holding({ cost_fn, cost_fp, matrix }) {
    const ours = matrix && matrix.missed - matrix.found === cost_fn && matrix.false_alarm - matrix.left_alone === cost_fp;
    return ours ? matrix : { found: 0, missed: cost_fn, false_alarm: cost_fp, left_alone: 0 };
  }

  function open() {
    const now = costdash.conditions.now();
    if (!now) return;
    const matrix = holding(now);
    for (const [key, id] of Object.entries(CELLS)) set(id, { value: String(round(matrix[key])) });
    const { basis } = now;
    set('matrix-cases', { value: basis && basis.period ? String(basis.cases) : '' });
    set('matrix', { opened: true });
  }

  costdash.matrix = {
    /* The clientside callback of the button; what the server read is a state. */
    use(clicks, matrix) {
      if (!clicks || !matrix) return;
      const { cases, ...cells } = matrix;
      const { found, missed, false_alarm, left_alone } = cells;
      const basis = cases ? { cases, period: costdash.basis.PERIOD } : costdash.basis.now();
      costdash.conditions.put({ matrix: cells, basis, cost_fn: missed - found, cost_fp: false_alarm - left_alone });
      set('matrix', { opened: false });
    },
  };

  /* The slides of 2013: the second table is dearer in all, and better at every PC(+). */
  const EXAMPLE = { matrix: [-1, 100, 1, 0], first: [150, 40, 60, 250], second: [250, 45, 5, 200] };

  function example() {
    for (const [table, cells] of Object.entries(EXAMPLE)) {
      ['found', 'missed', 'alarm', 'alone'].forEach((cell, k) => set(`${table}-${cell}`, { value: String(cells[k]) }));
    }
  }

  document.addEventListener('click', (event) => {
    if (event.target.closest('#matrix-button')) open();
    if (event.target.closest('[data-matrix-example]')) example();
  });

  (costdash.addressed = costdash.addressed || []).push({
    key: 'matrix',
    name: 'matrix',
    write: (matrix) => (matrix ? Object.keys(CELLS).map((key) => matrix[key]).join('_') : null),
    read(text) {
      const parts = text.split('_');
      const [found, missed, false_alarm, left_alone] = parts.map(Number);
      if (parts.length !== 4 || !(missed > found) || !(false_alarm > left_alone)) return null;
      return { found, missed, false_alarm, left_alone };
    },
  });

  window.dash_clientside = Object.assign({}, window.dash_clientside, { costdash_matrix: costdash.matrix });
})();
