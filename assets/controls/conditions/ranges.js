/* Prior and costs as ranges: the switches, and six text boxes. As long as another condition has a range, an exact
   condition has a range with equal ends. */

import { withTypedEnd } from '../../core/moved-range.js';
import { firstRange } from '../../core/ranges.js';
import { typedCurrency } from '../../text/numbers.js';
import { costRefusal, formatBoxCost, formatPrior, parseCost, priorNear, priorRefusal } from '../../text/parse.js';
import { currentConditions, presentConditions, setConditions } from '../../state/conditions.js';
import { setProps, triggers } from '../../state/dash.js';
import { around, dataOf } from '../../state/elements.js';
import { on } from '../../state/events.js';
import { notifyWithUndo } from '../../state/notices.js';
import { showShareMeaning } from './share-meaning.js';

/** @import { CompleteConditions, ConditionKey, Interval } from '../../core/types.js' */
/** @import { Conditions, OperatingPoint, Ranges } from '../../core/wire.js' */

/** @type {Record<string, ConditionKey>} */
const KEYS = { prior: 'prior', 'cost-fn': 'cost_fn', 'cost-fp': 'cost_fp' };
/** @type {Record<string, { key: ConditionKey, k: number }>} */
const BOXES = {}; // id -> the key of the conditions, and which end of its range
for (const [name, key] of Object.entries(KEYS)) {
  ['low', 'high'].forEach((end, k) => (BOXES[`${name}-${end}`] = { key, k }));
}

let shown = ''; // what the controls show, as JSON
/** @type {Partial<Record<ConditionKey, number>>} */
const middles = {}; // values that were not chosen by the user but put in the middle of a range
/** @type {Record<string, string>} */
const written = {}; // last value written to each control, to recognise echoes

/**
 * Whether a condition is given as a range.
 * @param {Ranges | null} ranges of all conditions
 * @param {ConditionKey} key
 * @returns {ranges is Ranges}
 */
export const isRange = (ranges, key) => ranges !== null && ranges[key][0] < ranges[key][1];

/** @param {ConditionKey} key @param {number} value */
const format = (key, value) => (key === 'prior' ? formatPrior(value) : formatBoxCost(value));

/** @param {CompleteConditions} now */
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

/** During a drag the boxes change in the document alone. @param {CompleteConditions} now */
function follow({ ranges }) {
  if (!ranges) return;
  for (const [id, { key, k }] of Object.entries(BOXES)) {
    const box = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
    if (box && box !== document.activeElement) box.value = format(key, ranges[key][k]);
  }
}

/** A value outside its range moves to the range's geometric middle. It follows the middle of the ranges
   typed after that, until the user moves it.
   @param {number} value @param {Interval} range @param {ConditionKey} key */
function insideOrMiddle(value, [low, high], key) {
  if (value >= low && value <= high && value !== middles[key]) return value;
  const middle = Number(Math.sqrt(low * high).toPrecision(3));
  middles[key] = middle >= low && middle <= high ? middle : low;
  return middles[key];
}

/**
 * Fields of the conditions: the ranges, and values within them. Without any range there are none.
 * @param {Ranges} ranges
 * @param {(value: number, range: Interval, key: ConditionKey) => number} into moves a value into its range
 */
export function withRanges(ranges, into) {
  const now = presentConditions();
  const keys = Object.values(KEYS);
  /** @type {Partial<Conditions>} */
  const fields = { ranges: keys.some((key) => isRange(ranges, key)) ? ranges : null };
  for (const key of keys) fields[key] = isRange(ranges, key) ? into(now[key], ranges[key], key) : ranges[key][0];
  return fields.prior === now.prior ? fields : { ...fields, touched: true };
}

/** @param {OperatingPoint} point @returns {Ranges} */
export const exactRanges = ({ prior, cost_fn, cost_fp }) => ({
  prior: [prior, prior],
  cost_fn: [cost_fn, cost_fn],
  cost_fp: [cost_fp, cost_fp],
});

/** @param {ConditionKey} key */
function switchRange(key) {
  const now = presentConditions();
  const ranges = now.ranges || exactRanges(now);
  const next = isRange(ranges, key) ? [now[key], now[key]] : firstRange(key, now[key]);
  setConditions(withRanges({ ...ranges, [key]: next }, insideOrMiddle));
}

/** @param {string} id @param {string} text */
function onTyped(id, text) {
  const { key, k } = BOXES[id];
  const { ranges } = presentConditions();
  if (!ranges) return;
  const value = key === 'prior' ? priorNear(text, ranges.prior[k]) : parseCost(text);
  if (value === null) {
    const refusal = key === 'prior' ? priorRefusal : costRefusal;
    setProps(id, { error: refusal(text, ranges[key][k]) });
    return;
  }
  const ends = withTypedEnd(key, ranges[key], k, value);
  const moved = ends[1 - k] !== ranges[key][1 - k];
  shown = ''; // all boxes again: another box may show an error
  const currency = key === 'prior' ? {} : typedCurrency(text);
  setConditions({ ...withRanges({ ...ranges, [key]: ends }, insideOrMiddle), ...currency });
  if (moved) notifyWithUndo(movedWords(key, k, ends));
  if (key === 'prior')
    showShareMeaning(document.getElementById('prior-meaning'), text, (meant) => onTyped(id, meant), value);
}

/** @param {ConditionKey} key @param {number} k the typed end @param {Interval} ends */
function movedWords(key, k, ends) {
  const [typed, other] = [ends[k], ends[1 - k]].map((value) => format(key, value));
  return k
    ? `At most ${typed}: the lower end moved to ${other}.`
    : `At least ${typed}: the upper end moved to ${other}.`;
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
  const { target } = event;
  const button = around(target, '[data-range]');
  if (button && currentConditions()) switchRange(KEYS[dataOf(button, 'range')]);
});
