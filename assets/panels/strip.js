/* The strip under the cost curve: its line follows the hand; a range lights its model and hull. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const ROOT = '#strip-panel';
  const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
  let held = 0; // the range that the keys have come to

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

  /* What is best from 0 to 1, as the figure tells it. */
  function ranges() {
    const drawn = graph();
    return drawn ? drawn.data.filter(({ uid }) => /^best-\d+-0$/.test(uid)).map(({ meta }) => meta) : [];
  }

  function rangeAt(pcf) {
    return ranges().findIndex(({ pcf: [low, high] }) => pcf >= low && pcf <= high);
  }

  function light(range, by, x, y) {
    const live = costdash.live.data();
    if (!range || !live) {
      costdash.segment.clear(by);
      return;
    }
    const pieces = costdash.segment.pieces(live.hull, live.hull.tie, ...range.pcf);
    costdash.segment.set({ owners: range.owners, pieces, said: range.said, by });
    costdash.lit.moveTip(x, y);
  }

  function hover(event) {
    const drawn = graph();
    if (!drawn) return;
    const { xaxis } = drawn._fullLayout;
    const pcf = xaxis.p2l(event.clientX - drawn.getBoundingClientRect().left - xaxis._offset);
    light(ranges()[rangeAt(pcf)], 'strip', event.clientX, event.clientY);
  }

  function lightHeld(strip) {
    const found = ranges();
    held = Math.min(Math.max(held, 0), found.length - 1);
    const { left, bottom } = strip.getBoundingClientRect();
    light(found[held], 'strip-keys', left, bottom);
  }

  const stripOf = (event) => event.target.matches && event.target.matches('.strip') && event.target;

  (costdash.onMove = costdash.onMove || []).push(follow);
  document.addEventListener('pointermove', (event) => {
    if (event.target.closest && event.target.closest(ROOT)) hover(event);
    else costdash.segment.clear('strip');
  });
  document.addEventListener('focusin', (event) => {
    const strip = stripOf(event);
    const point = strip && strip.matches(':focus-visible') && costdash.live.point();
    if (!point) return;
    held = rangeAt(costdash.geometry.pcfOf(point));
    lightHeld(strip);
  });
  document.addEventListener('focusout', (event) => stripOf(event) && costdash.segment.clear('strip-keys'));
  document.addEventListener('keydown', (event) => {
    const strip = event.key in STEPS && stripOf(event);
    if (!strip) return;
    held += STEPS[event.key];
    lightHeld(strip);
    event.preventDefault();
  });
})();
