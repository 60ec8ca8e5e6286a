/* The decision card of page and report while a slider moves: sentences, ledger and bars follow each frame; what only
   the server knows is hidden. costdash/report/card.py makes the card. */

import { barsOf, NO_MODEL } from '../text/bars.js';
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

/** @import { Results } from '../core/types.js' */
/** @import { CaseUnit, LiveData, OperatingPoint } from '../core/wire.js' */

const LONGEST_TOTAL = 8; // letters of a total beside its notes; a longer total is placed above them
const LARGEST_TOTAL = 7; // letters of a total in the largest type
const COLOURS = 10; // model colours of the style sheet, used in turn

const LONG_NAME = 16; // letters; a longer name makes the headline smaller

/** @type {any} */
let today = null; // words and rates of today's rule
/** @type {any} */
let trial = null; // rates of the trial threshold and of the recommended rule

/** @param {string} selector */
const places = (selector) => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector));

function elementOf({ text, role, title }, colour) {
  const element = document.createElement(role ? 'strong' : 'span');
  element.textContent = text;
  if (role) element.dataset.role = role;
  if (title) element.title = title;
  if (role === 'model') element.setAttribute('style', `color: var(--model-${colour % COLOURS})`);
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
  const isLong = ({ role, text, title }) => role === 'model' && (title || text).length > LONG_NAME;
  place.toggleAttribute('data-long', phrases.some(isLong));
}

function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/* Rewrites the ledger of the rule or of the trial threshold. */
function rewriteLedger(point, rates, caseUnit) {
  const texts = ledgerTexts(point, trial || rates, caseUnit);
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

/* The marked child of a bar or of its label. */
const part = (element, selector) => /** @type {Element} */ (element.querySelector(selector));
const percent = (share) => `${(100 * share).toFixed(2)}%`;

/* All bars have one scale; room for the longest amount stays free at their right. */
function rewriteBars(point, rates, caseUnit) {
  const [labels, pictures] = [places('[data-bars] > .bar-label'), places('[data-bars] > .bar')];
  const bars = barsOf(point, rates, today, caseUnit, trial);
  if (labels.length !== bars.length) return;
  const longest = Math.max(...bars.map(({ text }) => text.length));
  labels[0].parentElement.style.setProperty('--amount-length', String(longest));
  bars.forEach(({ label, missed, alarms, text }, k) => {
    labels[k].title = label;
    write(part(labels[k], '.unseen'), `: ${text}`);
    if (label.startsWith(NO_MODEL)) write(part(labels[k], '.wide-only'), label.slice(NO_MODEL.length));
    part(pictures[k], '.bar-missed').setAttribute('width', percent(missed));
    part(pictures[k], '.bar-alarm').setAttribute('x', percent(missed));
    part(pictures[k], '.bar-alarm').setAttribute('width', percent(alarms));
    part(pictures[k], 'svg').setAttribute('x', percent(missed + alarms));
    write(part(pictures[k], 'text'), text);
  });
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
function rewriteTrial(point, caseUnit) {
  rewrite('trial', {
    outcome: effectText(point, trial, caseUnit),
    against: trialPhrases(point, trial, trial.recommended, caseUnit),
  });
}

function rewriteMoney(point, results, caseUnit) {
  if (trial) rewriteTrial(point, caseUnit);
  rewriteLedger(point, results, caseUnit);
  rewriteBars(point, results, caseUnit);
}

/**
 * Rewrites sentences, ledger and bars.
 * @param {LiveData} live
 * @param {OperatingPoint} point
 * @param {Results} results
 * @param {CaseUnit | null} caseUnit
 */
export function rewriteCard(live, point, results, caseUnit) {
  const texts = {
    rule: rulePhrases(live, point, results),
    outcome: outcomeText(live, point, results, caseUnit),
    against: againstPhrases(live, point, results, today, caseUnit),
    ...conditionTexts(point, results),
    ...rangeTexts(live, point, results, caseUnit),
  };
  rewrite('live', texts, results.owner);
  if (trial || document.querySelector('[data-live=rule]')) rewriteMoney(point, results, caseUnit);
}

/**
 * Rewrites sentences, ledger and bars where a criterion other than cost chooses.
 * @param {LiveData} live
 * @param {OperatingPoint} point
 * @param {Results} results of its choice
 * @param {CaseUnit | null} caseUnit
 * @param {boolean} moves whether the choice follows the point and consists of a single rule
 */
export function rewriteChoice(live, point, results, caseUnit, moves) {
  const texts = {
    ...(moves ? { rule: rulePhrases(live, point, results, true) } : {}),
    outcome: effectText(point, results, caseUnit),
    against: againstPhrases(live, point, results, today, caseUnit),
    ...rangeTexts(live, point, results, caseUnit, true),
  };
  rewrite('choice', texts, results.owner);
  rewriteMoney(point, results, caseUnit);
}

/**
 * Takes over the rates behind a new card.
 * @param {{ bars: any, trial: any }} card
 */
export function settleCard(card) {
  today = card.bars && card.bars.today;
  trial = card.trial;
}
