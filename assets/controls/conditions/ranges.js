/* Prior and costs as ranges: the switches, and six text boxes. As long as another condition has a range, an exact
   condition has a range with equal ends. */

import { firstRange } from '../../core/ranges.js';
import {
  costRefusal,
  formatBoxCost,
  formatPrior,
  meantPercent,
  parseCost,
  parsePrior,
  priorRefusal,
} from '../../text/parse.js';
import { currentConditions, setConditions } from '../../state/conditions.js';
import { setProps, triggers } from '../../state/dash.js';
import { on } from '../../state/events.js';
import { showShareMeaning } from './share-meaning.js';

const KEYS = { prior: 'prior', 'cost-fn': 'cost_fn', 'cost-fp': 'cost_fp' };
const BOXES = {}; // id -> the key of the conditions, and which end of its range
for (const [name, key] of Object.entries(KEYS)) {
  ['low', 'high'].forEach((end, k) => (BOXES[`${name}-${end}`] = { key, k }));
}

let shown = ''; // what the controls show, as JSON
const middles = {}; // values that were not chosen by the user but put in the middle of a range
const written = {}; // last value written to each control, to recognise echoes

/**
 * Whether a condition is given as a range.
 * @param {any} ranges of all conditions, or null
 * @param {string} key
 */
export const isRange = (ranges, key) => Boolean(ranges) && ranges[key][0] < ranges[key][1];

const format = (key, value) => (key === 'prior' ? formatPrior(value) : formatBoxCost(value));

function show(now) {
  const ranges = now.ranges || null;
  const text = JSON.stringify(ranges);
  if (text === shown) return;
  shown = text;
  setProps('weighting-section', { hidden: !ranges });
  if (!ranges) return;
  for (const [id, { key, k }] of Object.entries(BOXES)) {
    written[id] = format(key, ranges[key][k]);
    setProps(id, { value: written[id], error: false });
  }
}

/* During a drag the boxes change in the document alone. */
function follow({ ranges }) {
  if (!ranges) return;
  for (const [id, { key, k }] of Object.entries(BOXES)) {
    const box = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
    if (box && box !== document.activeElement) box.value = format(key, ranges[key][k]);
  }
}

/* A value outside its range moves to the range's geometric middle. It follows the middle of the ranges
   typed after that, until the user moves it. */
function insideOrMiddle(value, [low, high], key) {
  if (value >= low && value <= high && value !== middles[key]) return value;
  const middle = Number(Math.sqrt(low * high).toPrecision(3));
  middles[key] = middle >= low && middle <= high ? middle : low;
  return middles[key];
}

/**
 * Fields of the conditions: the ranges, and values within them. Without any range there are none.
 * @param {any} ranges
 * @param {(value: number, range: [number, number], key: string) => number} into moves a value into its range
 */
export function withRanges(ranges, into) {
  const now = currentConditions();
  const keys = Object.values(KEYS);
  const fields = /** @type {Record<string, any>} */ ({
    ranges: keys.some((key) => isRange(ranges, key)) ? ranges : null,
  });
  for (const key of keys) fields[key] = isRange(ranges, key) ? into(now[key], ranges[key], key) : ranges[key][0];
  return fields.prior === now.prior ? fields : { ...fields, touched: true };
}

const exactRanges = (now) => Object.fromEntries(Object.values(KEYS).map((key) => [key, [now[key], now[key]]]));

function switchRange(key) {
  const now = currentConditions();
  const ranges = now.ranges || exactRanges(now);
  const next = isRange(ranges, key) ? [now[key], now[key]] : firstRange(key, now[key]);
  setConditions(withRanges({ ...ranges, [key]: next }, insideOrMiddle));
}

function onTyped(id, text) {
  const { key, k } = BOXES[id];
  const { ranges } = currentConditions();
  const value = key === 'prior' ? parsePrior(text) : parseCost(text);
  if (!ranges) return;
  if (value === null) {
    const refusal = key === 'prior' ? priorRefusal : costRefusal;
    setProps(id, { error: refusal(text, ranges[key][k]) });
    return;
  }
  const ends = ranges[key].slice();
  ends[k] = value;
  const crossed = ends[0] > ends[1] ? crossing(key, k, value, ranges[key]) : null;
  if (crossed) {
    const corrected = key === 'prior' && meantPercent(text) !== null; // below the box
    setProps(id, { error: corrected || `${format(key, value)} is ${crossed}` });
  } else {
    shown = ''; // all boxes again: another box may show an error
    setConditions(withRanges({ ...ranges, [key]: ends }, insideOrMiddle));
  }
  if (key === 'prior') sayRange(id, text, crossed);
}

/* The error for an end beyond the other end. It never moves the other end. */
function crossing(key, k, value, old) {
  const words = k ? 'below the lower end' : 'above the upper end';
  return `${words}, ${format(key, old[1 - k])}: change that one first. Still in use: ${format(key, old[k])}.`;
}

function sayRange(id, text, crossed) {
  showShareMeaning(
    document.getElementById('prior-meaning'),
    text,
    (meant) => onTyped(id, meant),
    crossed ? `, ${crossed}` : '.',
  );
}

/** Clientside callback of the boxes. */
export function controlRanges() {
  if (!currentConditions()) return;
  for (const { id, value } of triggers()) {
    if (id in BOXES && value !== undefined && value !== null && value !== written[id]) {
      written[id] = value;
      onTyped(id, value);
    }
  }
}

on('conditions-shown', show);
on('conditions-moved', follow);
document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (target.closest('[data-range]'));
  if (button && currentConditions()) switchRange(KEYS[button.dataset.range]);
});
