/* The bars below the cost curves: where each model beats calling none and calling all. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const BY = 'bars';

  const ends = ([low, high]) => `${costdash.numbers.number(low)} to ${costdash.numbers.number(high)}`;

  /* The place of the model whose bar lies at the pointer's height; null elsewhere. */
  function rowAt(panel, event) {
    const axis = panel.graph._fullLayout.yaxis2;
    const box = panel.graph.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left - panel.left, event.clientY - box.top - axis._offset];
    if (x < 0 || x > panel.width || y < 0 || y > axis._length) return null;
    const row = Math.round(axis.p2l(y));
    const bar = panel.graph.data.find(({ uid, y: at }) => uid.startsWith('range-') && at[0] === row);
    return bar ? Number(bar.uid.slice('range-'.length)) : null;
  }

  function words(name, range, useful) {
    if (!range) return `${name} costs less than calling none and calling all nowhere`;
    const more = useful ? `, by 1 % or more from ${ends(useful)}` : ', nowhere by 1 % or more';
    return `${name} costs less than calling none and calling all for PC(+) ${ends(range)}${more}`;
  }

  function shown(panel, uid) {
    const bar = panel.graph.data.find((trace) => trace.uid === uid);
    return bar && bar.opacity > 0 ? [...bar.x] : null;
  }

  function hover(panel, event) {
    const i = rowAt(panel, event);
    const live = costdash.live.data();
    const model = live && live.models.find((one) => one.i === i);
    if (!model) {
      costdash.segment.clear(BY);
      return;
    }
    const [range, useful] = [shown(panel, 'range-' + i), shown(panel, 'useful-' + i)];
    const hull = { fpr: model.hull.map((k) => model.fpr[k]), tpr: model.hull.map((k) => model.tpr[k]) };
    const pieces = range ? costdash.segment.pieces(hull, model.tie, ...range) : [];
    costdash.segment.set({ owners: [i], pieces, said: words(model.name, range, useful), by: BY });
    costdash.lit.moveTip(event.clientX, event.clientY);
  }

  document.addEventListener('pointermove', (event) => {
    const panel = costdash.graphs.nameOf(event.target) === 'cost' ? costdash.graphs.get('cost') : null;
    if (panel) hover(panel, event);
    else costdash.segment.clear(BY);
  });
})();
