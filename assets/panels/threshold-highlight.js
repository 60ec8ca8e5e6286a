/* Highlights a threshold in all panels, with its numbers in a tooltip. */

import { axisCode } from '../core/cost-axes.js';
import { caseRates, expectedCost, precisionAt, ratesAt } from '../core/operating-point.js';
import { asGerund, modeCode, panelCode, panelNames, trivialName } from '../core/panels.js';
import { hasPlaces, placeOf } from '../core/threshold-places.js';
import { caseUnitAt } from '../text/case-unit.js';
import { costFormatter, formatNumber, formatPercent } from '../text/numbers.js';
import { currentCaseUnit } from '../state/conditions.js';
import { make } from '../state/elements.js';
import { on } from '../state/events.js';
import { currentPoint, liveData } from './live-point.js';
import { getPanel, overlayLayer, svgElement, traceData } from './plotly-adapter.js';

/** @import { ConditionPoint, HighlightedThreshold, Panel, PlacedRates } from '../core/types.js' */

const RING = 8; // radius in pixels, a little larger than the mark of the best threshold
const HINT = 'Click to try it · P sets it as today’s rule';
const GAP = 14; // pixels between pointer and tooltip
/** @type {{ i: number, index: number, by: string } | null} */
let highlighted = null; // place of the model, index of the threshold; survives new live data of one data set
/** @type {number | null} */
let pcfUnderPointer = null; // in the cost panel
/** @type {string | null} */
let revision = null;

/**
 * The highlighted threshold in the current live data; null if there is none.
 * @returns {HighlightedThreshold | null}
 */
export function highlightedThreshold() {
  if (!highlighted) return null;
  const { i, index } = highlighted;
  const model = liveData()?.models.find((m) => m.i === i);
  const at = model ? model.index.indexOf(index) : -1;
  return model && at >= 0 ? { model, at, ...ratesAt(model, at), text: model.text[at], i } : null;
}

/**
 * A model's colour in the current theme, as plotly was given it: asking the browser for the colour of the drawn line
 * would style the whole page first.
 * @param {number} i place of the model
 */
export function modelColour(i) {
  for (const name of panelNames()) {
    const panel = getPanel(name);
    const trace = panel && traceData(panel.graph, 'model-' + i);
    if (trace) return trace.line.color;
  }
  return 'currentColor';
}

/** @param {Panel} panel @param {number} x @param {number} y */
function ring(panel, x, y) {
  const [cx, cy] = panel.at(x, y);
  return svgElement('circle', { cx, cy, r: RING });
}

/** @param {Panel} panel @param {PlacedRates} rates @param {ConditionPoint} point */
function shapes(panel, rates, point) {
  const place = placeOf(panel.name, rates, point);
  const d = panelCode(panel.name).line?.(panel, rates);
  return [...(d ? [svgElement('path', { d })] : []), ...(place ? [ring(panel, ...place)] : [])];
}

/** @param {string} name of a panel */
function draw(name) {
  const panel = hasPlaces(name) ? getPanel(name) : null;
  if (!panel) return;
  const threshold = highlightedThreshold();
  const point = currentPoint();
  if (!threshold && !panel.graph.querySelector('svg.highlight-layer')) return;
  const group = overlayLayer(panel, 'highlight-layer');
  if (!group) return;
  group.replaceChildren(...(threshold && point ? shapes(panel, threshold, point) : []));
  if (threshold) group.style.stroke = modelColour(threshold.model.i);
}

/** @param {HighlightedThreshold} threshold */
function ruleWords({ fpr, tpr, text, model }) {
  if (fpr === 0 && tpr === 0) return asGerund(trivialName('none'));
  if (fpr === 1 && tpr === 1) return asGerund(trivialName('all'));
  return model.hard ? '' : '≥ ' + text;
}

/** [word, value] of all numbers of the highlighted threshold.
   @param {HighlightedThreshold} threshold @param {ConditionPoint} point @returns {[string, string][]} */
function thresholdSummary(threshold, point) {
  const { fpr, tpr } = caseRates(threshold);
  const { cases, count } = caseUnitAt(currentCaseUnit(), point.prior);
  const [positives, negatives] = [cases * point.prior, cases * (1 - point.prior)];
  const precision = precisionAt(fpr, tpr, point.prior);
  const cost = cases * expectedCost(point, threshold.fpr, threshold.tpr);
  const modes = panelNames().map((name) => getPanel(name)?.mode);
  const more = modes.flatMap((mode) => modeCode(mode).summary?.({ fpr, tpr }, point) || []);
  return [
    ['Found', `${formatNumber(positives * tpr)} of ${formatNumber(positives)} (${formatPercent(tpr)})`],
    ['False alarms', `${formatNumber(negatives * fpr)} (${formatPercent(fpr)})`],
    ...more,
    ['Flags that are right', precision === null ? 'nothing is flagged' : formatPercent(precision)],
    [`Cost of ${count} ${cases === 1 ? 'case' : 'cases'}, on these rows`, costFormatter(point).total(cost)],
  ];
}

