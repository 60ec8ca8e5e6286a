/* The decision card while the pointer drags: sentences, ledger and bars follow each frame; what only the server
   knows is hidden until its answer. */

import { barsOf } from '../text/bars.js';
import {
  againstPhrases,
  conditionTexts,
  effectText,
  outcomeText,
  rulePhrases,
  trialPhrases,
} from '../text/decision.js';
import { ledgerTexts } from '../text/ledger.js';
import { rangeTexts } from '../text/sensitivity.js';
import { currentCaseUnit } from '../state/conditions.js';

/** @import { Results } from '../core/types.js' */
/** @import { LiveData, OperatingPoint } from '../core/wire.js' */

const LONGEST_TOTAL = 8; // letters of a total beside its notes; a longer total is placed above them
const LARGEST_TOTAL = 7; // letters of a total in the largest type
const COLOURS = 10; // model colours of the style sheet, used in turn

let served = null; // the bars of the answer: rates, interval, today's rule
let trial = null; // rates of the trial threshold and of the recommended rule

const LONG_NAME = 16; // letters, as in costdash/web/page/decision.py

/** @param {string} selector */
const places = (selector) => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector));

function elementOf({ text, role, title }, colour) {
  const element = document.createElement(role ? 'strong' : 'span');
  element.textContent = text;
  if (role) element.dataset.role = role;
  if (title) element.title = title;
  if (role === 'model') element.className = `ink-${colour % COLOURS}`;
  if (role === 'model' && (title || text).length > LONG_NAME) element.classList.add('long');
  return element;
}

/* Texts change in place; elements only where the sentence takes another form. */
function fill(place, phrases, colour) {
  const roles = [...place.children].map((child) => /** @type {HTMLElement} */ (child).dataset.role);
  const fits = roles.length === phrases.length && phrases.every(({ role }, k) => role === roles[k]);
  if (!fits) place.replaceChildren();
  phrases.forEach((phrase, k) => {
    const [element, wanted] = [place.children[k], elementOf(phrase, colour)];
    if (!element) place.append(wanted);
    else if (element.outerHTML !== wanted.outerHTML) element.replaceWith(wanted);
  });
}

function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/* Rewrites the ledger of the rule or of the trial threshold. */
function rewriteLedger(point, rates) {
  const texts = ledgerTexts(point, trial || rates, currentCaseUnit());
  for (const cell of places('[data-ledger]')) {
    const text = texts[cell.dataset.ledger];
    if (text === undefined) continue;
    write(cell, text);
    if (cell.dataset.ledger !== 'total') continue;
    const long = text.length > LONGEST_TOTAL;
    for (const marked of [cell, cell.closest('.ledger')]) marked?.toggleAttribute('data-long', long);
    cell.toggleAttribute('data-wide', !long && text.length > LARGEST_TOTAL);
  }
}

const SVG = 'http://www.w3.org/2000/svg';
const percent = (share) => `${(100 * share).toFixed(2)}%`;

