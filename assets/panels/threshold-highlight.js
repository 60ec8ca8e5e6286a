/* One threshold lit in all three panels, with its numbers beside the pointer. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const RING = 8; // radius in pixels, a little wider than the mark of the best
  const GAP = 14; // between the pointer and the numbers
  let lit = null; // {i, index, by}: survives new lists of the same data
  let under = null; // the PC(+) under the pointer, in the cost panel
  let revision = null;

  /* The lit threshold in the lists that the page holds now. */
  function held() {
    const live = costdash.live.data();
    const model = lit && live && live.models.find((m) => m.i === lit.i);
    const at = model ? model.index.indexOf(lit.index) : -1;
    return at < 0 ? null : { model, at, fpr: model.fpr[at], tpr: model.tpr[at], text: model.text[at] };
  }

  /* Themes just work where the colour is read from plotly's own line. */
  function colour(i) {
    for (const name of costdash.graphs.names) {
      const panel = costdash.graphs.get(name);
      const path = panel && costdash.graphs.trace(panel, 'model-' + i);
      const line = path && path.querySelector('path.js-line');
      if (line) return window.getComputedStyle(line).stroke;
    }
    return 'currentColor';
  }

  function ring(panel, x, y) {
    const [cx, cy] = [panel.x(x), panel.y(y)];
    return costdash.graphs.make('circle', { cx, cy, r: RING });
  }

  const SHAPES = {
    roc: (panel, held) => [ring(panel, held.fpr, held.tpr)],
    pr(panel, held, point) {
      const precision = costdash.geometry.precision(held.fpr, held.tpr, point.prior);
      return precision === null ? [] : [ring(panel, held.tpr, precision)];
    },
    cost(panel, held, point) {
      const pcf = costdash.geometry.pcfOf(point);
      const ends = { x1: panel.x(0), y1: panel.y(held.fpr), x2: panel.x(1), y2: panel.y(1 - held.tpr) };
      const line = costdash.graphs.make('line', ends);
      return [line, ring(panel, pcf, held.fpr * (1 - pcf) + (1 - held.tpr) * pcf)];
    },
  };

  function draw(name) {
    const panel = costdash.graphs.get(name);
    if (!panel) return;
    const found = held();
    const point = costdash.live.point();
    if (!found && !panel.graph.querySelector('svg.lit-layer')) return;
    const group = costdash.graphs.layer(panel, 'lit-layer');
    if (!group) return;
    group.replaceChildren(...(found && point ? SHAPES[name](panel, found, point) : []));
    if (found) group.style.stroke = colour(found.model.i);
  }

  function rule(found) {
    if (found.fpr === 0 && found.tpr === 0) return 'calling none';
    if (found.fpr === 1 && found.tpr === 1) return 'calling all';
    return 'at ' + found.text;
  }

  /* [word, value] of all that is said about the lit threshold. */
  function facts(found, point) {
    const say = costdash.numbers;
    const { cases, per, fixed, count } = costdash.basis.at(point.prior);
    const precision = costdash.geometry.precision(found.fpr, found.tpr, point.prior);
    const cost = cases * costdash.geometry.expectedCost(point, found.fpr, found.tpr);
    return [
      ['true positive rate', say.number(found.tpr)],
      ['false positive rate', say.number(found.fpr)],
      [`precision at ${say.percent(point.prior)}`, precision === null ? 'undefined' : say.number(precision)],
      [`${fixed ? `cost ${per}` : `cost of ${count} cases`}, at your conditions`, say.amounts(point).total(cost)],
    ];
  }

  /* What the lit threshold costs under the pointer, beside what it costs at the present conditions. */
  function factsUnder(found) {
    if (under === null) return [];
    const { number } = costdash.numbers;
    const nec = found.fpr * (1 - under) + (1 - found.tpr) * under;
    return [[`normalized expected cost at PC(+) ${number(under)}, under the pointer`, number(nec)]];
  }

  function tip() {
    let box = document.getElementById('lit-tip');
    if (!box) {
      box = document.createElement('div');
      box.id = 'lit-tip';
      box.setAttribute('aria-hidden', 'true');
      document.body.append(box);
    }
    return box;
  }

  function cell(tag, text) {
    const node = document.createElement(tag);
    node.textContent = text;
    return node;
  }

  function speak() {
    const [found, point] = [held(), costdash.live.point()];
    const box = tip();
    box.hidden = !(found && point);
    const region = document.getElementById('lit-text');
    if (box.hidden) {
      if (region && region.textContent) region.textContent = '';
      return;
    }
    const said = facts(found, point);
    const title = cell('strong', `${found.model.name} ${rule(found)}`);
    box.style.borderLeftColor = colour(found.model.i);
    const list = document.createElement('dl');
    for (const [word, value] of [...factsUnder(found), ...said]) list.append(cell('dt', word), cell('dd', value));
    box.replaceChildren(title, list);
    const text = `${title.textContent}: ${said.map((pair) => pair.join(' ')).join(', ')}`;
    if (region && region.textContent !== text) region.textContent = text;
  }

  /* A sentence about more than one threshold, in the same places. */
  function tell(text, border) {
    const [box, region] = [tip(), document.getElementById('lit-text')];
    box.hidden = !text;
    box.style.borderLeftColor = border;
    box.replaceChildren(text);
    if (region && region.textContent !== text) region.textContent = text;
  }

  /* Beside (x, y) of the window, on the side where there is room. */
  function moveTip(x, y) {
    const box = tip();
    if (box.hidden) return;
    const { offsetWidth: wide, offsetHeight: high } = box;
    const left = x + GAP + wide > window.innerWidth ? x - GAP - wide : x + GAP;
    const top = y + GAP + high > window.innerHeight ? y - GAP - high : y + GAP;
    box.style.left = Math.max(4, left) + 'px';
    box.style.top = Math.max(4, top) + 'px';
  }

  function refresh() {
    costdash.graphs.names.forEach(draw);
    speak();
  }

  /* `by` is what lit it: only the same may put it out, but for clear() without a name. */
  function set(i, index, by, pcf = null) {
    const known = lit && lit.i === i && lit.index === index;
    const moved = pcf !== under;
    lit = { i, index, by };
    under = pcf;
    if (!known) refresh();
    else if (moved) speak();
  }

  function clear(by) {
    if (!lit || (by && lit.by !== by)) return;
    lit = null;
    under = null;
    refresh();
  }

  costdash.lit = { set, clear, moveTip, tell, held, colour };

  (costdash.onDrawn = costdash.onDrawn || []).push((name) => {
    if (!lit) return;
    draw(name);
    speak(); // its colour may be another theme's
  });
  (costdash.onMove = costdash.onMove || []).push(() => {
    const live = costdash.live.data();
    const now = live && live.revision;
    if (now !== revision) clear();
    revision = now;
    if (lit) refresh();
  });
})();
