/* Highlights a range of PC(+) in all panels: from the strip or an operating range under the cost curves. */

import { pcfAtPlace } from '../core/cost-axes.js';
import { pcfOf } from '../core/operating-point.js';
import { panelCode, panelNames, panelWith, STRIP } from '../core/panels.js';
import { linePath } from '../core/polyline.js';
import { optimalRangesWithin } from '../core/ranges.js';
import { goesByPiece, hasPlaces, placeOf } from '../core/threshold-places.js';
import { formatNumber } from '../text/numbers.js';
import { on } from '../state/events.js';
import { currentPoint, liveData } from './live-point.js';
import { axesOf, getPanel, overlayLayer, panelNameAt, svgElement, traceElement } from './plotly-adapter.js';
import { clearThreshold, highlightedThreshold, modelColour, moveTooltip, showTooltip } from './threshold-highlight.js';

const RING = 7; // radius in pixels
const REACH = 2.5; // of an operating range on the axis of the strip, up and down
const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
let highlighted = null; // {owners, optimalRanges, sentence, by}
const panelOfStrip = () => panelWith('strip');
let keyRange = 0; // the range of the strip that the keys have reached

// --- drawing ---

const pathElement = (d, kind) => svgElement('path', { d, class: kind });
const ringElement = (x, y) => svgElement('circle', { cx: x, cy: y, r: RING, class: 'range' });
const colour = () => (highlighted.owners.length ? modelColour(highlighted.owners[0]) : 'currentColor');

/* Copies of the models' curves as plotly has drawn them. */
function wholeCurves(panel) {
  return highlighted.owners.map((i) => {
    const trace = traceElement(panel, 'model-' + i);
    const line = trace && trace.querySelector('path.js-line');
    const drawn = pathElement(line ? line.getAttribute('d') : '', 'whole');
    drawn.style.stroke = modelColour(i);
    return drawn;
  });
}

/* The places of several vertices, joined by straight lines. */
function straightRange(panel) {
  const places = highlighted.optimalRanges.map((rates) => placeOf(panel.name, rates, currentPoint())).filter(Boolean);
  const [x, y] = [0, 1].map((axis) => places.map((place) => place[axis]));
  return linePath(panel, x, y);
}

function singlePlace(panel) {
  const place = placeOf(panel.name, highlighted.optimalRanges[0], currentPoint());
  return place ? ringElement(...panel.at(...place)) : '';
}

/* The part of the hull that is best within the range; along a curve that goes by piece even one vertex is a piece. */
function rangeElement(panel) {
  const { optimalRanges } = highlighted;
  if (optimalRanges.length === 1 && !goesByPiece(panel.name)) return singlePlace(panel);
  const { range } = panelCode(panel.name);
  return pathElement(range ? range(panel, optimalRanges, currentPoint()) : straightRange(panel), 'range');
}

function shapes(panel) {
  if (!highlighted) return [];
  const withRange = highlighted.optimalRanges.length > 0 && currentPoint();
  return [...wholeCurves(panel), ...(withRange ? [rangeElement(panel)] : [])];
}

function draw(name) {
  const panel = hasPlaces(name) ? getPanel(name) : null;
  if (!panel || (!highlighted && !panel.graph.querySelector('svg.range-layer'))) return;
  const layer = overlayLayer(panel, 'range-layer');
  if (!layer) return;
  layer.replaceChildren(...shapes(panel));
  if (highlighted) layer.style.stroke = colour();
}

function refresh() {
  panelNames().forEach(draw);
  if (highlighted || !highlightedThreshold())
    showTooltip(highlighted ? highlighted.sentence : '', highlighted ? colour() : '');
}

function highlightRange(range) {
  const unchanged = highlighted && JSON.stringify(highlighted) === JSON.stringify(range);
  clearThreshold();
  highlighted = range;
  if (!unchanged) refresh();
}

/* Ends the highlight; with `by`, only a highlight made by that source. */
function clearRange(by) {
  if (!highlighted || (by && highlighted.by !== by)) return;
  highlighted = null;
  refresh();
}

on('panel-drawn', (name) => {
  if (highlighted) draw(name);
});
on('panels-moved', (results) => {
  if (!results)
    clearRange(); // the curves may have changed
  else if (highlighted) panelNames().forEach(draw);
});
document.addEventListener(
  'scroll',
  () => {
    if (highlighted && highlighted.by !== 'strip-keys') clearRange();
  },
  true,
);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') clearRange();
});

// --- below the cost curves: the strip, and where each model costs less than flagging none and flagging all ---

/* The ranges of PC(+) from 0 to 1 and what is best in each, from the figure. */
function stripRanges() {
  const panel = getPanel(panelOfStrip());
  return panel ? panel.graph.data.filter(({ uid }) => /^best-\d+-0$/.test(uid)).map(({ meta }) => meta) : [];
}

const stripRangeAt = (pcf) => stripRanges().findIndex(({ pcf: [low, high] }) => pcf >= low && pcf <= high);

function highlightStripRange(range, by, x, y) {
  const live = liveData();
  if (!range || !live) {
    clearRange(by);
    return;
  }
  const [low, high] = range.pcf;
  const { hull, recommended_rules } = live;
  const [fpr, tpr] = [hull.fpr, hull.tpr].map((rates) => recommended_rules.vertex.map((vertex) => rates[vertex]));
  const optimalRanges = optimalRangesWithin({ fpr, tpr }, recommended_rules.tie, low, high);
  highlightRange({ owners: range.owners, optimalRanges, sentence: range.sentence, by });
  moveTooltip(x, y);
}

