/* What if, in the report: sliders of prior and costs move decision, ledger, bars and pictures without a server. */

import { resultsAt } from '../core/operating-point.js';
import { graphIdOf, panelNames } from '../core/panels.js';
import { CONDITION_KEYS } from '../core/ranges.js';
import { costScale, priorScale } from '../core/scales.js';
import { formatMoney, formatNumber, setCurrency, shortRatio } from '../text/numbers.js';
import { formatPrior } from '../text/parse.js';
import { dataOf, elementOf, elementsOf, firstOf } from '../state/elements.js';
import { on } from '../state/events.js';
import { rewriteCard, settleCard } from '../panels/decision-text.js';
import { drawnGraph } from '../panels/plotly-adapter.js';
import { redrawPanels } from '../panels/redraw.js';
import { labelGraph } from './labels.js';

/** @import { Scale } from '../core/scales.js' */
/** @import { ConditionKey, Results } from '../core/types.js' */
/** @import { Answer, CaseUnit, LiveData, OperatingPoint } from '../core/wire.js' */

/**
 * @typedef {object} Reported what the report was made for
 * @property {LiveData & { prevalence: number }} live
 * @property {OperatingPoint} point
 * @property {Pick<Answer, 'bars' | 'trial'>} card the rates behind the decision card
 * @property {CaseUnit | null} case_unit
 * @property {import('../text/numbers.js').Currency} currency
 */

const STEPS = 400; // of a slider from end to end
const MOST_DIGITS = 12; // of a price

/** @param {ConditionKey} key @param {Reported} reported @returns {Scale} */
const scaleOf = (key, { point, live }) =>
  key === 'prior' ? priorScale(live.prevalence, point.prior) : costScale(point[key]);

/** @type {Record<ConditionKey, string>} */
const LABELS = {
  prior: 'Positives among cases',
  cost_fn: 'A missed positive costs',
  cost_fp: 'A false alarm costs',
};
/** @param {ConditionKey} key @param {number} value */
const textOf = (key, value) => (key === 'prior' ? formatPrior(value) : formatMoney(value, MOST_DIGITS));

/** @param {OperatingPoint} point @param {Results} results */
function writeConditions(point, results) {
  for (const cell of elementsOf('[data-condition]')) {
    const key = /** @type {ConditionKey} */ (dataOf(cell, 'condition'));
    cell.textContent = textOf(key, point[key]);
  }
  /** @type {Record<string, string>} */
  const texts = { pcf: formatNumber(results.pcf), ratio: shortRatio(point.cost_fn / point.cost_fp) };
  for (const place of elementsOf('[data-derived]')) place.textContent = texts[dataOf(place, 'derived')];
}

/**
 * Adds the sliders to the table of conditions.
 * @param {Reported} reported
 */
export function addSliders(reported) {
  const first = { ...reported.point };
  const original = new Map(); // every place that moves, as the report has it
  let point = { ...first };
  let moved = false;
  setCurrency(reported.currency);
  settleCard(reported.card);

  function paintPanels() {
    redrawPanels(resultsAt(reported.live, point), reported.live, point);
    for (const name of panelNames()) {
      const graph = drawnGraph(graphIdOf(name));
      if (graph) labelGraph(graph, moved);
    }
  }
  const sliders = CONDITION_KEYS.map((key) => sliderOf(key, reported, (value) => move({ [key]: value })));

  /** @param {Partial<OperatingPoint>} fields */
  function move(fields) {
    if (!moved) for (const place of elementsOf(MOVING)) original.set(place, place.innerHTML);
    point = { ...point, ...fields };
    moved = true;
    document.body.classList.add('moving');
    const results = resultsAt(reported.live, point);
    rewriteCard(reported.live, point, results, reported.case_unit);
    writeConditions(point, results);
    paintPanels();
  }

  function reset() {
    point = { ...first };
    moved = false;
    document.body.classList.remove('moving');
    for (const [place, html] of original) place.innerHTML = html;
    sliders.forEach((slider) => slider.show(first));
    paintPanels();
  }

  elementOf('as-reported').addEventListener('click', reset);
  on('panel-drawn', () => moved && paintPanels()); // plotly has drawn the reported point
}

/* What the sliders rewrite. */
const MOVING = '.decision-card > div, [data-condition], [data-derived]';

/** @param {ConditionKey} key @param {Reported} reported @param {(value: number) => void} move */
function sliderOf(key, reported, move) {
  const { share, at } = scaleOf(key, reported);
  const input = document.createElement('input');
  const about = { type: 'range', min: '0', max: String(STEPS), step: '1', 'aria-label': LABELS[key] };
  for (const [name, value] of Object.entries(about)) input.setAttribute(name, value);
  /** @param {OperatingPoint} point */
  const show = (point) => {
    input.value = String(Math.round(STEPS * share(point[key])));
    input.setAttribute('aria-valuetext', textOf(key, point[key]));
  };
  input.addEventListener('input', () => {
    const value = at(Number(input.value) / STEPS);
    input.setAttribute('aria-valuetext', textOf(key, value));
    move(value);
  });
  show(reported.point);
  firstOf(`[data-slider="${key}"]`).append(input);
  return { show };
}
