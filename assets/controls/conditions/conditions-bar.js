/* The conditions bar: for the prior and each cost one box or two, a switch between them, and a slider. */

import { existing } from '../../core/existing.js';
import { clamp, costRatioRange } from '../../core/ranges.js';
import { costScale, priorScale } from '../../core/scales.js';
import { costRatioSentence, formatPercent, shortRatio } from '../../text/numbers.js';
import { formatBoxCost, formatPrior } from '../../text/parse.js';
import { shortRatioSpan } from '../../text/sensitivity.js';
import { dragConditions, presentConditions, presentDataset } from '../../state/conditions.js';
import { elementOf } from '../../state/elements.js';
import { on } from '../../state/events.js';
import { isRange, withRanges } from './ranges.js';
import { showSlider } from './slider.js';

/** @import { Scale } from '../../core/scales.js' */
/** @import { CompleteConditions, ConditionKey } from '../../core/types.js' */

/** @type {Record<ConditionKey, (value: number) => Scale>} */
const SCALES = {
  prior: (value) => priorScale(presentDataset().prevalence, value),
  cost_fn: costScale,
  cost_fp: costScale,
};
/**
 * A part of the bar: name in the ids, key of the conditions, words, and how a value is written.
 * @typedef {{ name: string, key: ConditionKey, words: string, format: (value: number) => string }} Condition
 */

/** @type {Condition[]} */
const CONDITIONS = [
  { name: 'prior', key: 'prior', words: 'Positives among cases', format: formatPrior },
  { name: 'cost-fn', key: 'cost_fn', words: 'Cost of a missed positive', format: formatBoxCost },
  { name: 'cost-fp', key: 'cost_fp', words: 'Cost of a false alarm', format: formatBoxCost },
];
/** @type {Partial<Record<ConditionKey, Scale>>} */
const scales = {}; // of the sliders, which stay while the values lie on them
/** @param {ConditionKey} key */
const scaleOf = (key) => existing(scales[key], `scale of ${key}`);
/** @type {string | null} */
let revision = null;

/** @param {CompleteConditions} now @param {ConditionKey} key @returns {number[]} */
const valuesOf = (now, key) => (isRange(now.ranges, key) ? now.ranges[key] : [now[key]]);

/** @param {string} id @param {string} text */
function setText(id, text) {
  const place = document.getElementById(id);
  if (place && place.textContent !== text) place.textContent = text;
}

/** @param {ConditionKey} key @param {number} k @param {number} place */
function onSlide(key, k, place) {
  const now = presentConditions();
  const value = scaleOf(key).at(place);
  if (!isRange(now.ranges, key)) {
    dragConditions(key === 'prior' ? { prior: value, touched: true } : { [key]: value });
    return;
  }
  const ends = now.ranges[key].slice();
  ends[k] = k ? Math.max(value, ends[0]) : Math.min(value, ends[1]);
  dragConditions(withRanges({ ...now.ranges, [key]: ends }, clamp));
}

/** A new scale for values beyond the ends of the present scale, but not during a drag.
   @param {CompleteConditions} now */
function chooseScales(now) {
  for (const { key } of CONDITIONS) {
    const values = [...valuesOf(now, key), now[key]];
    const before = presentDataset().revision === revision ? scales[key] : undefined;
    if (!before || !values.every(before.holds)) scales[key] = SCALES[key](now[key]);
  }
  revision = presentDataset().revision;
}

/** @param {CompleteConditions} now @param {Condition} condition */
function drawSlider(now, { name, key, words, format }) {
  const scale = scaleOf(key);
  const values = valuesOf(now, key);
  const ranged = values.length === 2;
  const ticks = key === 'prior' ? [scale.share(presentDataset().prevalence)] : [];
  showSlider(`${name}-slider`, {
    places: values.map(scale.share),
    labels: ranged ? [`${words}: at least`, `${words}: at most`] : [words],
    texts: values.map(format),
    ticks: ranged ? [...ticks, scale.share(now[key])] : ticks,
    onSlide: (place, k) => onSlide(key, k, place),
  });
}

/** @param {CompleteConditions} now @param {Condition} condition */
function drawCondition(now, condition) {
  const { name, key, format } = condition;
  const place = document.getElementById(`${name}-condition`);
  if (!place) return;
  const ranged = isRange(now.ranges, key);
  place.classList.toggle('ranged', ranged);
  elementOf(`${name}-ranged`).setAttribute('aria-pressed', String(ranged));
  scaleOf(key).ends.forEach((end, k) => setText(`${name}-end-${k}`, format(end)));
  drawSlider(now, condition);
}

/* The mark of the file's share of positives; a click on it returns to that share. */
function drawFileMark() {
  const mark = document.getElementById('prior-reset');
  if (!mark) return;
  const { prevalence } = presentDataset();
  mark.textContent = `in the file ${formatPercent(prevalence)}`;
  const clearance = 'var(--home-clearance)'; // keeps clear of the labels of both ends; the tick has the exact place
  mark.style.left = `clamp(${clearance}, ${(100 * scaleOf('prior').share(prevalence)).toFixed(2)}%, calc(100% - ${clearance}))`;
}

/** Draws the whole bar for conditions at rest. */
export function drawConditionsBar() {
  const now = presentConditions();
  chooseScales(now);
  for (const condition of CONDITIONS) drawCondition(now, condition);
  const anyRange = CONDITIONS.some(({ key }) => isRange(now.ranges, key));
  document.getElementById('conditions-bar')?.classList.toggle('with-ranges', anyRange);
  drawFileMark();
  showDerivedValues(now);
}

/** @param {CompleteConditions} now */
function follow(now) {
  if (!scales.prior) return;
  for (const condition of CONDITIONS) drawSlider(now, condition);
  showDerivedValues(now);
}

/** The ratio of the costs, below the slider of a miss. @param {CompleteConditions} conditions */
function showDerivedValues({ cost_fn, cost_fp, ranges }) {
  const ratio = cost_fn / cost_fp;
  const place = document.querySelector('.derived-values');
  if (!place) return;
  place.textContent = ranges ? shortRatioSpan(costRatioRange(ranges)) : shortRatio(ratio);
  place.setAttribute('title', costRatioSentence(ratio));
}

on('conditions-shown', drawConditionsBar);
on('conditions-moved', follow);
