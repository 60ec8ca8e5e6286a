/* The conditions bar: for the prior and each cost one box or two, a switch between them, and a slider. */

import { clamp, costRatioRange, pcfRange } from '../../core/ranges.js';
import { costScale, priorScale } from '../../core/scales.js';
import { costRatioSentence, formatNumber, formatPercent, shortRatio } from '../../text/numbers.js';
import { formatBoxCost, formatPrior } from '../../text/parse.js';
import { shortRatioSpan, shortSpan } from '../../text/sensitivity.js';
import { currentConditions, currentDataset, dragConditions } from '../../state/conditions.js';
import { on } from '../../state/events.js';
import { isRange, withRanges } from './ranges.js';
import { showSlider } from './slider.js';

const SCALES = {
  prior: (value) => priorScale(currentDataset().prevalence, value),
  cost_fn: costScale,
  cost_fp: costScale,
};
/* The parts of the bar: name in the ids, key of the conditions, words, and how a value is written. */
const CONDITIONS = [
  { name: 'prior', key: 'prior', words: 'Positives among cases', format: formatPrior },
  { name: 'cost-fn', key: 'cost_fn', words: 'Cost of a missed positive', format: formatBoxCost },
  { name: 'cost-fp', key: 'cost_fp', words: 'Cost of a false alarm', format: formatBoxCost },
];
const scales = {}; // key -> the scale of its slider, which stays while the values lie on it
let revision = null;

const valuesOf = (now, key) => (isRange(now.ranges, key) ? now.ranges[key] : [now[key]]);

function setText(id, text) {
  const place = document.getElementById(id);
  if (place && place.textContent !== text) place.textContent = text;
}

function onSlide(key, k, place) {
  const now = currentConditions();
  const value = scales[key].at(place);
  if (!isRange(now.ranges, key)) {
    dragConditions(key === 'prior' ? { prior: value, touched: true } : { [key]: value });
    return;
  }
  const ends = now.ranges[key].slice();
  ends[k] = k ? Math.max(value, ends[0]) : Math.min(value, ends[1]);
  dragConditions(withRanges({ ...now.ranges, [key]: ends }, clamp));
}

/* A new scale for values beyond the ends of the present scale, but not during a drag. */
function chooseScales(now) {
  for (const { key } of CONDITIONS) {
    const values = [...valuesOf(now, key), now[key]];
    const stays = scales[key] && currentDataset().revision === revision;
    if (!stays || !values.every(scales[key].holds)) scales[key] = SCALES[key](now[key]);
  }
  revision = currentDataset().revision;
}

function drawSlider(now, { name, key, words, format }) {
  const scale = scales[key];
  const values = valuesOf(now, key);
  const ranged = values.length === 2;
  const ticks = key === 'prior' ? [scale.share(currentDataset().prevalence)] : [];
  showSlider(`${name}-slider`, {
    places: values.map(scale.share),
    labels: ranged ? [`${words}: at least`, `${words}: at most`] : [words],
    texts: values.map(format),
    ticks: ranged ? [...ticks, scale.share(now[key])] : ticks,
    onSlide: (place, k) => onSlide(key, k, place),
  });
}

function drawCondition(now, condition) {
  const { name, key, format } = condition;
  const place = document.getElementById(`${name}-condition`);
  if (!place) return;
  const ranged = isRange(now.ranges, key);
  place.classList.toggle('ranged', ranged);
  document.getElementById(`${name}-ranged`).setAttribute('aria-pressed', String(ranged));
  scales[key].ends.forEach((end, k) => setText(`${name}-end-${k}`, format(end)));
  drawSlider(now, condition);
}

/* The mark of the file's share of positives; a click on it returns to that share. */
function drawFileMark() {
  const mark = document.getElementById('prior-reset');
  if (!mark) return;
  const { prevalence } = currentDataset();
  mark.textContent = `in the file ${formatPercent(prevalence)}`;
  const clearance = 'var(--home-clearance)'; // keeps clear of the labels of both ends; the tick has the exact place
  mark.style.left = `clamp(${clearance}, ${(100 * scales.prior.share(prevalence)).toFixed(2)}%, calc(100% - ${clearance}))`;
}

/** Draws the whole bar for conditions at rest. */
export function drawConditionsBar() {
  const now = currentConditions();
  chooseScales(now);
  for (const condition of CONDITIONS) drawCondition(now, condition);
  const anyRange = CONDITIONS.some(({ key }) => isRange(now.ranges, key));
  document.getElementById('conditions-bar')?.classList.toggle('with-ranges', anyRange);
  drawFileMark();
  showDerivedValues(now);
}

function follow(now) {
  if (!scales.prior) return;
  for (const condition of CONDITIONS) drawSlider(now, condition);
  showDerivedValues(now);
}

/* PC(+) and the ratio of the costs, at the right of the bar. */
function showDerivedValues({ prior, cost_fn, cost_fp, ranges }) {
  const ratio = cost_fn / cost_fp;
  const [missed, alarms] = [prior * cost_fn, (1 - prior) * cost_fp];
  const texts = ranges
    ? { pcf: shortSpan(...pcfRange(ranges)), 'ratio-words': shortRatioSpan(costRatioRange(ranges)) }
    : { pcf: formatNumber(missed / (missed + alarms)), 'ratio-words': shortRatio(ratio) };
  for (const [name, text] of Object.entries(texts)) {
    const place = document.querySelector('.derived-values [data-read="' + name + '"]');
    if (place) place.textContent = text;
  }
  const sentence = document.querySelector('.derived-values [data-read="ratio-words"]');
  if (sentence) sentence.setAttribute('title', costRatioSentence(ratio));
}

on('conditions-shown', drawConditionsBar);
on('conditions-moved', follow);
