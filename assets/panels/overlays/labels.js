/* Labels on the curves: names in free space, and what moves with the pointer (equal cost, today, what is saved). */

import {
  benefitAt,
  costCurve,
  currentCostAxis,
  flatZone,
  pointPlace,
  rangeEnds,
  trivialCurve,
} from '../../core/cost-axes.js';
import { beside, clearOf, fits, free, walked } from '../../core/label-placement.js';
import { ratesAt } from '../../core/operating-point.js';
import { panelNames } from '../../core/panels.js';
import { lineThrough } from '../../core/polyline.js';
import { hasPlaces, placeOf, walkCurve } from '../../core/threshold-places.js';
import { shortNames } from '../../text/names.js';
import { benefitWords, costFormatter, formatNumber, formatPercent } from '../../text/numbers.js';
import { currentDataset } from '../../state/conditions.js';
import { on } from '../../state/events.js';
import { currentPoint, liveData } from '../live-point.js';
import { getPanel, overlayLayer, svgElement, traceData, traceSpots } from '../plotly-adapter.js';
import { modelColour } from '../threshold-highlight.js';
import { boxesOf, boxOf, LINE, readFont, widthOf, words } from './text.js';

/** @import { Results } from '../../core/types.js' */

const LONGEST = 18; // letters of a name
const SIDE = 14; // pixels from the PC(+) line to the bracket of what is saved
const TALL = 26; // pixels of the bracket, at least
const ROUND = 12; // pixels from a square to its label
const MOST_BENEFITS = 3; // models whose net benefit is listed

const placed = {}; // by panel: names and free texts, until plotly draws the panel again
/** @type {Results | null} */
let moved = null; // the results that the panels were redrawn for; null while the server's figure is shown

function shortened(name) {
  const all = (currentDataset()?.models || []).map((model) => model.name);
  return shortNames(all, LONGEST)[all.indexOf(name)] || name;
}

// --- elements ---

const path = (d, kind) => svgElement('path', { d, class: kind });

/* The newest place of a mark: where the script has moved it, or where plotly has drawn it. */
function markPlace(panel, uid) {
  const trace = traceData(panel.graph, uid);
  if (!trace || !(trace.opacity > 0)) return null;
  const point = currentPoint();
  if (moved && point && uid === 'best') return placeOf(panel.name, moved, point);
  return [trace.x[0], trace.y[0]];
}

// --- places that last until plotly draws the panel again ---

const walk = (panel, corners) => walked(corners, panel.width, panel.height);

function curvesOf(panel, live, point) {
  return live.models.map((model) => {
    const corners = [];
    walkCurve(panel, model, point, (x, y, at) => corners.push({ x, y, at }));
    return { model, spots: walk(panel, corners) };
  });
}

/* What labels keep clear of, besides the curves. */
function obstacles(panel) {
  const lines = ['chance', 'noskill', 'trivial', 'iso', 'pcf'].map((uid) => traceSpots(panel, uid));
  const ring = markPlace(panel, 'best') ? traceSpots(panel, 'best') : [];
  return [...lines.flatMap((line) => walk(panel, line)), ...ring];
}

function placeNames(panel, curves, around, boxes, best) {
  const order = [...curves].sort((a, b) => Number(b.model.i === best) - Number(a.model.i === best));
  return order.flatMap(({ model, spots }) => {
    const text = shortened(model.name);
    const others = [...around, ...curves.filter((curve) => curve.model !== model).flatMap((curve) => curve.spots)];
    const sizes = { width: panel.width, height: panel.height, wide: widthOf(text, 600), high: 14 };
    const box = beside(spots, others, boxes, { ...sizes, must: model.i === best });
    if (!box) return [];
    boxes.push(box);
    const [dx, dy] = [box.x - box.spot.x, box.y - box.spot.y];
    return [{ model, text, at: box.spot.at, x: box.x, y: box.y, dx, dy, colour: modelColour(model.i) }];
  });
}

