/* What the ranges change, while the hand drags one: the shading, the lit part of the hull, the sentence, the list. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const TOP = 0.5; // of the shading, as in figures/cost
  let table = null; // as the server last said it
  let said = ''; // for which ranges, as JSON

  function shade([low, high]) {
    const panel = costdash.graphs.get('cost');
    if (!panel) return;
    const d = costdash.curves.line(panel, [low, low, high, high], [0, TOP, TOP, 0]);
    costdash.redraw.path(panel, 'interval', 'js-fill', d + 'Z');
    costdash.redraw.path(panel, 'interval', 'js-line', d);
  }

  function light(found) {
    const panel = costdash.graphs.get('roc');
    if (!panel) return;
    const [fpr, tpr] = ['fpr', 'tpr'].map((rate) => found.map((answer) => answer[rate]));
    costdash.redraw.path(panel, 'segment', 'js-line', costdash.curves.line(panel, fpr, tpr));
    costdash.redraw.points(panel, 'segment', fpr, tpr);
  }

  const part = (type, children, props = {}) => ({ type, props: { ...props, children } });

  /* As web/plain_table makes it. */
  function write(rows) {
    const { title, head, note } = table;
    const heads = head.map((name) => part('Th', name, { scope: 'col' }));
    const body = rows.map(([first, ...cells]) =>
      part('Tr', [part('Th', first, { scope: 'row' }), ...cells.map((cell) => part('Td', cell))]),
    );
    const drawn = part('Table', [part('Thead', part('Tr', heads)), part('Tbody', body)], { className: 'table' });
    costdash.elements.fill('parts', [part('H3', title), drawn, part('P', note, { className: 'note' })]);
  }

  function follow() {
    const live = costdash.live.data();
    const { ranges } = costdash.conditions.now() || {};
    if (!live || !ranges) return;
    shade(costdash.between.pcf(ranges));
    light(costdash.between.answers(live, ranges));
    const asked = JSON.stringify(ranges);
    if (asked === said) return;
    said = asked;
    const { sentence, rows } = costdash.sensitivity.say(live, ranges);
    const place = document.querySelector('#decision .sensitivity');
    if (place && place.textContent !== sentence) place.textContent = sentence;
    if (table) write(rows);
  }

  costdash.parts = {
    /* The server's own words, at rest. */
    settle(told) {
      table = told || null;
      said = '';
      if (table) write(table.rows);
      else costdash.elements.fill('parts', []);
    },
  };

  (costdash.onMove = costdash.onMove || []).push((found) => found && follow());
})();