/* The place over the strip takes the focus, for the keys. */
function placeStrip() {
  const [panel, place] = [getPanel(panelOfStrip()), document.getElementById(STRIP)];
  const bar = panel && panel.graph.data.find(({ uid }) => /^best-\d/.test(uid));
  if (!place) return;
  place.hidden = !bar;
  if (!bar) return;
  const axes = axesOf(panel.graph, 'yaxis2');
  const [top, bottom] = stripEnds(panel).map((end) => axes.y(end));
  place.style.cssText = `left:${panel.left}px;top:${axes.top + top}px;width:${panel.width}px;height:${bottom - top}px`;
}

/* Upper and lower end of the strip on its axis. */
function stripEnds(panel) {
  const bars = panel.graph.data.filter(({ uid }) => /^best-\d/.test(uid));
  const ends = bars.flatMap(({ y, width }) => [y[0] - width[0] / 2, y[0] + width[0] / 2]);
  return [Math.min(...ends), Math.max(...ends)];
}

function highlightKeyRange(strip) {
  const ranges = stripRanges();
  keyRange = Math.min(Math.max(keyRange, 0), ranges.length - 1);
  const { left, bottom } = strip.getBoundingClientRect();
  highlightStripRange(ranges[keyRange], 'strip-keys', left, bottom);
}

const stripOf = (event) => event.target.matches && event.target.matches('.strip') && event.target;

on('panel-drawn', (name) => {
  if (name === panelOfStrip()) placeStrip();
});
document.addEventListener('focusin', (event) => {
  const strip = stripOf(event);
  const point = strip && strip.matches(':focus-visible') && currentPoint();
  if (!point) return;
  keyRange = stripRangeAt(pcfOf(point));
  highlightKeyRange(strip);
});
document.addEventListener('focusout', (event) => {
  if (stripOf(event)) clearRange('strip-keys');
});
document.addEventListener('keydown', (event) => {
  const strip = event.key in STEPS && stripOf(event);
  if (!strip) return;
  keyRange += STEPS[event.key];
  highlightKeyRange(strip);
  event.preventDefault();
});

const interval = ([low, high]) => `${formatNumber(low)} to ${formatNumber(high)}`;

function rangeWords(name, { pcf, useful }, crossfit) {
  if (!pcf) return `${name} costs less than flagging none and flagging all nowhere`;
  const more = useful ? `, by 1 % or more from ${interval(useful)}` : ', nowhere by 1 % or more';
  return `${name} costs less than flagging none and flagging all for PC(+) ${interval(pcf)}${more}, ${crossfit ? 'cross-fitted' : 'on these rows'}`;
}

/* The operating range at a height below the curves; undefined elsewhere. */
function rangeAt(panel, height) {
  const lines = panel.graph.data.filter(({ uid }) => uid.startsWith('range-'));
  return lines.find(({ y }) => Math.abs(y[0] - height) <= REACH);
}

function hoverOperatingRange({ uid, meta }, event) {
  const live = liveData();
  const i = Number(uid.slice('range-'.length));
  const model = live && live.models.find((candidate) => candidate.i === i);
  if (!model) return;
  const hull = { fpr: model.hull.map((k) => model.fpr[k]), tpr: model.hull.map((k) => model.tpr[k]) };
  const optimalRanges = meta.pcf ? optimalRangesWithin(hull, model.tie, meta.pcf[0], meta.pcf[1]) : [];
  highlightRange({ owners: [i], optimalRanges, sentence: rangeWords(model.name, meta, live.crossfit), by: 'pointer' });
  moveTooltip(event.clientX, event.clientY);
}

function hoverBelowCurves(panel, event) {
  const axes = axesOf(panel.graph, 'yaxis2');
  const box = panel.graph.getBoundingClientRect();
  const [x, y] = [event.clientX - box.left - panel.left, event.clientY - box.top - axes.top];
  const inside = x >= 0 && x <= panel.width && y >= 0 && y <= axes.height;
  const height = axes.valueAtY(y);
  const [top, bottom] = stripEnds(panel);
  const line = inside && rangeAt(panel, height);
  if (line) hoverOperatingRange(line, event);
  else if (inside && height >= top && height <= bottom) hoverStripAt(panel.valueAt(x), event);
  else clearRange('pointer');
}

function hoverStripAt(x, event) {
  const range = stripRanges()[stripRangeAt(pcfAtPlace(x, currentPoint()))];
  highlightStripRange(range, 'pointer', event.clientX, event.clientY);
}

const hasStrip = (panel) => Boolean(currentPoint()) && panel.graph.data.some(({ uid }) => /^best-\d/.test(uid));

document.addEventListener('pointermove', (event) => {
  const panel = panelNameAt(event.target) === panelOfStrip() ? getPanel(panelOfStrip()) : null;
  if (/** @type {Element} */ (event.target).closest?.('#highlight-tip')) return; // the card can be hovered
  if (panel && hasStrip(panel)) hoverBelowCurves(panel, event);
  else clearRange('pointer');
});
