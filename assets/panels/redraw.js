/* Redraws what depends on the operating point: rewrites plotly's own elements, panel by panel. */

import { modeCode, panelCode, panelNames } from '../core/panels.js';
import { hasPlaces, placeOf } from '../core/threshold-places.js';
import { on } from '../state/events.js';
import { redrawMark, setTraceVisible } from './drawn-traces.js';
import { annotationElement, getPanel, lineElement, moveAxes, traceElement } from './plotly-adapter.js';

/** @import { Panel, Results } from '../core/types.js' */
/** @import { LiveData, OperatingPoint } from '../core/wire.js' */

const [STRONG, PLAIN] = ['2.5px', '1.75px']; // widths as in costdash/figures/style.py

/** The curve of the recommended model is stronger. @param {Panel} panel @param {Results} results @param {LiveData} live */
function strengthenBest(panel, results, live) {
  if (!traceElement(panel, 'best')) return; // another criterion chooses
  for (const { i } of live.models) {
    const path = lineElement(panel, 'model-' + i);
    const width = results.call === 'some' && results.owner === i ? STRONG : PLAIN;
    if (path && path.style.strokeWidth !== width) path.style.strokeWidth = width;
  }
}

/** The mark of the best threshold takes the colour of its model, or of another trace if it has none.
   @param {Panel} panel @param {Results} results @param {string} otherwise */
function colourBest(panel, results, otherwise) {
  const stroke = lineElement(panel, results.call === 'some' ? 'model-' + results.owner : otherwise)?.style.stroke;
  if (!stroke) return;
  /** @type {NodeListOf<SVGPathElement> | undefined} */
  const marks = traceElement(panel, 'best')?.querySelectorAll('path.point');
  for (const mark of marks ?? []) mark.style.stroke = stroke;
}

/** @param {string} name @param {Panel} panel @param {Results} results @param {OperatingPoint} point */
function redrawBest(name, panel, results, point) {
  const place = placeOf(name, results, point);
  if (place) redrawMark(panel, 'best', ...place);
  setTraceVisible(panel, 'best', place !== null);
  colourBest(panel, results, traceElement(panel, 'pcf') ? 'pcf' : 'iso');
}

/** Hides labels and a mark of the figure that are valid only at its operating point; scripts draw the labels anew.
   @param {Panel} panel */
function hideStaleLabels(panel) {
  (panel.graph.layout.annotations || []).forEach(({ name }, k) => {
    const label = name === 'moving' && annotationElement(panel, k);
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