/* Free texts: [lines, where to begin to look, as shares of the line that they are about]. */
const FREE = {
  roc: { uid: 'iso', lines: ['same cost along this line,', 'slope 0.000'], share: 0.3, aside: [96, 24] },
  pr: { uid: 'iso', lines: ['same cost'], share: 0.1, aside: [44, 0] },
};

function placeFree(panel, curves, around, boxes) {
  const wish = FREE[panel.name];
  const spots = wish ? walk(panel, traceSpots(panel, wish.uid)) : [];
  if (spots.length === 0) return null;
  const from = spots[Math.floor(wish.share * (spots.length - 1))];
  const near = { x: from.x + wish.aside[0], y: from.y + wish.aside[1] };
  const sizes = { wide: Math.max(...wish.lines.map((line) => widthOf(line))), high: LINE * wish.lines.length };
  const others = [...around, ...curves.flatMap((curve) => curve.spots)];
  const box = free(near, others, boxes, { width: panel.width, height: panel.height, ...sizes });
  if (box) boxes.push(box);
  return box;
}

/* The middle of lines of text: where they are wished, or in the nearest free space. How far that is stays until plotly
   draws the panel again, so that a drag only moves them along. */
function textPlace(panel, lines, wish) {
  const placement = placed[panel.name];
  if (!placement.shift) {
    const wide = Math.max(...lines.map((line) => widthOf(line, 600)));
    const sizes = { width: panel.width, height: panel.height, wide, high: LINE * lines.length };
    const box = clearOf(wish, placement.lines, sizes) || wish;
    placement.shift = [box.x - wish.x, box.y - wish.y];
  }
  return { x: wish.x + placement.shift[0], y: wish.y + placement.shift[1] };
}

function place(panel) {
  const [live, point] = [liveData(), currentPoint()];
  if (!live || !point) return;
  const curves = curvesOf(panel, live, point);
  const around = obstacles(panel);
  const stroke = traceData(panel.graph, 'best') || traceData(panel.graph, 'choice');
  const best = live.models.find(({ i }) => {
    const trace = traceData(panel.graph, 'model-' + i);
    return trace && stroke && trace.line.color === stroke.marker.line.color;
  });
  const lines = [...around, ...curves.flatMap(({ spots }) => spots)];
  placed[panel.name] = { text: null, names: [], lines };
  const labels = LABELS[panel.name](panel, point);
  const boxes = boxesOf([...labels, ...todayLabel(panel, point, boxesOf(labels))]);
  const text = placeFree(panel, curves, around, boxes);
  const alone = panel.name === 'cost' && currentCostAxis().key === 'threshold'; // the axis names its model
  placed[panel.name].text = text;
  placed[panel.name].names = alone ? [] : placeNames(panel, curves, around, boxes, best ? best.i : null);
}

// --- drawing ---

function names(panel, point) {
  return placed[panel.name].names.flatMap(({ model, text, at, x, y, dx, dy, colour }) => {
    const style = { anchor: 'middle', kind: 'name', fill: colour };
    if (panel.name !== 'pr' || !moved) return words([text], x, y, style);
    const spot = placeOf('pr', ratesAt(model, at), point);
    return spot ? words([text], panel.x(spot[0]) + dx, panel.y(spot[1]) + dy, style) : [];
  });
}

/* From the text to the nearest point of the line that it is about. */
function leader(panel, box, line) {
  const spots = walk(panel, line);
  if (spots.length === 0) return [];
  const [left, right] = [box.x - box.wide / 2 - 3, box.x + box.wide / 2 + 3];
  const near = (spot) => Math.hypot(spot.x - Math.min(Math.max(spot.x, left), right), spot.y - box.y + LINE / 2);
  const spot = spots.reduce((a, b) => (near(b) < near(a) ? b : a));
  const end = spot.x < box.x ? left : right;
  return [
    path(`M${end},${box.y - LINE / 2}L${spot.x},${spot.y}`, 'leader'),
    svgElement('circle', { cx: spot.x, cy: spot.y, r: 2.5, class: 'dot' }),
  ];
}

function isoLine(panel) {
  if (!moved) return traceSpots(panel, 'iso');
  const spots = [];
  lineThrough(panel, moved.iso.x, moved.iso.y, (x, y) => spots.push({ x, y }));
  return spots;
}

