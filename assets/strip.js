/* The strip under the cost curve: its line follows the hand, and a range lights its model. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const ROOT = '#strip-panel';

  function graph() {
    const drawn = document.querySelector(ROOT + '.js-plotly-plot, ' + ROOT + ' .js-plotly-plot');
    return drawn && drawn._fullLayout && drawn._fullLayout.xaxis ? drawn : null;
  }

  function follow(found) {
    const drawn = graph();
    const path = found && drawn && drawn.querySelector('.tracepcf path.js-line');
    if (!path) return;
    const x = drawn._fullLayout.xaxis.l2p(found.pcf);
    path.setAttribute('d', `M${x},0L${x},${drawn._fullLayout.yaxis._length}`);
  }

  /* The cheapest threshold of all models at this PC(+), as the panels know it. */
  function light(event) {
    const [drawn, live] = [graph(), costdash.live.data()];
    if (!drawn || !live) return;
    const { xaxis } = drawn._fullLayout;
    const pcf = xaxis.p2l(event.clientX - drawn.getBoundingClientRect().left - xaxis._offset);
    const found = pcf >= 0 && pcf <= 1 ? costdash.geometry.numbers(live, { prior: 0.5, cost_fn: pcf, cost_fp: 1 - pcf }) : null;
    if (!found || found.owner < 0) {
      costdash.lit.clear('strip');
      return;
    }
    costdash.lit.set(found.owner, live.hull.index[found.vertex], 'strip');
    costdash.lit.moveTip(event.clientX, event.clientY);
  }

  (costdash.onMove = costdash.onMove || []).push(follow);
  document.addEventListener('pointermove', (event) => {
    if (event.target.closest && event.target.closest(ROOT)) light(event);
    else if (costdash.lit) costdash.lit.clear('strip');
  });
})();