/** Whether the tooltip shows the value of a threshold at the PC(+) under the pointer. */
export const readsUnderPointer = () => Boolean(axisCode().underPointer);

/** Rows in addition to the cost at the present conditions.
   @param {HighlightedThreshold} threshold @param {ConditionPoint} point */
const valuesUnderPointer = (threshold, point) =>
  pcfUnderPointer === null ? [] : axisCode().underPointer?.(threshold, pcfUnderPointer, point) || [];

function tooltip() {
  let box = document.getElementById('highlight-tip');
  if (!box) {
    box = document.createElement('div');
    box.id = 'highlight-tip';
    box.setAttribute('aria-hidden', 'true');
    document.body.append(box);
  }
  return box;
}

/** For screen readers. @param {string} text */
function announce(text) {
  const liveRegion = document.getElementById('highlight-text');
  if (liveRegion && liveRegion.textContent !== text) liveRegion.textContent = text;
}

function showThresholdSummary() {
  const [threshold, point] = [highlightedThreshold(), currentPoint()];
  const box = tooltip();
  box.hidden = !(threshold && point);
  if (!threshold || !point) {
    announce('');
    return;
  }
  box.style.pointerEvents = 'auto';
  const rows = thresholdSummary(threshold, point);
  const title = make('strong', '', `${threshold.model.name} ${ruleWords(threshold)}`);
  box.style.borderLeftColor = modelColour(threshold.model.i);
  const list = document.createElement('dl');
  for (const [word, value] of [...valuesUnderPointer(threshold, point), ...rows]) {
    list.append(make('dt', '', word), make('dd', '', value));
  }
  box.replaceChildren(title, list, make('p', '', HINT));
  announce(`${title.textContent}: ${rows.map((pair) => pair.join(' ')).join(', ')}`);
}

/**
 * Shows a sentence about several thresholds in the tooltip; an empty text hides the tooltip.
 * @param {string} text
 * @param {string} border colour
 */
export function showTooltip(text, border) {
  const box = tooltip();
  box.style.pointerEvents = 'none'; // it lies over what the pointer goes to next
  box.hidden = !text;
  box.style.borderLeftColor = border;
  box.replaceChildren(text);
  announce(text);
}

/**
 * Moves the tooltip beside (x, y) of the window, to the side where there is room.
 * @param {number} x
 * @param {number} y
 */
export function moveTooltip(x, y) {
  const box = tooltip();
  if (box.hidden) return;
  const { offsetWidth: wide, offsetHeight: high } = box;
  const left = x + GAP + wide > window.innerWidth ? x - GAP - wide : x + GAP;
  const top = y + GAP + high > window.innerHeight ? y - GAP - high : y + GAP;
  box.style.left = Math.max(4, left) + 'px';
  box.style.top = Math.max(4, top) + 'px';
}

function refresh() {
  panelNames().forEach(draw);
  showThresholdSummary();
}

/**
 * Highlights a threshold.
 * @param {number} i place of the model
 * @param {number} index of the threshold
 * @param {string} by what highlights it, such as 'pointer'
 * @param {number | null} [pcf] under the pointer
 */
export function highlightThreshold(i, index, by, pcf = null) {
  const unchanged = highlighted && highlighted.i === i && highlighted.index === index;
  const moved = pcf !== pcfUnderPointer;
  highlighted = { i, index, by };
  pcfUnderPointer = pcf;
  if (!unchanged) refresh();
  else if (moved) showThresholdSummary();
}

/**
 * Ends the highlight; with `by`, only a highlight made by that source.
 * @param {string} [by]
 */
export function clearThreshold(by) {
  if (!highlighted || (by && highlighted.by !== by)) return;
  highlighted = null;
  pcfUnderPointer = null;
  refresh();
}

on('panel-drawn', (name) => {
  if (!highlighted) return;
  draw(name);
  showThresholdSummary(); // the theme, and with it the colour, may have changed
});
on('panels-moved', () => {
  const live = liveData();
  const now = live && live.revision;
  if (now !== revision) clearThreshold();
  revision = now;
  if (highlighted) refresh();
});
