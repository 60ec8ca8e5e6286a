/* The controls of the weighting: how likely the values within the ranges are. */

import { pcfRange } from '../core/ranges.js';
import { parseDecimal } from '../text/parse.js';
import { currentConditions, setConditions } from '../state/conditions.js';
import { setProps, userChanges } from '../state/dash.js';
import { on } from '../state/events.js';

/** @import { CompleteConditions } from '../core/types.js' */
/** @import { Ranges } from '../core/wire.js' */

const SPREADS = 4; // width of the range of PC(+) in standard deviations of the first Beta
const MOST = 1e6; // largest parameter of the Beta
const HELP = 'Type a number above 0 and up to 1,000,000, such as 2.5.';
/** @type {Record<string, 'a' | 'b'>} */
const BOXES = { 'beta-a': 'a', 'beta-b': 'b' };
/** @type {Record<string, string>} */
const written = {}; // last value written to each control, to recognise echoes
let shown = ''; // what the controls show, as JSON

/** @param {CompleteConditions['weighting']} weighting */
const kindOf = (weighting) => (!weighting ? 'even' : weighting === true ? 'point' : 'beta');

/** @param {CompleteConditions} conditions */
function show({ weighting }) {
  const text = JSON.stringify(weighting || null);
  if (text === shown) return;
  shown = text;
  const kind = kindOf(weighting);
  written.weighting = kind;
  setProps('weighting', { value: kind });
  setProps('beta-row', { hidden: kind !== 'beta' });
  if (!weighting || weighting === true) return;
  for (const [id, key] of Object.entries(BOXES)) {
    written[id] = String(weighting[key]);
    setProps(id, { value: written[id], error: false });
  }
}

/** The first Beta: its mean in the middle of the range of PC(+), and most of it within the range.
   @param {Ranges} ranges */
function firstBeta(ranges) {
  const [low, high] = pcfRange(ranges);
  const mean = (low + high) / 2;
  const spread = Math.max(high - low, 0.01) / SPREADS;
  const sum = Math.max((mean * (1 - mean)) / (spread * spread) - 1, 1);
  const [a, b] = [mean * sum, (1 - mean) * sum].map((x) => Number(x.toPrecision(2)));
  return { a, b };
}

/** @param {string} id @param {string} text @param {CompleteConditions['weighting']} weighting */
function withTyped(id, text, weighting) {
  const value = parseDecimal(text);
  if (value > 0 && value <= MOST)
    return { ...(weighting && weighting !== true ? weighting : { a: value, b: value }), [BOXES[id]]: value };
  setProps(id, { error: HELP });
  return weighting;
}

/** The weighting after a new value of each control.
   @type {Record<string, (value: string, now: CompleteConditions) => CompleteConditions['weighting']>} */
const HANDLERS = {
  weighting: (kind, { ranges }) => (kind === 'beta' && ranges ? firstBeta(ranges) : kind === 'point' || null),
  'beta-a': (text, { weighting }) => withTyped('beta-a', text, weighting),
  'beta-b': (text, { weighting }) => withTyped('beta-b', text, weighting),
};

/** Clientside callback of the controls. */
export function controlWeighting() {
  const now = currentConditions();
  if (!now || !now.ranges) return;
  for (const [id, value] of userChanges(written)) {
    written[id] = value;
    const weighting = HANDLERS[id](value, now);
    if (weighting === now.weighting) continue;
    shown = '';
    setConditions({ weighting });
  }
}

on('conditions-shown', show);
