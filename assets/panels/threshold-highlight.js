/* Highlights one threshold in all panels, with its numbers in a tooltip. */

import { benefitAt, currentReading, placeOfPcf } from '../core/cost-readings.js';
import { caseRates, expectedCost, normalizedExpectedCost, precisionAt, ratesAt } from '../core/operating-point.js';
import { asGerund, panelNames, trivialName } from '../core/panels.js';
import { hasPlaces, placeOf } from '../core/places.js';
import { chosenBasis } from '../state/conditions.js';
import { on } from '../state/events.js';
import { basisAt } from '../text/basis.js';
import { benefitWords, costFormatter, formatNumber, formatPercent } from '../text/numbers.js';
import { shareFlagged } from '../text/threshold.js';
import { currentPoint, liveData } from './live-point.js';
import { getPanel, overlayLayer, svgElement, traceElement } from './plotly-adapter.js';

const RING = 8; // radius in pixels, a little larger than the mark of the best threshold
const HINT = 'Click to try it · P sets it as today’s';
const GAP = 14; // pixels between pointer and tooltip
let highlighted = null; // {i, index, by}: survives new live data of the same data set
let pcfUnderPointer = null; // in the cost panel
let revision = null;

/** The highlighted threshold in the current live data; null if there is none. */
export function highlightedThreshold() {
  const live = liveData();
  const model = highlighted && live && live.models.find((m) => m.i === highlighted.i);
  const at = model ? model.index.indexOf(highlighted.index) : -1;
  return at < 0 ? null : { model, at, ...ratesAt(model, at), text: model.text[at], i: model.i };
}

/**
 * A model's colour in the current theme, read from plotly's own line.
 * @param {number} i place of the model
 */
export function modelColour(i) {
  for (const name of panelNames()) {
    const panel = getPanel(name);
    const trace = panel && traceElement(panel, 'model-' + i);
    const line = trace && trace.querySelector('path.js-line');
    if (line) return window.getComputedStyle(line).stroke;
  }
  return 'currentColor';
}

function ring(panel, x, y) {
  const [cx, cy] = panel.at(x, y);
  return svgElement('circle', { cx, cy, r: RING });
}

/* A threshold is a straight line in cost space. */
function costLine(panel, { fpr, tpr }) {
  return svgElement('line', { x1: panel.x(0), y1: panel.y(fpr), x2: panel.x(1), y2: panel.y(1 - tpr) });
}

function shapes(name, panel, rates, point) {
  const place = placeOf(name, rates, point);
  const line = name === 'cost' && currentReading().key === 'probability-cost';
  return [...(line ? [costLine(panel, rates)] : []), ...(place ? [ring(panel, ...place)] : [])];
}

function draw(name) {
  const panel = hasPlaces(name) ? getPanel(name) : null;
  if (!panel) return;
  const found = highlightedThreshold();
  const point = currentPoint();
  if (!found && !panel.graph.querySelector('svg.lit-layer')) return;
  const group = overlayLayer(panel, 'lit-layer');
  if (!group) return;
  group.replaceChildren(...(found && point ? shapes(name, panel, found, point) : []));
  if (found) group.style.stroke = modelColour(found.model.i);
}

function ruleWords({ fpr, tpr, text, model }) {
  if (fpr === 0 && tpr === 0) return asGerund(trivialName('none'));
  if (fpr === 1 && tpr === 1) return asGerund(trivialName('all'));
  return model.hard ? '' : '≥ ' + text;
}