function rocLabels(panel, point) {
  const { text } = placed.roc;
  const slope = ((1 - point.prior) * point.cost_fp) / (point.prior * point.cost_fn);
  const lines = ['same cost along this line,', `slope ${formatNumber(slope)}`];
  const angle = (Math.atan2(panel.y(1) - panel.y(0), panel.x(1) - panel.x(0)) * 180) / Math.PI;
  const [x, y] = [panel.x(0.66), panel.y(0.66) + (angle > 0 ? -6 : 14)];
  const [chance] = words(['chance'], x, y, { anchor: 'middle', kind: 'quiet' });
  chance.setAttribute('transform', `rotate(${angle} ${x} ${y})`);
  if (!text || !traceData(panel.graph, 'iso')) return [chance];
  return [chance, ...leader(panel, text, isoLine(panel)), ...words(lines, text.x - text.wide / 2, text.y)];
}

function precisionLabels(panel, { prior }) {
  const above = prior < 0.9 ? -9 : 10;
  const random = words(['flagging at random'], panel.x(0) + 6, panel.y(prior) + above, { kind: 'quiet' });
  const { text } = placed.pr;
  return [...random, ...(text && !moved ? words(['same cost'], text.x, text.y, { anchor: 'middle' }) : [])];
}

/* Beside the lines of flagging none and flagging all. */
function trivialLabels(panel) {
  const top = Math.min(0.5, panel.valueAtY(0));
  const none = 0.75 * top;
  const [left, right] = [panel.x(none), panel.x(1 - 0.85 * top)];
  const needed = widthOf('flag none') + 12;
  const outside = left > needed;
  const lines = outside ? ['no model:', 'flag none'] : ['flag none'];
  const at = outside ? [left - 8, 'end'] : [panel.x(0.9 * top) + 10, 'start'];
  const beyond = panel.width - right > needed;
  return [
    ...words(lines, at[0], panel.y(outside ? none : 0.9 * top), { anchor: String(at[1]), kind: 'second' }),
    ...words(['flag all'], right + (beyond ? 8 : -8), panel.y(0.85 * top), {
      anchor: beyond ? 'start' : 'end',
      kind: 'second',
    }),
  ];
}

/* From what no model costs down to what the rule costs, beside the PC(+) line. */
function savingLabels(panel) {
  const best = markPlace(panel, 'best');
  if (!best) return [];
  const trivial = Math.min(best[0], 1 - best[0]);
  const [x, high, low] = [panel.x(best[0]), Math.max(0, panel.y(trivial)), panel.y(best[1])];
  if (!(best[1] < trivial) || low - high < TALL) return [];
  const side = x + 130 < panel.width ? 1 : -1;
  const at = x + side * SIDE;
  const arrow = (y, down) => `M${at - 3.5},${y + 6 * down}L${at},${y}L${at + 3.5},${y + 6 * down}`;
  const top = panel.y(trivial) >= 0 ? `M${x + side * 3},${high}H${at + side * 4}${arrow(high + 1, 1)}` : '';
  const lines = [`${formatNumber(100 * (1 - best[1] / trivial), 2)} % less`, 'than no model'];
  const anchor = side > 0 ? 'start' : 'end';
  return [
    path(`${top}M${at},${high + 1}V${low - 1}${arrow(low - 1, -1)}`, 'bracket'),
    ...(top ? [svgElement('circle', { cx: x, cy: high, r: 3.5, class: 'trivial' })] : []),
    ...words(lines, at + side * 9, (high + low) / 2, { anchor, kind: 'strong' }),
  ];
}

