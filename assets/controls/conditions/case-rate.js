/* A limit typed as "100 a day": where the page does not know how many cases come, it asks at that place. */

import { PERIOD } from '../../text/case-unit.js';
import { formatNumber, groupDigits } from '../../text/numbers.js';
import { parseCaseRate, parseCost } from '../../text/parse.js';
import { presentConditions } from '../../state/conditions.js';
import { make } from '../../state/elements.js';
import { on } from '../../state/events.js';

/** @import { CaseUnit } from '../../core/wire.js' */
/** @import { CaseRate } from '../../text/parse.js' */
/** @typedef {(limit: number, unit: CaseUnit) => void} TakeRate takes the share, and the cases of a month */

/** @type {HTMLElement | null} */
let question = null;
/** What the open question is for. @type {{ rate: CaseRate, take: TakeRate, token: string | null } | null} */
let asked = null;

/** Whether the question is open: the box of the limit then keeps what was typed. */
export const isAskingCaseRate = () => question !== null;

/** Removes the open question. */
export function forgetCaseRate() {
  const open = question;
  question = asked = null; // first: a box that is removed changes
  open?.remove();
}

/** @param {CaseRate} rate @param {string} text how many cases come in its period @returns {CaseUnit | string} or why not */
function monthOf({ cases, period, perMonth }, text) {
  const all = Number(parseCost(text));
  if (!(all > cases)) return `More than ${groupDigits(String(cases))}: all cases that come in a ${period}.`;
  return { cases: Math.round((all * perMonth) / cases), period: PERIOD };
}

/** @param {HTMLElement} after @param {CaseRate} rate @param {TakeRate} take */
function ask(after, rate, take) {
  const before = document.activeElement;
  const box = make('input', 'limit-box');
  const note = make('span', 'case-rate-note');
  const label = make('label', '', `${formatNumber(rate.cases)} a ${rate.period}, of how many? `, box);
  box.autocomplete = 'off';
  note.setAttribute('role', 'status');
  const answer = () => {
    if (!question) return;
    const unit = monthOf(rate, box.value);
    if (typeof unit === 'string') note.textContent = unit;
    else {
      forgetCaseRate();
      if (before instanceof HTMLInputElement) before.select(); // and focus it
      take(rate.perMonth / unit.cases, unit);
    }
  };
  box.addEventListener('change', () => box.value.trim() && answer());
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') answer();
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    forgetCaseRate();
    if (before instanceof HTMLInputElement) before.select();
  });
  question = make('div', 'case-rate', label, note);
  asked = { rate, take, token: presentConditions().token };
  after.after(question);
  box.focus();
}

/* The cases of a month answer the question also where they are typed elsewhere; other data have no question. */
on('conditions-shown', ({ case_unit: unit, token }) => {
  if (!asked) return;
  const { rate, take } = asked;
  if (token !== asked.token || (unit?.period && rate.perMonth >= unit.cases)) forgetCaseRate();
  else if (unit?.period) {
    forgetCaseRate();
    take(rate.perMonth / unit.cases, unit);
  }
});

/**
 * Reads a number of cases a day or a month, and asks below `after` of how many where the cases of a month are not known.
 * Returns whether the text is such a number; a limit of more cases than come is refused.
 * @param {string} text
 * @param {HTMLElement} after
 * @param {TakeRate} take
 * @returns {boolean | string} why it is refused
 */
export function takeCaseRate(text, after, take) {
  forgetCaseRate();
  const rate = parseCaseRate(text);
  if (!rate) return false;
  const { case_unit: unit } = presentConditions();
  if (!unit?.period) ask(after, rate, take);
  else if (rate.perMonth >= unit.cases) return `Fewer than the ${groupDigits(String(unit.cases))} cases of a month.`;
  else take(rate.perMonth / unit.cases, unit);
  return true;
}
