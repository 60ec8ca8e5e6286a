/* What follows the hand: at most once per frame, until an answer settles it. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const followers = (costdash.onMove = costdash.onMove || []); // scripts load in any order
  let live = null;
  let point = null; // the newest asked for
  let rest = null; // the one that the figures were drawn at
  let frame = 0;
  let moving = false;

  const same = (a, b) =>
    Boolean(a && b) &&
    ['prior', 'cost_fn', 'cost_fp'].every((key) => a[key] === b[key]) &&
    JSON.stringify(a.ranges || null) === JSON.stringify(b.ranges || null);

  function paint() {
    frame = 0;
    if (!live || !point) return;
    const found = costdash.geometry.numbers(live, point);
    for (const name of costdash.graphs.names) {
      const panel = costdash.graphs.get(name);
      if (panel) costdash.redraw[name](panel, found, live, point.prior);
    }
    costdash.headline.show(live, point, found);
    for (const follower of followers) follower(found);
  }

  function wait() {
    if (!frame) frame = requestAnimationFrame(paint);
  }

  function mark(value) {
    moving = value;
    document.body.classList.toggle('moving', value);
  }

  costdash.live = {
    numbers: (data, at) => ({ ...costdash.geometry.numbers(data, at), ...costdash.geometry.reweighted(data, at.prior) }),
    data: () => live,
    point: () => point || (costdash.conditions && costdash.conditions.now && costdash.conditions.now()) || null,
    set(data) {
      live = data && data.models && data.hull ? { bands: [], ...data } : null;
      costdash.graphs.seek();
      for (const follower of followers) follower(null);
    },
    move(at) {
      if (!at || !(at.prior > 0)) return;
      point = { prior: at.prior, cost_fn: at.cost_fn, cost_fp: at.cost_fp, ranges: at.ranges };
      mark(!same(point, rest));
      wait();
    },
    /* Other data: what was asked for of the last ones is asked no more. */
    forget() {
      point = null;
      mark(false);
    },
    /* The figures now show the conditions `at`, or what was asked for last. */
    settle(at) {
      rest = at || costdash.live.point();
      mark(Boolean(point) && !same(point, rest));
      if (moving) wait();
      else costdash.headline.settle();
    },
  };

  // A figure that is redrawn in mid-move shows where the hand was, not where it is.
  (costdash.onDrawn = costdash.onDrawn || []).push(() => {
    if (moving) wait();
  });
})();
