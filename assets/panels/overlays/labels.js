/* Labels on the curves: names in free space, and what moves with the pointer (equal cost, today, what is saved). */

import { beside, clearance, clearOf, fits, free, NEAREST, walked } from '../../core/label-placement.js';
import { ratesAt } from '../../core/operating-point.js';
import { panelCode, panelNames } from '../../core/panels.js';
import { hasPlaces, placeOf, walkCurve } from '../../core/threshold-places.js';
import { shortNames } from '../../text/names.js';
import { currentDataset } from '../../state/conditions.js';
import { on } from '../../state/events.js';
import { ruleOf } from '../drawn-traces.js';
import { currentPoint, liveData } from '../live-point.js';
import { getPanel, overlayLayer, svgElement, traceData, traceSpots } from '../plotly-adapter.js';
import { modelColour } from '../threshold-highlight.js';
import { boxesOf, boxOf, LINE, readFont, widthOf, words } from './text.js';

/** @import { Box, ConditionPoint, Panel, Place, Results, Sheet, Spot, Trace } from '../../core/types.js' */
/** @import { LiveData, LiveModel, Rates } from '../../core/wire.js' */

/**
 * The name of a model at its curve: a place, the threshold there, and how far the name is from it.
 * @typedef {{ model: LiveModel, text: string, at: number, x: number, y: number, dx: number, dy: number, colour: string }} Name
 */

/**
 * What the labels of a panel keep until plotly draws it again: the place of the text about a line, the names, the lines that
 * labels keep clear of, and the shift of a text that keeps clear.
 * @typedef {{ text: Box | null, names: Name[], lines: Spot[], choices: Record<string, number>, shift?: Place }} Placed
 */

/** @typedef {{ model: LiveModel, spots: Spot[] }} Curve a model's curve in pixels */

const LONGEST = 18; // letters of a name

const ROUND = 12; // pixels from a square to its label

/** @type {Record<string, Placed>} */
const placed = {}; // by panel: names and free texts, until plotly draws the panel again
/** @type {Results | null} */
let moved = null; // the results that the panels were redrawn for; null while the server's figure is shown

/** @param {string} name */
function shortened(name) {
  const all = (currentDataset()?.models || []).map((model) => model.name);
  return shortNames(all, LONGEST)[all.indexOf(name)] || name;
}

// --- elements ---

/** @param {string} d @param {string} kind */
const path = (d, kind) => svgElement('path', { d, class: kind });

/** The rates of the marks that follow the operating point. @type {Record<string, (results: Results) => Rates | undefined>} */
const FOLLOWS = { best: (results) => results, allowance: ({ expected }) => expected };

/** The newest place of a mark: where the script has moved it, or where plotly has drawn it.
   @param {Panel} panel @param {string} uid */
function markPlace(panel, uid) {
  const [trace, point] = [traceData(panel.graph, uid), currentPoint()];
  if (!trace || (uid !== 'allowance' && !trace.opacity)) return null;
  if (moved && point && uid in FOLLOWS) {
    const rates = FOLLOWS[uid](moved);
    return rates ? placeOf(panel.name, rates, point) : null;
  }
  return trace.opacity ? [trace.x[0], trace.y[0]] : null;
}

// --- places that last until plotly draws the panel again ---

/** @param {Panel} panel @param {Spot[]} corners */
const walk = (panel, corners) => walked(corners, panel.width, panel.height);

/** @param {Panel} panel @param {LiveData} live @param {ConditionPoint} point @returns {Curve[]} */
function curvesOf(panel, live, point) {
  return live.models.map((model) => {
    /** @type {Spot[]} */
    const corners = [];
    walkCurve(panel, model, point, (x, y, at) => corners.push({ x, y, at }));
    return { model, spots: walk(panel, corners) };
  });
}

/** What labels keep clear of, besides the curves. @param {Panel} panel */
function obstacles(panel) {
  const lines = ['chance', 'noskill', 'trivial', 'iso', 'pcf'].map((uid) => traceSpots(panel, uid));
  const ring = markPlace(panel, 'best') ? traceSpots(panel, 'best') : [];
  return [...lines.flatMap((line) => walk(panel, line)), ...ring];
}

/** @param {Panel} panel @param {Curve[]} curves @param {Spot[]} around @param {Box[]} boxes
   @param {number | null} best place of the model that gets a name first @returns {Name[]} */
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
    return [{ model, text, at: box.spot.at ?? 0, x: box.x, y: box.y, dx, dy, colour: modelColour(model.i) }];
  });
}

/** @param {Panel} panel @param {Curve[]} curves @param {Spot[]} around @param {Box[]} boxes */
function placeFree(panel, curves, around, boxes) {
  const wish = panelCode(panel.name).text;
  const spots = wish ? walk(panel, traceSpots(panel, wish.uid)) : [];
  if (!wish || spots.length === 0) return null;
  const from = spots[Math.floor(wish.share * (spots.length - 1))];
  const near = { x: from.x + wish.aside[0], y: from.y + wish.aside[1] };
  const sizes = { wide: Math.max(...wish.lines.map((line) => widthOf(line))), high: LINE * wish.lines.length };
  const others = [...around, ...curves.flatMap((curve) => curve.spots)];
  const box = free(near, others, boxes, { width: panel.width, height: panel.height, ...sizes });
  if (box) boxes.push(box);
  return box;
}

/** The middle of lines of text: where they are wished, or in the nearest free space. How far that is stays until plotly
   draws the panel again, so that a drag only moves them along.
   @param {Panel} panel @param {string[]} lines @param {Spot} wish @returns {Spot} */
