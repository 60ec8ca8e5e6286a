/* The decision card of page and report while a slider moves: sentences, ledger and bars follow each frame; what only
   the server knows is hidden. costdash/report/card.py makes the card. */

import { expectedCost, totalCost } from '../core/operating-point.js';
import { zoneAt } from '../core/review-zone.js';
import { barsOf, NO_MODEL } from '../text/bars.js';
import {
  againstPhrases,
  againstSinglePhrases,
  conditionTexts,
  effectText,
  lookedAtText,
  outcomeText,
  rulePhrases,
  trialPhrases,
  zonePhrases,
} from '../text/decision.js';
import { ledgerTexts } from '../text/ledger.js';
import { rangeTexts } from '../text/sensitivity.js';
import { dataOf, elementsOf, firstOf } from '../state/elements.js';

/** @import { Results } from '../core/types.js' */
/** @import { Answer, CaseUnit, LiveData, LiveReview, OperatingPoint, Rates, Review, TodaysBar, Trial } from '../core/wire.js' */
/** @import { Phrase } from '../text/decision.js' */

const LONGEST_TOTAL = 8; // letters of a total beside its notes; a longer total is placed above them
const LARGEST_TOTAL = 7; // letters of a total in the largest type
const COLOURS = 10; // model colours of the style sheet, used in turn

const LONG_NAME = 16; // letters; a longer name makes the headline smaller

/** @type {TodaysBar | null} */
let today = null; // words and rates of today's rule
/** @type {LiveReview | null} */
let review = null; // the review zone that moves with the point
/** @type {Trial | null} */
let trial = null; // rates of the trial threshold and of the recommended rule

/** @param {Phrase} phrase @param {number} colour */
function phraseElement({ text, role, title }, colour) {
  const element = document.createElement(role ? 'strong' : 'span');
  element.textContent = text;
  if (role) element.dataset.role = role;
  if (title) element.title = title;
  if (role === 'model') element.setAttribute('style', `color: var(--model-${colour % COLOURS})`);
  return element;
}

/** Texts change in place; elements only where the sentence takes another form.
   @param {HTMLElement} place @param {Phrase[]} phrases @param {number} colour */
function fill(place, phrases, colour) {
  const roles = [...place.children].map((child) => /** @type {HTMLElement} */ (child).dataset.role);
  const fits = roles.length === phrases.length && phrases.every(({ role }, k) => role === roles[k]);
  if (!fits) place.replaceChildren();
  phrases.forEach((phrase, k) => {
    const [element, wanted] = [place.children[k], phraseElement(phrase, colour)];
    if (!element) place.append(wanted);
    else if (element.outerHTML !== wanted.outerHTML) element.replaceWith(wanted);
  });
  const isLong = phrases.some(({ role, text, title }) => role === 'model' && (title || text).length > LONG_NAME);
  place.toggleAttribute('data-long', isLong);
}

/** @param {Element} place @param {string} text */
function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/** Rewrites the ledger of the rule or of the trial threshold.
   @param {OperatingPoint} point @param {Rates} rates @param {CaseUnit | null} caseUnit */
