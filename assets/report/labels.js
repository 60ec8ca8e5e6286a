/* Labels of the report's pictures: what Python says of them, at the places that are free at the size of the picture. */

import { freeAreaOf } from '../panels/overlays/free-area.js';
import { labelLayout } from '../panels/overlays/label-layout.js';
import { boxOf, LINE, makeLabel, readFont } from '../panels/overlays/text.js';
import { axesOf, svgElement } from '../panels/plotly-adapter.js';

/** @import { DrawnLabel, Graph, Label } from '../core/types.js' */
/** @import { Choices } from '../panels/overlays/label-layout.js' */

/** @type {Record<string, string>} */
const ANCHORS = { left: 'start', center: 'middle', right: 'end' };
/** @type {Record<string, number>} */
const RISES = { top: 0.5, middle: 0, bottom: -0.5 }; // from the middle of the lines to their place, in their height
const TRUE_ANYWHERE = /^(?!moving$)/;

/** @type {WeakMap<Graph, Choices>} */
const chosen = new WeakMap(); // until plotly draws the graph again

/** @param {string} text */
const linesOf = (text) =>
  text.split('<br>').map((line) => new DOMParser().parseFromString(line, 'text/html').body.textContent || '');

/** @param {Graph} graph @param {DrawnLabel} drawn @returns {Label} */
function labelOf(graph, { text, x, y, font = {}, xref, yref, xanchor = 'center', yanchor = 'middle', ...shift }) {
  const axes = axesOf(graph);
  const lines = linesOf(text);
  const across = xref === 'paper' ? x * axes.width : axes.x(x);
  const down = yref === 'paper' ? (1 - y) * axes.height : axes.y(y);
  const style = { anchor: ANCHORS[xanchor], kind: font.weight ? 'name' : '', fill: font.color };
  const rise = RISES[yanchor] * LINE * lines.length;
  const label = makeLabel(lines, across + (shift.xshift ?? 0), down - (shift.yshift ?? 0) + rise, style);
  return { ...label, rows: label.rows.map((row) => ({ ...row, kind: style.kind })) };
}

/** A label that is wished beyond an edge begins at the edge. @param {Graph} graph @param {Label} label */
function inside(graph, label) {
  const { width, height } = axesOf(graph);
  const box = boxOf(label);
  /** @param {number} at @param {number} size @param {number} most */
  const within = (at, size, most) => Math.min(Math.max(at, size / 2), most - size / 2) - at;
  return {
    ...label,
    x: label.x + within(box.x, box.wide, width),
    y: label.y + within(box.y, box.high, height),
  };
}

/**
 * Draws the labels of a graph.
 * @param {Graph} graph
 * @param {boolean} moving whether sliders have moved the lines since plotly has drawn them
 */
export function labelGraph(graph, moving = false) {
  const labels = graph.layout.meta?.labels ?? [];
  const sheet = [...graph.querySelectorAll('.main-svg')].at(-1);
  if (!sheet) return;
  if (!moving) chosen.set(graph, {});
  readFont();
  const { left, top, width, height } = axesOf(graph);
  const { near, along } = labelLayout(
    freeAreaOf({ name: graph.id, graph, width, height }),
    chosen.get(graph) ?? {},
    moving,
  );
  const shown = labels.filter(({ name = '' }) => !moving || TRUE_ANYWHERE.test(name));
  const elements = shown.flatMap((drawn, k) => {
    const label = labelOf(graph, drawn);
    const [{ text, kind, fill }] = label.rows;
    if (drawn.line) return along(String(k), drawn.line, [text], { kind, fill }, drawn.must);
    return near(String(k), inside(graph, label));
  });
  const layer = svgElement('g', { class: 'label-layer', transform: `translate(${left},${top})` });
  layer.append(...elements);
  sheet.querySelector(':scope > .label-layer')?.remove();
  sheet.append(layer);
}
