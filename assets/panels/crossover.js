/* Where the cost curves of the compared pair cross: the line that touches both hulls in ROC space,
   drawn until something else is looked at. Drummond & Holte (2004), figures 5 and 6. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const REACH = 14; // pixels from the pointer to a ring of the difference panel
  const SAME = 0.003; // of PC(+): costs are rounded to 3 digits on the way to a crossover
  let line = null; // what the crossover's button carries
  let pressed = null; // the button of the ring that is held down

  function say(text) {
    const place = document.getElementById('tangent');
    if (place && place.textContent !== text) place.textContent = text;
  }

  function parts(panel) {
    const { make } = costdash.graphs;
    const [[x1, x2], [y1, y2]] = line.ends;
    const whole = make('line', { x1: panel.x(x1), y1: panel.y(y1), x2: panel.x(x2), y2: panel.y(y2) });
    const rings = line.touched.map(({ i, fpr, tpr }) => {
      const ring = make('circle', { cx: panel.x(fpr), cy: panel.y(tpr), r: 6 });
      ring.style.stroke = costdash.lit.colour(i);
      return ring;
    });
    return [whole, ...rings, words(panel)];
  }

  /* In the corner below the curves, above what the panel itself says there. */
  function words(panel) {
    const text = costdash.graphs.make('text', { x: panel.width - 6, y: panel.height * 0.8, 'text-anchor': 'end' });
    text.textContent = line.label;
    return text;
  }

  function draw() {
    const panel = costdash.graphs.get('roc');
    if (!panel || (!line && !panel.graph.querySelector('svg.tangent-layer'))) return;
    const layer = costdash.graphs.layer(panel, 'tangent-layer');
    if (layer) layer.replaceChildren(...(line ? parts(panel) : []));
  }

  function set(drawn) {
    line = drawn;
    say(line ? line.said : '');
    draw();
  }

  /* The buttons of the crossovers, in the order of the rings. */
  const buttons = () => [...document.querySelectorAll('#compared [data-tangent]')];

  /* The button whose ring in the difference panel is at the pointer. */
  function ringed(event) {
    const graph = event.target.closest && event.target.closest('#difference-panel .js-plotly-plot, #difference-panel.js-plotly-plot');
    const rings = graph && graph._fullData && graph._fullData.find(({ uid }) => uid === 'crossovers');
    if (!rings) return null;
    const { xaxis, yaxis } = graph._fullLayout;
    const box = graph.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left - xaxis._offset, event.clientY - box.top - yaxis._offset];
    const far = Array.from(rings.x, (pcf) => Math.hypot(xaxis.l2p(pcf) - x, yaxis.l2p(0) - y));
    const nearest = far.indexOf(Math.min(...far));
    return far[nearest] <= REACH ? buttons()[nearest] : null;
  }

  document.addEventListener('click', (event) => {
    const button = event.target.closest && event.target.closest('[data-tangent]');
    if (button) {
      set(JSON.parse(button.dataset.tangent));
      const panel = document.querySelector('[data-panel="roc-panel"]');
      if (panel) panel.scrollIntoView({ block: 'nearest' });
    }
  });
  // Plotly lays a sheet over the page while a button is down, so no click reaches the panel.
  document.addEventListener(
    'pointerdown',
    (event) => (pressed = event.button === 0 ? ringed(event) : null),
    true,
  );
  document.addEventListener(
    'pointerup',
    () => {
      if (pressed) pressed.click();
      pressed = null;
    },
    true,
  );
  document.addEventListener('pointermove', (event) => {
    const panel = event.target.closest && event.target.closest('#difference-panel');
    if (panel) panel.classList.toggle('at-ring', Boolean(ringed(event)));
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && line) set(null);
  });

  /* Another PC(+), pair or file is another question. */
  function moved() {
    const point = costdash.live.point();
    if (line && point && Math.abs(costdash.geometry.pcfOf(point) - line.pcf) > SAME) set(null);
  }

  costdash.tangent = {
    /* The same crossover may be told anew, as when a model is switched on; or be of another pair. */
    check() {
      if (!line) return;
      const told = buttons().map(({ dataset }) => JSON.parse(dataset.tangent));
      set(told.find(({ pcf, label }) => pcf === line.pcf && label === line.label) || null);
    },
  };

  (costdash.onDrawn = costdash.onDrawn || []).push((name) => name === 'roc' && line && draw());
  (costdash.onMove = costdash.onMove || []).push(moved);

  window.dash_clientside = Object.assign({}, window.dash_clientside, { costdash_tangent: costdash.tangent });
})();
