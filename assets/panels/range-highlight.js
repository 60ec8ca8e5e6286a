/* Highlights a range of PC(+) in all panels: from the strip or an operating range under the cost curves. */

import { pcfAtPlace } from '../core/cost-axes.js';
import { curveOf, pcfOf, ratesAt } from '../core/operating-point.js';
import { panelCode, panelNames, panelWith, STRIP } from '../core/panels.js';
import { optimalRangesWithin } from '../core/ranges.js';
import { goesByPiece, hasPlaces, placeOf } from '../core/threshold-places.js';
import { formatNumber } from '../text/numbers.js';
import { around } from '../state/elements.js';
import { on } from '../state/events.js';
import { cornersPath } from './drawn-traces.js';
import { currentPoint, liveData } from './live-point.js';
import { axesOf, getPanel, lineElement, overlayLayer, panelNameAt, svgElement } from './plotly-adapter.js';
import { clearThreshold, highlightedThreshold, modelColour, moveTooltip, showTooltip } from './threshold-highlight.js';

/** @import { OptimalRange, Panel, Trace, TraceMeta } from '../core/types.js' */
/** @import { OperatingPoint } from '../core/wire.js' */

/**
 * What is highlighted: the places of the models, the vertices that are best there, words, and what highlights it.
 * @typedef {{ owners: number[], optimalRanges: OptimalRange[], sentence: string, by: 'pointer' | 'strip-keys' }} Highlight
 */

/** @typedef {{ pcf: number[], owners: number[], sentence: string }} StripRange a range of the strip */

const RING = 7; // radius in pixels
const REACH = 2.5; // of an operating range on the axis of the strip, up and down
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
/** @type {Highlight | null} */
let highlighted = null;
const panelOfStrip = () => panelWith('strip');
let keyRange = 0; // the range of the strip that the keys have reached

// --- drawing ---

/** @param {string} d @param {string} kind */
const pathElement = (d, kind) => svgElement('path', { d, class: kind });
/** @param {number} x @param {number} y */
const ringElement = (x, y) => svgElement('circle', { cx: x, cy: y, r: RING, class: 'range' });
/** @param {Highlight} highlight */
const colourOf = ({ owners }) => (owners.length ? modelColour(owners[0]) : 'currentColor');

/** A copy of a model's curve as plotly has drawn it. @param {Panel} panel @param {number} i place of the model */
function wholeCurve(panel, i) {
  const drawn = pathElement(lineElement(panel, 'model-' + i)?.getAttribute('d') ?? '', 'whole');
  drawn.style.stroke = modelColour(i);
  return drawn;
}

/** The places of several vertices, joined by straight lines.
   @param {Panel} panel @param {OptimalRange[]} ranges @param {OperatingPoint} point */
function straightRange(panel, ranges, point) {
  const places = ranges.map((rates) => placeOf(panel.name, rates, point)).filter((place) => place !== null);
  return cornersPath(panel, places);
}

/** The part of the hull that is best within the range; along a curve that goes by piece even one vertex is a piece.
   @param {Panel} panel @param {OptimalRange[]} ranges @param {OperatingPoint} point */
function rangeElement(panel, ranges, point) {
  if (ranges.length === 1 && !goesByPiece(panel.name)) {
    const place = placeOf(panel.name, ranges[0], point);
    return place ? ringElement(...panel.at(...place)) : '';
  }
  const { range = straightRange } = panelCode(panel.name);
  return pathElement(range(panel, ranges, point), 'range');
}

/** @param {Panel} panel @param {Highlight} highlight */
function shapes(panel, { owners, optimalRanges }) {
  const point = optimalRanges.length > 0 ? currentPoint() : null;
  return [...owners.map((i) => wholeCurve(panel, i)), ...(point ? [rangeElement(panel, optimalRanges, point)] : [])];
}

/** @param {string} name of a panel */
function draw(name) {
  const panel = hasPlaces(name) ? getPanel(name) : null;
  if (!panel || (!highlighted && !panel.graph.querySelector('svg.range-layer'))) return;
  const layer = overlayLayer(panel, 'range-layer');
  if (!layer) return;
  layer.replaceChildren(...(highlighted ? shapes(panel, highlighted) : []));
  if (highlighted) layer.style.stroke = colourOf(highlighted);
}

function refresh() {
  panelNames().forEach(draw);
  if (highlighted) showTooltip(highlighted.sentence, colourOf(highlighted));
  else if (!highlightedThreshold()) showTooltip('', '');
}

/** @param {Highlight} range */
function highlightRange(range) {
  const unchanged = highlighted && JSON.stringify(highlighted) === JSON.stringify(range);
  clearThreshold();
  highlighted = range;
  if (!unchanged) refresh();
}

/** Ends the highlight; with `by`, only a highlight made by that source. @param {Highlight['by']} [by] */
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

/** The ranges of PC(+) from 0 to 1 and what is best in each, from the figure. @returns {StripRange[]} */
function stripRanges() {
  const bars = getPanel(panelOfStrip())?.graph.data.filter(({ uid }) => /^best-\d+-0$/.test(uid)) ?? [];
  return bars.flatMap(({ meta: { pcf, owners, sentence } = {} }) =>
    pcf && owners && sentence !== undefined ? [{ pcf, owners, sentence }] : [],
  );
}

/** @param {number} pcf */
const stripRangeAt = (pcf) => stripRanges().findIndex(({ pcf: [low, high] }) => pcf >= low && pcf <= high);