/* [word, value] of all numbers of the highlighted threshold. */
function facts(found, point) {
  const { fpr, tpr } = caseRates(found);
  const { cases, count } = basisAt(chosenBasis(), point.prior);
  const [positives, negatives] = [cases * point.prior, cases * (1 - point.prior)];
  const precision = precisionAt(fpr, tpr, point.prior);
  const cost = cases * expectedCost(point, found.fpr, found.tpr);
  const share = shareFlagged(found, point.prior);
  const roc = getPanel('roc');
  const lift = roc && roc.axes.across && share > 0 ? [['Lift', formatNumber(tpr / share)]] : [];
  return [
    ['Found', `${formatNumber(positives * tpr)} of ${formatNumber(positives)} (${formatPercent(tpr)})`],
    ['False alarms', `${formatNumber(negatives * fpr)} (${formatPercent(fpr)})`],
    ...lift,
    ['Flags that are right', precision === null ? 'nothing is flagged' : formatPercent(precision)],
    [`Cost of ${count} ${cases === 1 ? 'case' : 'cases'}, on these rows`, costFormatter(point).total(cost)],
  ];
}

/* What a threshold gives at the PC(+) under the pointer, by the reading of the cost panel. */
const UNDER_POINTER = {
  'probability-cost': ({ fpr, tpr }, pcf) => [
    [
      `normalized expected cost at PC(+) ${formatNumber(pcf)}, under the pointer`,
      formatNumber(normalizedExpectedCost(fpr, tpr, pcf)),
    ],
  ],
  'net-benefit'({ model }, pcf) {
    const point = currentPoint();
    const t = placeOfPcf(pcf, point);
    const what = `Net benefit of ${currentReading().cases} cases at ${formatPercent(t)}, under the pointer`;
    return [[what, benefitWords(benefitAt(model, point, t))]];
  },
};

/** Whether the card says what a threshold gives under the pointer. */
export const readsUnderPointer = () => currentReading().key in UNDER_POINTER;

/* In addition to the cost at the present conditions. */
const factsUnderPointer = (found) =>
  pcfUnderPointer === null || !readsUnderPointer() ? [] : UNDER_POINTER[currentReading().key](found, pcfUnderPointer);

function tooltip() {
  let box = document.getElementById('lit-tip');
  if (!box) {
    box = document.createElement('div');
    box.id = 'lit-tip';
    box.setAttribute('aria-hidden', 'true');
    document.body.append(box);
  }
  return box;
}

function textElement(tag, text) {
  const node = document.createElement(tag);
  node.textContent = text;
  return node;
}

/* For screen readers. */
function announce(text) {
  const region = document.getElementById('lit-text');
  if (region && region.textContent !== text) region.textContent = text;
}

function showFacts() {
  const [found, point] = [highlightedThreshold(), currentPoint()];
  const box = tooltip();
  box.hidden = !(found && point);
  if (box.hidden) {
    announce('');
    return;
  }
  box.style.pointerEvents = 'auto';
  const said = facts(found, point);
  const title = textElement('strong', `${found.model.name} ${ruleWords(found)}`);
  box.style.borderLeftColor = modelColour(found.model.i);
  const list = document.createElement('dl');
  for (const [word, value] of [...factsUnderPointer(found), ...said]) {
    list.append(textElement('dt', word), textElement('dd', value));
  }
  const hint = textElement('p', HINT);
  box.replaceChildren(title, list, hint);
  announce(`${title.textContent}: ${said.map((pair) => pair.join(' ')).join(', ')}`);
}

/**
 * Shows a sentence about more than one threshold in the tooltip; an empty one hides it.
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
  showFacts();
}

/**
 * Highlights a threshold.
 * @param {number} i place of the model
 * @param {number} index of the threshold
 * @param {string} by what highlights it, such as 'pointer'
 * @param {number | null} [pcf] under the pointer
 */
export function highlightThreshold(i, index, by, pcf = null) {
  const known = highlighted && highlighted.i === i && highlighted.index === index;
  const moved = pcf !== pcfUnderPointer;
  highlighted = { i, index, by };
  pcfUnderPointer = pcf;
  if (!known) refresh();
  else if (moved) showFacts();
}

/**
 * Ends the highlight; with a name, only if it was made by that.
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
  showFacts(); // the theme, and with it the colour, may have changed
});
on('panels-moved', () => {
  const live = liveData();
  const now = live && live.revision;
  if (now !== revision) clearThreshold();
  revision = now;
  if (highlighted) refresh();
});