/* The run of thresholds that cost hardly more, and the best of them. */
function zoneLabels(panel, point) {
  const { model: modelPlace, flat, zone } = currentCostAxis();
  const model = liveData().models.find(({ i }) => i === modelPlace);
  if (!model) return [];
  const corners = costCurve(model, point);
  const [first, last] = flatZone(
    corners.map(([, y]) => y),
    flat,
  );
  const [high, low] = [corners[first], corners[last]].map(([, , at]) => formatNumber(Number(model.text[at]), 2));
  const lines = moved
    ? [`Any threshold from ${low} to ${high}`, `costs within ${formatPercent(flat)} of the best`]
    : zone;
  const middle = (panel.x(corners[first][0]) + panel.x(corners[last][0])) / 2;
  const needed = widthOf(lines[0], 600) / 2 + 4;
  const x = Math.min(Math.max(middle, needed), panel.width - needed);
  const spot = textPlace(panel, lines, { x, y: panel.height * 0.3 });
  const none = panel.y(trivialCurve(point)[0][1]);
  const quiet = { anchor: 'middle', kind: 'second' };
  return [
    ...(none > 20 ? words(['no model'], panel.width - 60, none - 9, quiet) : []),
    ...words(lines, Math.min(Math.max(spot.x, needed), panel.width - needed), spot.y, {
      anchor: 'middle',
      kind: 'strong',
    }),
    ...bestLabel(panel, formatNumber(Number(thresholdNow(model, corners)))),
  ];
}

/* The threshold of least cost. */
function thresholdNow(model, corners) {
  const cost = corners.map(([, y]) => y);
  return model.text[corners[cost.indexOf(Math.min(...cost))][2]];
}

/* Below the ring of the recommended threshold. */
function bestLabel(panel, text) {
  const best = markPlace(panel, 'best');
  if (!best) return [];
  const [x, y] = [panel.x(best[0]), panel.y(best[1])];
  return words([text], x, Math.min(y + 20, panel.height - 8), { anchor: 'middle', kind: 'strong' });
}

const costFor = (point, best) => costFormatter(point).bare(best[1]);

/* Beside the curve of the better of flagging none and all, where it is two thirds up. */
function noModelLabel(panel, point) {
  const top = panel.valueAtY(0);
  const [x, y] = trivialCurve(point).find(([, amount]) => amount >= 0.65 * top) || [NaN, NaN];
  if (Number.isNaN(x)) return [];
  const left = panel.x(x) > 80;
  const anchor = left ? 'end' : 'start';
  return words(['no model'], panel.x(x) + (left ? -8 : 8), panel.y(y), { anchor, kind: 'second' });
}

function amountLabels(panel, point) {
  const best = markPlace(panel, 'best');
  if (!best) return noModelLabel(panel, point);
  const right = panel.x(best[0]) + 90 < panel.width;
  const style = { anchor: right ? 'start' : 'end', kind: 'strong' };
  const money = words([costFor(point, best)], panel.x(best[0]) + (right ? 14 : -14), panel.y(best[1]) + 18, style);
  return [...money, ...noModelLabel(panel, point)];
}

/* [place of the model, words] of the models of most net benefit; the limits follow the pointer as well. */
function benefitsNow(point) {
  if (!moved) return currentCostAxis().benefits;
  const benefits = liveData().models.map((model) => ({ i: model.i, ends: benefitAt(model, point, pointPlace(point)) }));
  const ranked = benefits.sort((a, b) => b.ends[0] - a.ends[0]).slice(0, MOST_BENEFITS);
  return ranked.map(({ i, ends }) => [i, benefitWords(ends)]);
}

/* Beside the falling line of flagging all, low down, where it is right of the line and below the curves. */
function flagAllLabel(panel, point) {
  const corners = trivialCurve(point);
  const [t, y] = corners.findLast(([, value]) => value >= 0.2 * corners[0][1]);
  const x = panel.x(t) + 8;
  const fits = corners[0][1] > 0 && x + widthOf('flag all') < panel.width;
  return fits ? words(['flag all'], x, panel.y(y), { kind: 'second' }) : [];
}

