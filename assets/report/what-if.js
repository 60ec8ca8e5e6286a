/* What if, in the report: sliders of prior and costs move decision, ledger, bars and pictures without a server. */

import { resultsAt } from '../core/operating-point.js';
import { costScale, priorScale } from '../core/scales.js';
import { barsOf } from '../text/bars.js';
import { caseUnitAt } from '../text/case-unit.js';
import { againstPhrases, outcomeText, rulePhrases } from '../text/decision.js';
import { ledgerTexts } from '../text/ledger.js';
import { costFormatter, formatMoney, formatNumber, shortRatio } from '../text/numbers.js';
import { formatPrior } from '../text/parse.js';
import { on } from '../state/events.js';
import { redrawPanels } from '../panels/redraw.js';

/** @import { CaseUnit, LiveData, OperatingPoint } from '../core/wire.js' */

/**
 * @typedef {object} Reported what the report was made for
 * @property {LiveData & { prevalence: number }} live
 * @property {OperatingPoint} point
 * @property {{ rule: string, fpr: number, tpr: number, same: boolean } | null} today
 * @property {CaseUnit | null} case_unit
 */

const STEPS = 400; // of a slider from end to end
const MOST_DIGITS = 12; // of a price
const COLOURS = 10;

/** @param {string} selector */
const places = (selector) => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector));

const scaleOf = (key, { point, live }) =>
  key === 'prior' ? priorScale(live.prevalence, point.prior) : costScale(point[key]);

const LABELS = {
  prior: 'Positives among cases',
  cost_fn: 'A missed positive costs',
  cost_fp: 'A false alarm costs',
};
const textOf = (key, value) => (key === 'prior' ? formatPrior(value) : formatMoney(value, MOST_DIGITS));

function fillPhrases(place, phrases, owner) {
  place.replaceChildren(
    ...phrases.map(({ text, role, title }) => {
      const element = document.createElement(role ? 'strong' : 'span');
      element.textContent = text;
      if (role === 'model') element.style.color = `var(--model-${owner % COLOURS})`;
      if (title) element.title = title;
      return element;
    }),
  );
}

function writeDecision(reported, point, results) {
  const { live, today, case_unit: caseUnit } = reported;
  const phrases = {
    rule: rulePhrases(live, point, results),
    outcome: [{ text: outcomeText(live, point, results, caseUnit) }],
    against: againstPhrases(live, point, results, today, caseUnit),
  };
  for (const place of places('[data-live]')) fillPhrases(place, phrases[place.dataset.live], results.owner);
}

function writeMoney({ today, case_unit: caseUnit }, point, results) {
  const texts = ledgerTexts(point, results, caseUnit);
  for (const cell of places('[data-ledger]')) {
    const text = texts[cell.dataset.ledger];
    if (text !== undefined) cell.textContent = cell.dataset.part === 'price' && text ? `\u00d7 ${text}` : text;
  }
  const bars = barsOf(point, results, today, null, caseUnit);
  places('[data-against]').forEach((row, k) => {
    if (!bars[k]) return;
    const [missed, alarms] = /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll('.bar i'));
    missed.style.width = `${100 * bars[k].missed}%`;
    alarms.style.width = `${100 * bars[k].alarms}%`;
    row.querySelector('[data-cell=cost]').textContent = bars[k].text;
    row.querySelector('[data-cell=label]').textContent = bars[k].label;
  });
}

function writeConditions({ case_unit: caseUnit }, point, results) {
  for (const cell of places('[data-condition]')) {
    const key = cell.dataset.condition;
    cell.textContent = textOf(key, point[key]);
  }
  const { of, words, single } = caseUnitAt(caseUnit, point.prior);
  const texts = {
    pcf: `PC(+) ${formatNumber(results.pcf)}`,
    ratio: shortRatio(point.cost_fn / point.cost_fp),
    of: single ? 'per case' : of[0].toLowerCase() + of.slice(1),
    label: `${costFormatter(point).errors ? 'Errors' : 'Cost'} ${words}`,
  };
  for (const place of places('[data-derived]')) place.textContent = texts[place.dataset.derived];
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

  const paintPanels = () => redrawPanels(resultsAt(reported.live, point), reported.live, point);
  const sliders = Object.keys(LABELS).map((key) => sliderOf(key, reported, (value) => move({ [key]: value })));

  function move(fields) {
    if (!moved) for (const place of places(MOVING)) original.set(place, [place.innerHTML, place.getAttribute('style')]);
    point = { ...point, ...fields };
    moved = true;
    document.body.classList.add('moved');
    const results = resultsAt(reported.live, point);
    writeDecision(reported, point, results);
    writeMoney(reported, point, results);
    writeConditions(reported, point, results);
    paintPanels();
  }

  function reset() {
    point = { ...first };
    moved = false;
    document.body.classList.remove('moved');
    for (const [place, [html, style]] of original) {
      place.innerHTML = html;
      place.setAttribute('style', style || '');
    }
    sliders.forEach((slider) => slider.show(first));
    paintPanels();
  }

  document.getElementById('as-reported').addEventListener('click', reset);
  on('panel-drawn', () => moved && paintPanels()); // plotly has drawn the reported point
}

/* What the sliders rewrite. */
const MOVING = '[data-live], [data-ledger], [data-against], [data-condition], [data-derived]';

function sliderOf(key, reported, move) {
  const { share, at } = scaleOf(key, reported);
  const input = document.createElement('input');
  const about = { type: 'range', min: '0', max: String(STEPS), step: '1', 'aria-label': LABELS[key] };
  for (const [name, value] of Object.entries(about)) input.setAttribute(name, value);
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
  document.querySelector(`[data-slider="${key}"]`).append(input);
  return { show };
}