function rewriteLedger(point, rates, caseUnit) {
  const texts = ledgerTexts(point, trial || rates, caseUnit);
  for (const cell of elementsOf('[data-ledger]')) {
    const text = texts[dataOf(cell, 'ledger')];
    if (text === undefined) continue;
    write(cell, text);
    if (cell.dataset.ledger !== 'total') continue;
    const long = text.length > LONGEST_TOTAL;
    for (const marked of [cell, cell.closest('.ledger')]) marked?.toggleAttribute('data-long', long);
    cell.toggleAttribute('data-wide', !long && text.length > LARGEST_TOTAL);
  }
  for (const row of elementsOf('[data-allowance]')) row.hidden = !texts[`${dataOf(row, 'allowance')}-amount`];
}

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(2)}%`;

/** All bars have one scale; room for the longest amount stays free at their right.
   @param {OperatingPoint} point @param {Rates} rates @param {CaseUnit | null} caseUnit
   @param {Rates | null} [single] beside a review zone, the rule of one threshold */
function rewriteBars(point, rates, caseUnit, single = null) {
  const [labels, pictures] = [elementsOf('[data-bars] > .bar-label'), elementsOf('[data-bars] > .bar')];
  const bars = barsOf(point, rates, today, caseUnit, trial, single);
  if (labels.length !== bars.length) return;
  const longest = Math.max(...bars.map(({ text }) => text.length));
  firstOf('[data-bars]').style.setProperty('--amount-length', String(longest));
  bars.forEach(({ label, missed, alarms, allowance, reviewed, text }, k) => {
    labels[k].title = label;
    write(firstOf('.unseen', labels[k]), `: ${text}`);
    if (label.startsWith(NO_MODEL)) write(firstOf('.wide-only', labels[k]), label.slice(NO_MODEL.length));
    firstOf('.bar-missed', pictures[k]).setAttribute('width', percent(missed));
    const looked = pictures[k].querySelector('.bar-reviewed');
    looked?.setAttribute('x', percent(missed));
    looked?.setAttribute('width', percent(reviewed));
    firstOf('.bar-alarm', pictures[k]).setAttribute('x', percent(missed + reviewed));
    firstOf('.bar-alarm', pictures[k]).setAttribute('width', percent(alarms));
    firstOf('.bar-allowance', pictures[k]).setAttribute('x', percent(missed + reviewed + alarms));
    firstOf('.bar-allowance', pictures[k]).setAttribute('width', percent(allowance));
    firstOf('svg', pictures[k]).setAttribute('x', percent(missed + reviewed + alarms + allowance));
    write(firstOf('text', pictures[k]), text);
  });
}

/** Rewrites the places that the attribute marks.
   @param {string} attribute @param {Record<string, string | Phrase[]>} texts @param {number} [owner] */
function rewrite(attribute, texts, owner = 0) {
  for (const place of elementsOf(`[data-${attribute}]`)) {
    const content = texts[dataOf(place, attribute)];
    if (Array.isArray(content)) fill(place, content, owner);
    else if (content !== undefined) write(place, content);
  }
}

/** The effect of the trial threshold, and what it costs more than the recommended rule.
   @param {OperatingPoint} point @param {Trial} rates @param {CaseUnit | null} caseUnit */
function rewriteTrial(point, rates, caseUnit) {
  rewrite('trial', {
    outcome: effectText(point, rates, caseUnit),
    against: trialPhrases(point, rates, rates.recommended, caseUnit),
  });
}

/** @param {OperatingPoint} point @param {Results} results @param {CaseUnit | null} caseUnit */
function rewriteMoney(point, results, caseUnit) {
  if (trial) rewriteTrial(point, trial, caseUnit);
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
    rule: rulePhrases(live, results),
    outcome: outcomeText(live, point, results, caseUnit),
    against: againstPhrases(live, point, results, today, caseUnit),
    ...conditionTexts(point, results),
    ...rangeTexts(live, point, results, caseUnit, false, today ?? null),
  };
  rewrite('live', texts, results.owner);
  if (document.querySelector('[data-zone=rule]')) rewriteZone(live, point, results, caseUnit);
  else if (trial || document.querySelector('[data-live=rule]')) rewriteMoney(point, results, caseUnit);
}

/**
 * While its field or one of its thresholds is dragged, the review has another price or other thresholds.
 * @param {Review | null} now
 */
export function moveReview(now) {
  if (review && now) review = { ...review, price: now.price, between: now.between ?? null };
}

/** The review zone that moves with the point; null without one, or where only the server can move it. */
export const movingReview = () => review;

/** The review zone follows the point; where it saves nothing or only the server knows it, the card waits for the answer.
   @param {LiveData} live @param {OperatingPoint} point @param {Results} results @param {CaseUnit | null} caseUnit */
function rewriteZone(live, point, results, caseUnit) {
  const zone = review && zoneAt(live, review, point);
  const saved = zone ? expectedCost(point, ...totalPair(results)) - totalCost(point, zone.rates) : 0;
  const isUnknown = !zone || (saved <= 0 && !review?.between);
  const { classList } = document.body;
  classList.toggle('zone-waits', isUnknown && classList.contains('moving'));
  if (isUnknown) return;
  rewrite(
    'zone',
    {
      rule: zonePhrases(live, zone),
      outcome: lookedAtText(point, zone.rates, caseUnit),
      against: againstSinglePhrases(point, saved, caseUnit),
    },
    zone.owner,
  );
  rewriteLedger(point, zone.rates, caseUnit);
  rewriteBars(point, zone.rates, caseUnit, results);
}

/** @param {Results} results @returns {[number, number]} */
const totalPair = ({ fpr, tpr, expected }) => [expected?.fpr ?? fpr, expected?.tpr ?? tpr];

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
    ...(moves ? { rule: rulePhrases(live, results) } : {}),
    outcome: effectText(point, results, caseUnit),
    against: againstPhrases(live, point, results, today, caseUnit, true),
    ...rangeTexts(live, point, results, caseUnit, true, today ?? null),
  };
  rewrite('choice', texts, results.owner);
  rewriteMoney(point, results, caseUnit);
}

/**
 * Takes over the rates behind a new card.
 * @param {Pick<Answer, 'bars' | 'trial'> & { zone?: LiveReview | null }} card
 */
export function settleCard(card) {
  today = card.bars && card.bars.today;
  trial = card.trial;
  review = card.zone ?? null;
  document.body.classList.remove('zone-waits');
}