/* The net benefit of the models at the present prices, in the upper right corner if no curve lies there. */
function benefitLabels(panel, point) {
  const { cases } = currentCostAxis();
  const all = liveData().models;
  const labels = benefitsNow(point).map(([i, benefit]) => {
    const { name = '' } = all.find((model) => model.i === i) || {};
    return { text: `${shortened(name)} ${benefit}`, fill: modelColour(i) };
  });
  const at = `At ${formatPercent(pointPlace(point))}, of ${cases} cases`;
  const lines = [at, ...labels.map(({ text }) => text)];
  const [half, down] = [Math.max(...lines.map((line) => widthOf(line, 600))) / 2, (labels.length * LINE) / 2];
  const spot = textPlace(panel, lines, { x: panel.width - 4 - half, y: 8 + down });
  const [right, top] = [spot.x + half, spot.y - down];
  const elements = labels.flatMap(({ text, fill }, k) =>
    words([text], right, top + (k + 1) * LINE, { anchor: 'end', kind: 'name', fill }),
  );
  const none = words(['flag none'], panel.width - 4, panel.y(0) + 10, { anchor: 'end', kind: 'second' });
  const head = words([at], right, top, { anchor: 'end', kind: 'second' });
  return [...head, ...elements, ...none, ...flagAllLabel(panel, point)];
}

/* At the foot of the band of the ranges, where it is wide enough. */
function rangeLabel(panel, { ranges }) {
  if (!ranges || !traceData(panel.graph, 'interval')) return [];
  const [low, high] = rangeEnds(ranges).map((at) => Math.min(Math.max(panel.x(at), 0), panel.width));
  if (high - low < widthOf('your ranges') + 16) return [];
  return words(['your ranges'], high - 8, panel.height - 12, { anchor: 'end', kind: 'ranges' });
}

const COST_LABELS = {
  'probability-cost': (panel, point) => [...trivialLabels(panel), ...savingLabels(panel), ...rangeLabel(panel, point)],
  positives: (panel, point) => [...amountLabels(panel, point), ...rangeLabel(panel, point)],
  threshold: zoneLabels,
  'net-benefit': (panel, point) => [...benefitLabels(panel, point), ...rangeLabel(panel, point)],
};
const costLabels = (panel, point) => COST_LABELS[currentCostAxis().key](panel, point);

/* The label of today's threshold, beside its square and clear of other labels. */
function todayLabel(panel, point, boxes) {
  const trace = traceData(panel.graph, 'today');
  if (!trace || !(trace.opacity > 0) || !trace.meta) return [];
  const rates = traceData(getPanel('roc').graph, 'today');
  const { text: score, i } = trace.meta;
  const { fpr, tpr } = rates.meta;
  const spot = placeOf(panel.name, { fpr, tpr, text: score, i }, point);
  if (!spot) return [];
  const [x, y] = panel.at(...spot);
  if (!panel.contains(x, y)) return [];
  const text = panel.name === 'cost' ? 'today' : trace.meta.label;
  const style = { kind: 'second' };
  const right = words([text], x + ROUND, y, style);
  const left = words([text], x - ROUND, y, { ...style, anchor: 'end' });
  const [above, below] = [-1, 1].map((side) =>
    words([text], x, y + side * 1.5 * ROUND, { ...style, anchor: 'middle' }),
  );
  const candidates = panel.name === 'cost' ? [left, right, above, below] : [right, left, above, below];
  return candidates.find(([element]) => fits(boxOf(element), boxes, panel.width, panel.height)) || candidates[0];
}

const LABELS = { roc: rocLabels, pr: precisionLabels, cost: costLabels };

function draw(name) {
  const panel = hasPlaces(name) ? getPanel(name) : null;
  const group = panel && overlayLayer(panel, 'label-layer');
  const point = currentPoint();
  if (!group) return;
  const ready = placed[name] && liveData() && point;
  const curveLabels = ready && LABELS[name] ? LABELS[name](panel, point) : [];
  const labels = ready ? [...curveLabels, ...names(panel, point)] : [];
  group.replaceChildren(...labels, ...(ready ? todayLabel(panel, point, boxesOf(labels)) : []));
}

on('panel-drawn', (name) => {
  const panel = hasPlaces(name) ? getPanel(name) : null;
  if (!panel) return;
  if (!document.body.classList.contains('moving')) moved = null;
  readFont();
  place(panel);
  draw(name);
});
on('panels-moved', (results) => {
  moved = results && document.body.classList.contains('moving') ? results : null;
  if (results) panelNames().forEach(draw);
});