/** @param {StripRange | undefined} range @param {Highlight['by']} by @param {number} x @param {number} y */
function highlightStripRange(range, by, x, y) {
  const live = liveData();
  if (!range || !live) {
    clearRange(by);
    return;
  }
  const [low, high] = range.pcf;
  const { recommended_rules } = live;
  const vertices = curveOf(recommended_rules.vertex.map((vertex) => ratesAt(recommended_rules, vertex)));
  const optimalRanges = optimalRangesWithin(vertices, recommended_rules.tie, low, high);
  highlightRange({ owners: range.owners, optimalRanges, sentence: range.sentence, by });
  moveTooltip(x, y);
}

/* The place over the strip takes the focus, for the keys. */
function placeStrip() {
  const [panel, place] = [getPanel(panelOfStrip()), document.getElementById(STRIP)];
  const bar = panel && panel.graph.data.find(({ uid }) => /^best-\d/.test(uid));
  if (!place) return;
  place.hidden = !bar;
  if (!panel || !bar) return;
  const axes = axesOf(panel.graph, 'yaxis2');
  const [top, bottom] = stripEnds(panel).map((end) => axes.y(end));
  place.style.cssText = `left:${panel.left}px;top:${axes.top + top}px;width:${panel.width}px;height:${bottom - top}px`;
}

/** Upper and lower end of the strip on its axis. @param {Panel} panel */
function stripEnds(panel) {
  const bars = panel.graph.data.filter(({ uid }) => /^best-\d/.test(uid));
  const ends = bars.flatMap(({ y, width }) => [y[0] - width[0] / 2, y[0] + width[0] / 2]);
  return [Math.min(...ends), Math.max(...ends)];
}

/** @param {Element} strip */
function highlightKeyRange(strip) {
  const ranges = stripRanges();
  keyRange = Math.min(Math.max(keyRange, 0), ranges.length - 1);
  const { left, bottom } = strip.getBoundingClientRect();
  highlightStripRange(ranges[keyRange], 'strip-keys', left, bottom);
}

/** @param {Event} event */
const stripOf = ({ target }) => (target instanceof Element && target.matches('.strip') ? target : null);

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

/** @param {number[]} ends */
const interval = ([low, high]) => `${formatNumber(low)} to ${formatNumber(high)}`;

/** @param {string} name @param {TraceMeta} meta @param {boolean} crossfit */
function rangeWords(name, { pcf, useful }, crossfit) {
  if (!pcf) return `${name} costs less than flagging none and flagging all nowhere`;
  const more = useful ? `, by 1 % or more from ${interval(useful)}` : ', nowhere by 1 % or more';
  return `${name} costs less than flagging none and flagging all for PC(+) ${interval(pcf)}${more}, ${crossfit ? 'cross-fitted' : 'on these rows'}`;
}

/** The operating range at a height below the curves; undefined elsewhere. @param {Panel} panel @param {number} height */
function rangeAt(panel, height) {
  const lines = panel.graph.data.filter(({ uid }) => uid.startsWith('range-'));
  return lines.find(({ y }) => Math.abs(y[0] - height) <= REACH);
}

/** @param {Trace} trace @param {PointerEvent} event */
function hoverOperatingRange({ uid, meta = {} }, event) {
  const live = liveData();
  const i = Number(uid.slice('range-'.length));
  const model = live?.models.find((candidate) => candidate.i === i);
  if (!live || !model) return;
  const hull = curveOf(model.hull.map((k) => ratesAt(model, k)));
  const optimalRanges = meta.pcf ? optimalRangesWithin(hull, model.tie, meta.pcf[0], meta.pcf[1]) : [];
  highlightRange({
    owners: [i],
    optimalRanges,
    sentence: rangeWords(model.name, meta, Boolean(live.crossfit)),
    by: 'pointer',
  });
  moveTooltip(event.clientX, event.clientY);
}

/** @param {Panel} panel @param {OperatingPoint} point @param {PointerEvent} event */
function hoverBelowCurves(panel, point, event) {
  const axes = axesOf(panel.graph, 'yaxis2');
  const box = panel.graph.getBoundingClientRect();
  const [x, y] = [event.clientX - box.left - panel.left, event.clientY - box.top - axes.top];
  const inside = x >= 0 && x <= panel.width && y >= 0 && y <= axes.height;
  const height = axes.valueAtY(y);
  const [top, bottom] = stripEnds(panel);
  const line = inside && rangeAt(panel, height);
  if (line) hoverOperatingRange(line, event);
  else if (inside && height >= top && height <= bottom) hoverStripAt(panel.valueAt(x), point, event);
  else clearRange('pointer');
}

/** @param {number} x @param {OperatingPoint} point @param {PointerEvent} event */
function hoverStripAt(x, point, event) {
  const pcf = pcfAtPlace(x, point);
  const range = pcf === null ? undefined : stripRanges()[stripRangeAt(pcf)];
  highlightStripRange(range, 'pointer', event.clientX, event.clientY);
}

/** @param {Panel} panel */
const hasStrip = (panel) => panel.graph.data.some(({ uid }) => /^best-\d/.test(uid));

document.addEventListener('pointermove', (event) => {
  const panel = panelNameAt(event.target) === panelOfStrip() ? getPanel(panelOfStrip()) : null;
  if (around(event.target, '#highlight-tip')) return; // the card can be hovered
  const point = currentPoint();
  if (panel && point && hasStrip(panel)) hoverBelowCurves(panel, point, event);
  else clearRange('pointer');
});
