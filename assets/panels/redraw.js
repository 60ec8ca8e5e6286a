/* Redraws what depends on the operating point: rewrites plotly's own elements, panel by panel. */

import { modeCode, panelCode, panelNames } from '../core/panels.js';
import { hasPlaces, placeOf } from '../core/threshold-places.js';
import { on } from '../state/events.js';
import { redrawMark, setTraceVisible } from './drawn-traces.js';
import { getPanel, moveAxes, traceElement } from './plotly-adapter.js';

/** @import { Results } from '../core/types.js' */
/** @import { LiveData, OperatingPoint } from '../core/wire.js' */

/* The stroke of a line: its colour in the current theme. */
function strokeOf(panel, uid) {
  const trace = traceElement(panel, uid);
  const path = /** @type {HTMLElement | null} */ (trace && trace.querySelector('path.js-line'));
  return path ? path.style.stroke : '';
}

const [STRONG, PLAIN] = ['2.5px', '1.75px']; // widths as in costdash/figures/style.py

/* The curve of the recommended model is stronger. */
function strengthenBest(panel, results, live) {
  if (!traceElement(panel, 'best')) return; // another criterion chooses
  for (const { i } of live.models) {
    const trace = traceElement(panel, 'model-' + i);
    const path = /** @type {HTMLElement | null} */ (trace && trace.querySelector('path.js-line'));
    const width = results.call === 'some' && results.owner === i ? STRONG : PLAIN;
    if (path && path.style.strokeWidth !== width) path.style.strokeWidth = width;
  }
}

/* The mark of the best threshold takes the colour of its model, or of another trace if it has none. */
function colourBest(panel, results, otherwise) {
  const stroke = strokeOf(panel, results.call === 'some' ? 'model-' + results.owner : otherwise);
  const trace = stroke && traceElement(panel, 'best');
  for (const path of trace ? trace.querySelectorAll('path.point') : []) {
    /** @type {HTMLElement} */ (path).style.stroke = stroke;
  }
}

function redrawBest(name, panel, results, point) {
  const place = placeOf(name, results, point);
  if (place) redrawMark(panel, 'best', ...place);
  setTraceVisible(panel, 'best', place !== null);
  colourBest(panel, results, traceElement(panel, 'pcf') ? 'pcf' : 'iso');
}

/* Hides labels and a mark of the figure that are valid only at its operating point; scripts draw the labels anew. */
function hideStaleLabels(panel) {
  const { graph } = panel;
  (graph.layout.annotations || []).forEach(({ name }, k) => {
    const label = name === 'moving' && graph.querySelector(`g.annotation[data-index="${k}"]`);
    if (label) label.style.opacity = '0';
  });
  setTraceVisible(panel, 'taken', false);
}

/**
 * @param {Results} results
 * @param {LiveData} live
 * @param {OperatingPoint} point
 */
export function redrawPanels(results, live, point) {
  for (const name of panelNames()) {
    moveAxes(name, point);
    const panel = hasPlaces(name) ? getPanel(name) : null;
    if (!panel) continue;
    hideStaleLabels(panel);
    panelCode(name).redraw?.(panel, results, live, point);
    modeCode(panel.mode).redraw?.(panel, results, point);
    redrawBest(name, panel, results, point);
    strengthenBest(panel, results, live);
  }
}

on('panel-drawn', (name) => panelCode(name).forget?.());
