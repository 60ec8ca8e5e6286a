/* The line at the right of the tabs: from which to which share of positives, or cost of a miss, the recommended model
   stays recommended. */

import { cheapestVertex, modelAt, pcfOf } from '../../core/operating-point.js';
import { asGerund, trivialName } from '../../core/panels.js';
import { formatMoney, formatPercent, shortenName } from '../../text/numbers.js';
import { capitalize } from '../../text/sensitivity.js';
import { lastAnswer } from '../../state/answer.js';
import { make } from '../../state/elements.js';
import { on } from '../../state/events.js';
import { currentPoint, liveData } from '../../panels/live-point.js';
import { isChosenByCriterion } from '../../panels/overlays/criterion.js';

/** @import { LiveData, OperatingPoint } from '../../core/wire.js' */

const LONGEST = 20; // letters of a model's name in a row

/** The range of PC(+) around a point in which the owner of the answer stays the same.
   @param {LiveData} live @param {number} pcf */
function modelRangeAround({ recommended_rules }, pcf) {
  const at = cheapestVertex(recommended_rules.tie, pcf);
  /** @param {number} k */
  const owner = (k) => recommended_rules.owner[recommended_rules.vertex[k]] ?? -1;
  /** @param {number} k @returns {number | 'none' | 'all'} */
  const callOf = (k) => (owner(k) >= 0 ? owner(k) : recommended_rules.vertex[k] === 0 ? 'none' : 'all');
  let [first, last] = [at, at];
  while (first > 0 && callOf(first - 1) === callOf(at)) first -= 1;
  while (last < recommended_rules.vertex.length - 1 && callOf(last + 1) === callOf(at)) last += 1;
  return { who: callOf(at), low: first ? recommended_rules.tie[first - 1] : 0, high: recommended_rules.tie[last] ?? 1 };
}

/** The share of positives at which PC(+) has this value, at the present costs.
   @param {number} pcf @param {OperatingPoint} point */
function priorAt(pcf, { cost_fn, cost_fp }) {
  const odds = (pcf / (1 - pcf)) * (cost_fp / cost_fn);
  return Number.isFinite(odds) ? odds / (1 + odds) : 1;
}

/** The cost of a miss at which PC(+) has this value, if nothing else changes. @param {number} pcf @param {OperatingPoint} point */
function missCostAt(pcf, { prior, cost_fp }) {
  return (pcf / (1 - pcf)) * ((1 - prior) / prior) * cost_fp;
}

/** " or while a miss costs $3,560 to $5,630" @param {{ low: number, high: number }} range @param {OperatingPoint} point */
function whileMissCosts({ low, high }, point) {
  const [from, to] = [low, high].map((pcf) => formatMoney(missCostAt(pcf, point)));
  if (low <= 0 && high >= 1) return '';
  if (low <= 0) return ` or while a miss costs at most ${to}`;
  return ` or while a miss costs ${high >= 1 ? `at least ${from}` : `${from} to ${to}`}`;
}

/** "from 0.19 % to 11.6 %" @param {{ low: number, high: number }} range @param {OperatingPoint} point */
function where({ low, high }, point) {
  const [from, to] = [low, high].map((pcf) => formatPercent(priorAt(pcf, point)));
  if (low <= 0 && high >= 1) return 'at any share of';
  if (low <= 0) return `below ${to}`;
  return high >= 1 ? `above ${from}` : `from ${from} to ${to}`;
}

/** @param {LiveData} live @param {number | 'none' | 'all'} who */
const nameOf = (live, who) => (typeof who === 'number' ? modelAt(live, who).name : asGerund(trivialName(who)));

/** @param {LiveData} live @param {OperatingPoint} point */
function sentence(live, point) {
  const modelRange = modelRangeAround(live, pcfOf(point));
  const { who } = modelRange;
  const name = typeof who === 'number' ? nameOf(live, who) : capitalize(nameOf(live, who));
  // Another criterion, such as a limit, chooses at these conditions alone.
  const stays = isChosenByCriterion() ? 'would be chosen by cost alone' : 'stays recommended';
  return `${name} ${stays} ${where(modelRange, point)} positives`;
}

/** On a narrow page, beside the name of the tab. @param {LiveData} live @param {OperatingPoint} point */
function inShort(live, point) {
  const modelRange = modelRangeAround(live, pcfOf(point));
  const name = nameOf(live, modelRange.who);
  if (isChosenByCriterion() && lastAnswer()?.best?.model !== name)
    return `by cost alone: ${shortenName(name, LONGEST)}`;
  const stays = isChosenByCriterion() ? 'by cost alone' : 'stays best';
  return `${stays} ${modelRange.low <= 0 && modelRange.high >= 1 ? 'throughout' : where(modelRange, point)}`;
}

/* At rest the server knows for how long the threshold itself may stay, which is a smaller range than that of its model. */
function ofThreshold() {
  const range = document.querySelector('.validity-lead')?.getAttribute('data-range');
  return range && !document.body.classList.contains('moving') ? `, this threshold ${range}` : '';
}

function write() {
  const place = document.getElementById('tab-answer');
  const [live, point] = [liveData(), currentPoint()];
  if (!place || !live || !point) return;
  const hasRules = live.recommended_rules.vertex.length > 0;
  place.dataset.short = hasRules ? inShort(live, point) : '';
  const costs = hasRules ? whileMissCosts(modelRangeAround(live, pcfOf(point)), point) : '';
  const texts = hasRules ? [sentence(live, point), costs, ofThreshold(), ' ↓'] : ['', '', '', ''];
  if (place.textContent === texts.join('')) return;
  const [miss, threshold] = [make('span', 'cost-range', texts[1]), make('span', 'threshold-range', texts[2])];
  place.replaceChildren(texts[0], miss, threshold, texts[3]);
}

on('answer', () => setTimeout(write, 0));
on('panels-moved', write);
