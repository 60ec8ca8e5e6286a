/* Labels in the panels: names at curves, and what each panel says of its lines. None lies on a line, a mark or another
   label: it has the best free place, or is left out. */

import { panelCode, panelNames } from '../../core/panels.js';
import { hasPlaces, placeOf } from '../../core/threshold-places.js';
import { shortNames } from '../../text/names.js';
import { currentDataset } from '../../state/conditions.js';
import { on } from '../../state/events.js';
import { ruleOf } from '../drawn-traces.js';
import { currentPoint, liveData } from '../live-point.js';
import { getPanel, overlayLayer, traceData } from '../plotly-adapter.js';
import { modelColour } from '../threshold-highlight.js';
import { freeAreaOf } from './free-area.js';
import { labelLayout } from './label-layout.js';
import { makeLabel, widthOf } from './text.js';

/** @import { ConditionPoint, Panel, Results, Sheet, Trace } from '../../core/types.js' */
/** @import { LiveData, Rates } from '../../core/wire.js' */
/** @import { Choices } from './label-layout.js' */

const LONGEST = 18; // letters of a name
const ROUNDS = [12, 20, 32]; // pixels from a square to its label

/** @type {Record<string, Choices>} */
const chosen = {}; // by panel, until plotly draws it again
/** @type {Results | null} */
let moved = null; // the results that the panels were redrawn for; null while the server's figure is shown

/** @param {string} name */
function shortened(name) {
  const all = (currentDataset()?.models || []).map((model) => model.name);
  return shortNames(all, LONGEST)[all.indexOf(name)] || name;
}

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
  has: (uid) => Boolean(traceData(panel.graph, uid)),
  mark: (uid) => markPlace(panel, uid),
  label: makeLabel,
  widthOf,
  ...labelLayout(freeAreaOf(panel), chosen[panel.name], Boolean(moved)),
  name: (i) => shortened(live.models.find((model) => model.i === i)?.name ?? ''),
  colour: modelColour,
});

// --- labels of every panel ---

/** The place of the recommended model. @param {Panel} panel @param {LiveData} live */
function recommended({ graph }, { models }) {
  const stroke = traceData(graph, 'best') || traceData(graph, 'choice');
  const best = models.find(({ i }) => {
    const trace = traceData(graph, 'model-' + i);
    return trace && stroke && trace.line.color === stroke.marker.line.color;
  });
  return best ? best.i : null;
}

/** While a segment is shown: its name, and beside the same model's curve that this is everybody's.
   @param {Panel} panel @param {LiveData} live @param {Sheet['along']} along @param {Sheet['colour']} colour */
function segmentNames(panel, live, along, colour) {
  const { name = '', meta } = traceData(panel.graph, 'segment') ?? {};
  const i = sameModel(panel, live);
  if (i === null) return [];
  const style = { kind: 'name', fill: colour(i) };
  return [
    ...along('name-segment', 'segment', [shortNames([name], LONGEST)[0]], style, true),
    ...along('name-everybody', `model-${i}`, [meta?.others ?? 'everybody'], { kind: 'second' }),
  ];
}

/** The place of the model whose curve the segment's is. @param {Panel} panel @param {LiveData} live */
function sameModel({ graph }, { models }) {
  const colour = traceData(graph, 'segment')?.line.color;
  const model = models.find(({ i }) => traceData(graph, 'model-' + i)?.line.color === colour);
  return model ? model.i : null;
}

/** Names at the curves, the recommended model's first. @param {Sheet} sheet */
function names({ panel, live, along, colour, has }) {
  if (has('segment')) return segmentNames(panel, live, along, colour);
  if (panelCode(panel.name).named?.() === false) return [];
  const best = recommended(panel, live);
  const order = [...live.models].sort((a, b) => Number(b.i === best) - Number(a.i === best));
  return order.flatMap(({ i, name }) =>
    along(`name-${i}`, `model-${i}`, [shortened(name)], { kind: 'name', fill: colour(i) }, i === best),
  );
}

/** Pixels of today's threshold; null where it is not in sight.
   @param {Panel} panel @param {ConditionPoint} point @param {Trace | undefined} trace */
function todayPlace(panel, point, trace) {
  const rule = trace?.opacity ? ruleOf(trace) : null;
  const spot = rule && placeOf(panel.name, rule, point);
  const place = spot && panel.at(...spot);
  return place && panel.contains(...place) ? place : null;
}

/** The label of today's threshold, around its square. @param {Sheet} sheet */
function todayLabel({ panel, point, label, put }) {
  const trace = traceData(panel.graph, 'today');
  const place = todayPlace(panel, point, trace);
  if (!place) return [];
  const [x, y] = place;
  const { text = trace?.meta?.label ?? '', left: leftFirst = false } = panelCode(panel.name).today || {};
  const candidates = ROUNDS.flatMap((far) => {
    /** @param {number} across @param {number} down @param {string} anchor */
    const at = (across, down, anchor) => label([text], x + across, y + down, { kind: 'second', anchor });
    const [right, left] = [at(far, 0, 'start'), at(-far, 0, 'end')];
    const corners = [-far, far].flatMap((down) => [at(far, down, 'start'), at(-far, down, 'end')]);
    const straight = [-1, 1].map((side) => at(0, side * (far + 6), 'middle'));
    return [...(leftFirst ? [left, right] : [right, left]), ...straight, ...corners];
  });
  return text ? put('today', candidates) : [];
}

/** The labels of a panel, those before keeping their places. @param {Panel} panel */
function labelsOf(panel) {
  const [live, point] = [liveData(), currentPoint()];
  if (!chosen[panel.name] || !live || !point) return [];
  const sheet = sheetOf(panel, live, point);
  return [...(panelCode(panel.name).labels?.(sheet) || []), ...todayLabel(sheet), ...names(sheet)];
}

/** @param {string} name */
function draw(name) {
  const panel = hasPlaces(name) ? getPanel(name) : null;
  const group = panel && overlayLayer(panel, 'label-layer');
  if (group) group.replaceChildren(...labelsOf(panel));
}

on('panel-drawn', (name) => {
  if (!hasPlaces(name)) return;
  if (!document.body.classList.contains('moving')) moved = null;
  chosen[name] = {};
  draw(name);
});
on('panels-moved', (results) => {
  moved = results && document.body.classList.contains('moving') ? results : null;
  if (results) panelNames().forEach(draw);
});
