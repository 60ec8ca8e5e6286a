/* The PC(+) line in the hand: by pointer, by touch, by keys. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const HALF = 12; // pixels on either side of the line that hold it
  const STEP = 0.01;
  const STEPS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
  let grip = null; // the press that is going on

  const pcfNow = () => {
    const point = costdash.live.point();
    return point ? costdash.geometry.pcfOf(point) : null;
  };

  function move(pcf) {
    const { conditions } = costdash;
    if (conditions && conditions.dragPcf) conditions.dragPcf(Math.min(1, Math.max(0, pcf)));
  }

  function release() {
    if (costdash.conditions && costdash.conditions.release) costdash.conditions.release();
  }

  function handleOf(panel) {
    const box = panel.graph.querySelector('.svg-container');
    if (!box) return null;
    const known = box.querySelector(':scope > .pcf-handle');
    if (known) return known;
    const handle = document.createElement('div');
    const about = { role: 'slider', 'aria-label': 'Probability cost PC(+)', 'aria-valuemin': 0, 'aria-valuemax': 1 };
    handle.className = 'pcf-handle';
    handle.tabIndex = 0;
    for (const [key, value] of Object.entries(about)) handle.setAttribute(key, value);
    handle.addEventListener('keydown', onKey);
    handle.addEventListener('keyup', release);
    box.append(handle);
    return handle;
  }

  /* Lies over the line that plotly draws; parks at an edge where the line is out of sight. */
  function follow() {
    const panel = costdash.graphs.get('cost');
    const handle = panel && handleOf(panel);
    if (!handle) return;
    const pcf = pcfNow();
    handle.hidden = pcf === null || !costdash.live.data();
    if (handle.hidden) return;
    const { left, top, width, height } = panel;
    const x = panel.x(pcf);
    const seen = Math.min(width, Math.max(0, x));
    handle.classList.toggle('beyond', Math.abs(seen - x) > 0.5);
    handle.style.cssText =
      `position:absolute;width:${2 * HALF}px;height:${height}px;top:${top}px;left:${left + seen - HALF}px`;
    const { number, times } = costdash.numbers;
    const point = costdash.live.point();
    handle.setAttribute('aria-valuenow', String(Number(pcf.toPrecision(3))));
    handle.setAttribute('aria-valuetext', `${number(pcf)}. ${times(point.cost_fn / point.cost_fp)}`);
  }

  /* Steps stay on hundredths, although the costs are rounded after each of them. */
  function onKey(event) {
    const pcf = pcfNow();
    if (pcf === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const from = Math.round(pcf / STEP) * STEP;
    const many = event.shiftKey ? 10 : 1;
    if (event.key in STEPS) move(from + STEPS[event.key] * many * STEP);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function begin(event) {
    if (event.button !== 0 || !event.isPrimary || !costdash.live.data()) return;
    if (costdash.graphs.nameOf(event.target) !== 'cost' || event.target.closest('.modebar')) return;
    const panel = costdash.graphs.get('cost');
    const pcf = pcfNow();
    if (!panel || pcf === null) return;
    const { x, y } = costdash.graphs.place(panel, event);
    const onHandle = Boolean(event.target.closest('.pcf-handle'));
    if (!onHandle && !panel.holds(x, y)) return;
    const off = panel.x(pcf) - x;
    const held = Math.abs(off) <= HALF;
    const touch = event.pointerType === 'touch';
    const near = costdash.nearest.find(panel, x, y, touch ? costdash.hover.REACH : costdash.hover.GRASP);
    grip = { id: event.pointerId, x, y, off: held ? off : 0, held, near, moved: false };
    // No mouse events follow, so plotly takes no part; the focus they would set is set here.
    event.preventDefault();
    panel.graph.setPointerCapture(event.pointerId);
    const handle = handleOf(panel);
    if (handle) handle.focus({ preventScroll: true, focusVisible: false });
    // A finger may be about to scroll the page: it moves nothing before it moves sideways.
    if (!held && !near && !touch) drag(panel, x);
  }

  function drag(panel, x) {
    grip.moved = true;
    costdash.lit.clear();
    move(panel.valueAt(x + grip.off));
  }

  function onMove(event) {
    if (!grip || event.pointerId !== grip.id) return;
    const panel = costdash.graphs.get('cost');
    if (!panel) return;
    const { x, y } = costdash.graphs.place(panel, event);
    if (grip.moved || Math.hypot(x - grip.x, y - grip.y) >= costdash.hover.STILL) drag(panel, x);
  }

  function onUp(event) {
    if (!grip || event.pointerId !== grip.id) return;
    const panel = costdash.graphs.get('cost');
    const { near, moved, held, off, x } = grip;
    if (!moved && near) costdash.hover.tap(near, event);
    else if (!moved && panel && !(held && Math.abs(off) < costdash.hover.STILL)) move(panel.valueAt(x));
    grip = null;
    release();
  }

  function onCancel(event) {
    if (!grip || event.pointerId !== grip.id) return;
    grip = null;
    release();
  }

  costdash.drag = { holding: () => Boolean(grip && grip.moved) };

  document.addEventListener('pointerdown', begin, true);
  document.addEventListener('pointermove', onMove, true);
  document.addEventListener('pointerup', onUp, true);
  document.addEventListener('pointercancel', onCancel, true);
  (costdash.onDrawn = costdash.onDrawn || []).push((name) => name === 'cost' && follow());
  (costdash.onMove = costdash.onMove || []).push(follow);
})();