function textPlace(panel, lines, wish) {
  const placement = placed[panel.name];
  let { shift } = placement;
  if (!shift) {
    const wide = Math.max(...lines.map((line) => widthOf(line, 600)));
    const sizes = { width: panel.width, height: panel.height, wide, high: LINE * lines.length };
    const box = clearOf(wish, placement.lines, sizes) || wish;
    placement.shift = shift = [box.x - wish.x, box.y - wish.y];
  }
  return { x: wish.x + shift[0], y: wish.y + shift[1] };
}

/** Whether a text lies within the panel, on no curve and not on this line, which moves.
   @param {Panel} panel @param {Element} text @param {Spot[]} line */
function isFree(panel, text, line) {
  const box = boxOf(text);
  const curves = placed[panel.name].lines;
  return (
    fits(box, [], panel.width, panel.height) &&
    clearance(box, curves, NEAREST) >= NEAREST &&
    clearance(box, walk(panel, line), NEAREST) >= NEAREST
  );
}

/** The first candidate that lies on nothing. The choice stays until plotly draws the panel again, so that nothing jumps
   during a drag; meanwhile the text hides where the line that moves would cross it.
   @param {Panel} panel @param {string} name @param {Element[][]} candidates @param {Spot[]} line */
function pick(panel, name, candidates, line) {
  const { choices } = placed[panel.name];
  choices[name] ??= candidates.findIndex(([text]) => isFree(panel, text, line));
  const chosen = candidates[choices[name]];
  if (!chosen) return [];
  return clearance(boxOf(chosen[0]), walk(panel, line), NEAREST) >= NEAREST ? chosen : [];
}

/** @param {Panel} panel */
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
  placed[panel.name] = { text: null, names: [], lines, choices: {} };
  const labels = panelLabels(panel, live, point);
  const boxes = boxesOf([...labels, ...todayLabel(panel, point, boxesOf(labels))]);
  const text = placeFree(panel, curves, around, boxes);
  const named = panelCode(panel.name).named?.() ?? true;
  placed[panel.name].text = text;
  placed[panel.name].names = named ? placeNames(panel, curves, around, boxes, best ? best.i : null) : [];
}

// --- drawing ---

/** @param {Panel} panel @param {ConditionPoint} point */
function names(panel, point) {
  return placed[panel.name].names.flatMap(({ model, text, at, x, y, dx, dy, colour }) => {
    const style = { anchor: 'middle', kind: 'name', fill: colour };
    if (!panelCode(panel.name).namesMove || !moved) return words([text], x, y, style);
    const spot = placeOf(panel.name, ratesAt(model, at), point);
    return spot ? words([text], panel.x(spot[0]) + dx, panel.y(spot[1]) + dy, style) : [];
  });
}

/**
 * What the script of a panel makes its labels with.
 * @param {Panel} panel
 * @param {LiveData} live
 * @param {ConditionPoint} point
 * @returns {Sheet}
 */
const sheetOf = (panel, live, point) => ({
  panel,
  point,
  live,
  moved,
  text: placed[panel.name].text,
  has: (uid) => Boolean(traceData(panel.graph, uid)),
  mark: (uid) => markPlace(panel, uid),
  spots: (uid) => traceSpots(panel, uid),
  words,
  widthOf,
  path,
  dot: (cx, cy, kind, r) => svgElement('circle', { cx, cy, r, class: kind }),
  clear: (lines, wish) => textPlace(panel, lines, wish),
  isFree: (text, line) => isFree(panel, text, line),
  pick: (name, candidates, line) => pick(panel, name, candidates, line),
  name: (i) => shortened(live.models.find((model) => model.i === i)?.name ?? ''),
  colour: modelColour,
});

/** @param {Panel} panel @param {LiveData} live @param {ConditionPoint} point */
const panelLabels = (panel, live, point) => panelCode(panel.name).labels?.(sheetOf(panel, live, point)) || [];

/** Pixels of today's threshold; null where it is not in sight.
   @param {Panel} panel @param {ConditionPoint} point @param {Trace | undefined} trace */
function todayPlace(panel, point, trace) {
  const rule = trace?.opacity ? ruleOf(trace) : null;
  const spot = rule && placeOf(panel.name, rule, point);
  const place = spot && panel.at(...spot);
  return place && panel.contains(...place) ? place : null;
}

/** The label of today's threshold, beside its square and clear of other labels.
   @param {Panel} panel @param {ConditionPoint} point @param {Box[]} boxes */
function todayLabel(panel, point, boxes) {
  const trace = traceData(panel.graph, 'today');
  const place = todayPlace(panel, point, trace);
  if (!place) return [];
  const [x, y] = place;
  const { text = trace?.meta?.label ?? '', left: leftFirst = false } = panelCode(panel.name).today || {};
  const style = { kind: 'second' };
  const right = words([text], x + ROUND, y, style);
  const left = words([text], x - ROUND, y, { ...style, anchor: 'end' });
  const [above, below] = [-1, 1].map((side) =>
    words([text], x, y + side * 1.5 * ROUND, { ...style, anchor: 'middle' }),
  );
  const candidates = leftFirst ? [left, right, above, below] : [right, left, above, below];
  return candidates.find(([element]) => fits(boxOf(element), boxes, panel.width, panel.height)) || candidates[0];
}

/** @param {string} name of a panel */
function draw(name) {
  const panel = hasPlaces(name) ? getPanel(name) : null;
  const group = panel && overlayLayer(panel, 'label-layer');
  const [live, point] = [liveData(), currentPoint()];
  if (!group) return;
  const ready = placed[name] && live && point;
  const labels = ready ? [...panelLabels(panel, live, point), ...names(panel, point)] : [];
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