function shape(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/* From its lower to its upper end, with a cap at each. */
function whisker({ low, high }) {
  const [x1, x2] = [percent(low), percent(high)];
  const line = (ends) => shape('line', ends);
  const cap = (x) => line({ x1: x, x2: x, y1: 5, y2: 13 });
  return shape('g', { class: 'bar-whisker' }, line({ x1, x2, y1: 9, y2: 9 }), cap(x1), cap(x2));
}

function picture(bar) {
  const { missed, alarms, high = 0, text } = bar;
  const part = (kind, x, width) =>
    shape('rect', { class: kind, x: percent(x), width: percent(width), y: 2, height: 14 });
  const parts = [part('bar-missed', 0, missed), part('bar-alarm', missed, alarms)];
  if ('low' in bar) parts.push(whisker(bar));
  const amount = shape('text', { x: 8, y: 13.5 }, text);
  const end = shape('svg', { x: percent(Math.max(missed + alarms, high)), overflow: 'visible' }, amount);
  return shape('svg', { class: 'bar', height: 18, 'aria-hidden': 'true' }, ...parts, end);
}

/* A label; on a narrow card, the part after "No model" is hidden. */
function shortening(label) {
  const [first, rest] = label.split(/(?<=^No model)/);
  if (!rest) return [label];
  return [first, Object.assign(document.createElement('span'), { className: 'wide-only', textContent: rest })];
}

/* All bars have one scale; room for the longest amount stays free at their right. */
function drawBars(point, rates, today, interval) {
  const host = /** @type {HTMLElement | null} */ (document.querySelector('[data-bars]'));
  if (!host) return;
  const bars = barsOf(point, rates, today, interval, currentCaseUnit(), trial);
  host.style.setProperty('--amount-length', String(Math.max(...bars.map(({ text }) => text.length))));
  host.replaceChildren(
    ...bars.flatMap((bar) => {
      const label = document.createElement('span');
      label.className = 'bar-label';
      label.title = bar.label;
      label.append(...shortening(bar.label));
      label.append(
        Object.assign(document.createElement('span'), { className: 'unseen', textContent: `: ${bar.text}` }),
      );
      return [label, picture(bar)];
    }),
  );
}

/* Rewrites the places that the attribute marks. */
function rewrite(attribute, texts, owner = 0) {
  for (const place of places(`[data-${attribute}]`)) {
    const content = texts[place.dataset[attribute]];
    if (Array.isArray(content)) fill(place, content, owner);
    else if (content !== undefined) write(place, content);
  }
}

/* The effect of the trial threshold, and what it costs more than the recommended rule. */
function rewriteTrial(point) {
  const { recommended } = trial;
  const caseUnit = currentCaseUnit();
  rewrite('trial', {
    outcome: effectText(point, trial, caseUnit),
    against: trialPhrases(point, trial, recommended, caseUnit),
  });
}

function rewriteMoney(point, results, today) {
  if (trial) rewriteTrial(point);
  rewriteLedger(point, results);
  drawBars(point, results, today, null);
}

/**
 * Rewrites sentences, ledger and bars.
 * @param {LiveData} live
 * @param {OperatingPoint} point
 * @param {Results} results
 */
export function rewriteCard(live, point, results) {
  const [caseUnit, today] = [currentCaseUnit(), served && served.today];
  const texts = {
    rule: rulePhrases(live, point, results),
    outcome: outcomeText(live, point, results, caseUnit),
    against: againstPhrases(live, point, results, today, caseUnit),
    ...conditionTexts(point, results),
    ...rangeTexts(live, point, results, caseUnit),
  };
  rewrite('live', texts, results.owner);
  if (trial || document.querySelector('[data-live=rule]')) rewriteMoney(point, results, today);
}

/**
 * Rewrites sentences, ledger and bars where a criterion other than cost chooses.
 * @param {LiveData} live
 * @param {OperatingPoint} point
 * @param {Results} results of its choice
 * @param {boolean} moves whether the choice follows the point and consists of a single rule
 */
export function rewriteChoice(live, point, results, moves) {
  const [caseUnit, today] = [currentCaseUnit(), served && served.today];
  const texts = {
    ...(moves ? { rule: rulePhrases(live, point, results, true) } : {}),
    outcome: effectText(point, results, caseUnit),
    against: againstPhrases(live, point, results, today, caseUnit),
    ...rangeTexts(live, point, results, caseUnit, true),
  };
  rewrite('choice', texts, results.owner);
  rewriteMoney(point, results, today);
}

/**
 * Takes over an answer and draws its bars.
 * The threshold nearest to a place within `reach` pixels; null if there is none. A segment of a cost
 * @param {any} answer
 * @param {OperatingPoint} point
 */
export function settleCard(answer, point) {
  served = answer.bars;
  trial = answer.trial;
  if (point) drawBars(point, served, served.today, served.interval);
}
