/* The controls of the weighting: how likely the values within the ranges are. */

import { pcfRange } from '../core/ranges.js';
import { parseDecimal } from '../text/parse.js';
import { currentConditions, setConditions } from '../state/conditions.js';
import { setProps, userChanges } from '../state/dash.js';
import { on } from '../state/events.js';

const SPREADS = 4; // width of the range of PC(+) in standard deviations of the first Beta
const MOST = 1e6; // largest parameter of the Beta
const HELP = 'Type a number above 0 and up to 1,000,000, such as 2.5.';
const BOXES = { 'beta-a': 'a', 'beta-b': 'b' };
const written = {}; // last value written to each control, to recognise echoes
let shown = ''; // what the controls show, as JSON

const kindOf = (weighting) => (!weighting ? 'even' : weighting === true ? 'point' : 'beta');

function show({ weighting }) {
  const text = JSON.stringify(weighting || null);
  if (text === shown) return;
  shown = text;
  const kind = kindOf(weighting);
  written.weighting = kind;
  setProps('weighting', { value: kind });
  setProps('beta-row', { hidden: kind !== 'beta' });
  if (kind !== 'beta') return;
  for (const [id, key] of Object.entries(BOXES)) {
    written[id] = String(weighting[key]);
    setProps(id, { value: written[id], error: false });
  }
}

/* The first Beta: its mean in the middle of the range of PC(+), and most of it within the range. */
function firstBeta({ ranges }) {
  const [low, high] = pcfRange(ranges);
  const mean = (low + high) / 2;
  const spread = Math.max(high - low, 0.01) / SPREADS;
  const sum = Math.max((mean * (1 - mean)) / (spread * spread) - 1, 1);
  const [a, b] = [mean * sum, (1 - mean) * sum].map((x) => Number(x.toPrecision(2)));
  return { a, b };
}

function withTyped(id, text, { weighting }) {
  const value = parseDecimal(text);
  if (value > 0 && value <= MOST) return { ...weighting, [BOXES[id]]: value };
  setProps(id, { error: HELP });
  return weighting;
}

/* The weighting after a new value of each control. */
const HANDLERS = {
  weighting: (kind, now) => (kind === 'beta' ? firstBeta(now) : kind === 'point' || null),
  'beta-a': (text, now) => withTyped('beta-a', text, now),
  'beta-b': (text, now) => withTyped('beta-b', text, now),
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
