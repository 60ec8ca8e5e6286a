/* The controls of prior and costs as ranges: six text boxes and two sliders. */

import { clamp, costRatioRange, firstRanges, pcfRange } from '../core/ranges.js';
import { priorScale, ratioScale, roundToThree } from '../core/scales.js';
import { currentConditions, currentDataset, dragConditions, setConditions } from '../state/conditions.js';
import { setProps, triggers } from '../state/dash.js';
import { on } from '../state/events.js';
import { costRatioSentence } from '../text/numbers.js';
import { formatCost, formatPrior, parseCost, parsePrior } from '../text/parse.js';
import { capitalize, costRatioWords, formatSpan } from '../text/sensitivity.js';
import { describeSlider, priorSliderProps } from './sliders.js';

const KEYS = { prior: 'prior', 'cost-fn': 'cost_fn', 'cost-fp': 'cost_fp' };
const BOXES = {}; // id -> the key of the conditions, and which end of its range
for (const [name, key] of Object.entries(KEYS)) {
  ['low', 'high'].forEach((end, k) => (BOXES[`${name}-${end}`] = { key, k }));
}
const STILL = 0.0051; // a slider rounds the thumb that stays, too, by up to half a step
const PRIOR_HELP = 'Type a share from 1e-15 to 1 - 1e-15, such as 0.6 %.';
const COST_HELP = 'Type an amount from 1e-30 to 1e30.';

let shown = ''; // what the controls show, as JSON
const middles = {}; // values that were not chosen by the user but put in the middle of a range
const written = {}; // last value written to each control, to recognise echoes

const format = (key, value) => (key === 'prior' ? formatPrior(value) : formatCost(value));

/* The sliders: their scale, the ends of their range, the text of an end for screen readers, and the
   ranges after a drag; an end whose thumb has not moved (null) stays as it was typed. */
const SLIDERS = {
  'prior-range': {
    scale: () => priorScale(currentDataset().prevalence),
    ends: ({ prior }) => prior,
    text: (end) => formatPrior(end),
    dragged: ({ prior }, moved) => ({ prior: moved.map((end, k) => (end === null ? prior[k] : end)) }),
  },
  'ratio-range': {
    scale: () => ratioScale,
    ends: (ranges) => costRatioRange(ranges),
    text: (end) => costRatioSentence(end),
    dragged({ cost_fn: [low, high], cost_fp }, [least, most]) {
      const top = most === null ? high : Math.max(roundToThree(most * cost_fp[0]), least === null ? low : 0);
      const bottom = least === null ? low : Math.min(roundToThree(least * cost_fp[1]), top);
      return { cost_fn: [bottom, top] };
    },
  },
};

function show(now) {
  const ranges = now.ranges || null;
  const { revision, prevalence } = currentDataset();
  const text = JSON.stringify([ranges, revision]);
  if (text === shown) return;
  shown = text;
  setProps('ranges', { checked: Boolean(ranges) });
  setProps('range-boxes', { hidden: !ranges });
  setProps('weighing', { hidden: !ranges });
  if (!ranges) return;
  for (const [id, { key, k }] of Object.entries(BOXES)) {
    written[id] = format(key, ranges[key][k]);
    setProps(id, { value: written[id], error: false });
  }
  setProps('prior-range', priorSliderProps(prevalence));
  for (const [id, { ends, scale }] of Object.entries(SLIDERS)) {
    written[id] = ends(ranges).map(scale().parked);
    setProps(id, { value: written[id] });
  }
  describe(ranges);
}

/* During a drag the boxes change in the document alone. */
function follow(ranges) {
  for (const [id, { key, k }] of Object.entries(BOXES)) {
    const box = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
    if (box && box !== document.activeElement) box.value = format(key, ranges[key][k]);
  }
  describe(ranges);
}

/* The texts of the sliders for screen readers, and the line below with the ranges of cost ratio and PC(+). */
function describe(ranges) {
  for (const [id, { ends, scale, text }] of Object.entries(SLIDERS)) {
    describeSlider(id, ends(ranges).map(text), scale().beyond(ends(ranges)));
  }
  const line = document.getElementById('range-told');
  const pcf = formatSpan(...pcfRange(ranges));
  if (line) line.textContent = `${capitalize(costRatioWords(costRatioRange(ranges)))}. PC(+) ${pcf}`;
}

function onSlide(id, places) {
  const now = currentConditions();
  const before = written[id];
  if (!now || !now.ranges || !before) return;
  const still = places.map((place, k) => Math.abs(place - before[k]) < STILL);
  if (still.every(Boolean)) return;
  const { scale, dragged } = SLIDERS[id];
  written[id] = places.map((place, k) => (still[k] ? before[k] : place));
  const moved = places.map((place, k) => (still[k] ? null : scale().at(place)));
  const ranges = { ...now.ranges, ...dragged(now.ranges, moved) };
  dragConditions(withValues(ranges, clamp));
  follow(ranges);
}

/* A value outside its range moves to the range's geometric middle. It follows the middle of the ranges
   typed after that, until the user moves it. */
function insideOrMiddle(value, [low, high], key) {
  if (value >= low && value <= high && value !== middles[key]) return value;
  const middle = Number(Math.sqrt(low * high).toPrecision(3));
  middles[key] = middle >= low && middle <= high ? middle : low;
  return middles[key];
}

/* Fields of the conditions: the ranges, and values within them; `into` moves a value into its range. */
function withValues(ranges, into) {
  const now = currentConditions();
  const fields = { ranges };
  for (const key of Object.keys(ranges)) fields[key] = into(now[key], ranges[key], key);
  return fields.prior === now.prior ? fields : { ...fields, touched: true };
}

const setRanges = (ranges) => setConditions(withValues(ranges, insideOrMiddle));

function onTyped(id, text) {
  const { key, k } = BOXES[id];
  const { ranges } = currentConditions();
  const value = key === 'prior' ? parsePrior(text) : parseCost(text);
  if (!ranges) return;
  if (value === null) {
    setProps(id, { error: key === 'prior' ? PRIOR_HELP : COST_HELP });
    return;
  }
  const ends = ranges[key].slice();
  ends[k] = value;
  const wrong = ends[0] > ends[1];
  if (wrong && k) ends.reverse();
  else if (wrong) ends[1] = value; // the upper end follows; the user types it next
  shown = ''; // all boxes again: another one may show an error
  setRanges({ ...ranges, [key]: ends });
}

function onSwitch(on) {
  const now = currentConditions();
  if (on === Boolean(now.ranges)) return;
  if (on) setRanges(firstRanges(now));
  else setConditions({ ranges: null });
}

/** Clientside callback of the checkbox, the boxes and the sliders. */
export function controlRanges() {
  if (!currentConditions()) return;
  for (const { id, value } of triggers()) {
    if (id === 'ranges') onSwitch(Boolean(value));
    if (id in SLIDERS && value) onSlide(id, value);
    if (id in BOXES && value !== undefined && value !== null && value !== written[id]) {
      written[id] = value;
      onTyped(id, value);
    }
  }
}

on('conditions-shown', show);
on('slider-moved', (id, places) => {
  if (id in SLIDERS) onSlide(id, places);
});
