/* Pointer and keys on the panels: light a threshold, choose it, pin it. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const REACH = 20; // pixels from the pointer to the curve that it lights
  const GRASP = 8; // and to one that a click chooses
  const STILL = 4; // pixels that a click may move
  let press = null;
  let last = null; // {i, hull}: the model lit last, and how far its steps have come
  let queued = null;

  function spot(event) {
    const name = costdash.graphs.nameOf(event.target);
    const panel = name && !event.target.closest('.modebar') ? costdash.graphs.get(name) : null;
    if (!panel) return null;
    const at = costdash.graphs.place(panel, event);
    return panel.holds(at.x, at.y) ? { panel, ...at } : null;
  }

  function light(found, by, pcf = null) {
    last = found.model.i;
    costdash.lit.set(found.model.i, found.model.index[found.at], by, pcf);
  }

  const pcfUnder = ({ panel, x }) => (panel.name === 'cost' ? Math.min(1, Math.max(0, panel.valueAt(x))) : null);

  function hover(event) {
    const here = spot(event);
    const found = here && costdash.nearest.find(here.panel, here.x, here.y, REACH);
    if (!found) {
      costdash.lit.clear('pointer');
      return;
    }
    light(found, 'pointer', pcfUnder(here));
    costdash.lit.moveTip(event.clientX, event.clientY);
  }

  function send(what, model, index, text) {
    const at = Date.now();
    if (window.dash_clientside) window.dash_clientside.set_props('hand', { data: { what, model, index, text, at } });
  }

  function choose(found) {
    send('choose', found.model.name, found.model.index[found.at], found.model.text[found.at]);
  }

  const isLit = (found) => {
    const held = costdash.lit.held();
    return Boolean(held) && held.model === found.model && held.at === found.at;
  };

  /* A finger has no hover: its first tap lights, a second one on the same threshold chooses. */
  function tap(found, event) {
    const chosen = event.pointerType !== 'touch' || isLit(found);
    light(found, 'pointer');
    costdash.lit.moveTip(event.clientX, event.clientY);
    if (chosen) choose(found);
  }

  function onMove(event) {
    if (costdash.drag && costdash.drag.holding()) return;
    if (!queued) {
      requestAnimationFrame(() => {
        const newest = queued;
        queued = null;
        if (newest && !(costdash.drag && costdash.drag.holding())) hover(newest);
      });
    }
    queued = event;
  }

  function onDown(event) {
    press = event.button === 0 && event.isPrimary ? { x: event.clientX, y: event.clientY } : null;
    if (event.pointerType === 'touch' && !spot(event)) costdash.lit.clear();
  }

  function onUp(event) {
    const still = press && Math.hypot(event.clientX - press.x, event.clientY - press.y) < STILL;
    press = null;
    const here = still ? spot(event) : null;
    if (!here || here.panel.name === 'cost') return; // the cost panel's presses belong to drag.js
    const touch = event.pointerType === 'touch';
    const found = costdash.nearest.find(here.panel, here.x, here.y, touch ? REACH : GRASP);
    if (found) tap(found, event);
    else if (touch) costdash.lit.clear();
  }

  /* Where the steps start: the model lit last, else the best one; at its vertex of now. */
  function start(live, point) {
    const best = costdash.geometry.numbers(live, point);
    const model = live.models.find((m) => m.i === last) || live.models.find((m) => m.i === best.owner) || live.models[0];
    const held = costdash.lit.held();
    if (held && held.model === model) {
      const after = model.hull.findIndex((at) => at >= held.at);
      return { model, step: after, exact: model.hull[after] === held.at };
    }
    const step = costdash.geometry.searchSorted(model.tie, best.pcf);
    return { model, step, exact: false, fresh: true };
  }

  function stepTo(event, by) {
    const live = costdash.live.data();
    const point = costdash.live.point();
    if (!live || !point || live.models.length === 0) return;
    const { model, step, exact, fresh } = start(live, point);
    let next = step;
    if (!fresh) next = by < 0 || exact ? step + by : step;
    const at = model.hull[Math.min(Math.max(next, 0), model.hull.length - 1)];
    light({ model, at }, 'keys');
    showTip(event.target);
    event.preventDefault();
  }

  /* Without a pointer the numbers stand beside the ring in the panel that has the focus. */
  function showTip(card) {
    const mark = card.querySelector('svg.lit-layer circle');
    if (!mark) return;
    const { right, top } = mark.getBoundingClientRect();
    costdash.lit.moveTip(right, top);
  }

  function onPanelKey(event) {
    if (event.key === 'ArrowLeft') stepTo(event, -1);
    else if (event.key === 'ArrowRight') stepTo(event, 1);
    else if (event.key === 'Enter') {
      const held = costdash.lit.held();
      if (held) choose(held);
    }
  }

  function pin() {
    const held = costdash.lit.held();
    const view = costdash.view && costdash.view.now && costdash.view.now();
    if (held) send('pin', held.model.name, held.model.index[held.at], held.text);
    else if (view && view.chosen) send('pin', view.chosen.model, view.chosen.index, view.chosen.text);
  }

  const writes = (target) =>
    Boolean(target && target.closest && target.closest('input, textarea, select, [contenteditable]'));

  function onKey(event) {
    if (event.key === 'Escape') costdash.lit.clear();
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || writes(event.target)) return;
    if (event.key === 'p' || event.key === 'P') pin();
    else if (event.target.matches && event.target.matches('.panel')) onPanelKey(event);
  }

  costdash.hover = { GRASP, REACH, STILL, tap };

  document.addEventListener('pointermove', onMove);
  document.addEventListener('pointerdown', onDown, true);
  document.addEventListener('pointerup', onUp, true);
  document.addEventListener('pointercancel', () => (press = null), true);
  document.documentElement.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'touch') costdash.lit.clear('pointer'); // a finger leaves at every lift
  });
  document.addEventListener('focusout', (event) => {
    if (event.target.matches && event.target.matches('.panel')) costdash.lit.clear('keys');
  });
  document.addEventListener('scroll', () => costdash.lit.clear('pointer'), true);
  document.addEventListener('keydown', onKey);
})();
