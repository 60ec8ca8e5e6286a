/* The line that sums up the settings: criterion, limit or bands, and what the thresholds are judged on. */

import { criterionRow, defaultCriterion } from '../core/criteria.js';
import { limitText } from '../text/conditions.js';
import { formatNumber } from '../text/numbers.js';
import { lastAnswer } from '../state/answer.js';
import { currentConditions, currentDataset } from '../state/conditions.js';
import { on } from '../state/events.js';
import { currentView } from '../state/view.js';

/** @import { CompleteConditions, CompleteView } from '../core/types.js' */
/** @import { Answer, Criterion } from '../core/wire.js' */

/** In plain words, and the field's term where the line has room. @type {Record<string, [string, string?]>} */
const EVALUATIONS = {
  other: ['tested on other cases', ' (cross-fitted)'],
  same: ['tested on the cases used for tuning'],
  split: ['tested on a part kept for that', ' (hold-out)'],
};

/** While the panels show a segment. @type {[string?, string?, string?][]} */
const OF_SEGMENT = [['The panels show this segment'], ['the decision is for all', '', 'segment-in-words']];

/** What the thresholds are judged on, which an answer may not do as asked: some data cannot be parted, and with costs per
   case other criteria are evaluated on the rows that chose. A fixed threshold is not chosen.
   @param {CompleteConditions} conditions @param {CompleteView} view @returns {[string?, string?]} */
function evaluationWords({ criterion }, { evaluation }) {
  const answer = lastAnswer();
  if (criterion?.threshold !== undefined) return [];
  const same = currentDataset()?.counted || (answer && !answer.refining && isOnSameRows(answer, criterion));
  return EVALUATIONS[evaluation === 'other' && same ? 'same' : evaluation] || [];
}

/** @param {Answer} answer @param {Criterion | null} criterion */
const isOnSameRows = ({ live, best, bars }, criterion) => !live.crossfit || Boolean(criterion && best && !bars.tuned);

/** A part of the line: its text, a term where the line has room, and a class. @param {[string?, string?, string?]} words */
function partOf([text = '', term = '', className = '']) {
  const part = Object.assign(document.createElement('span'), { textContent: text, className });
  if (term) part.append(Object.assign(document.createElement('span'), { textContent: term, className: 'wide-only' }));
  return part;
}

/** What is aimed at, and its limit; without a limit the bands, unless they are drawn around least cost.
   @param {CompleteConditions} now @param {CompleteView} view @returns {[string?, string?, string?][]} */
function aimWords(now, { level }) {
  const label = criterionRow(now.criterion ? now.criterion.kind : defaultCriterion())?.label;
  const limit = limitText(now);
  if (limit) return [[label?.split(', ')[0]], [limit, '', 'limit-in-words']];
  const bands = level ? `${formatNumber(100 * level)} % bands` : 'no bands';
  return [[label], level && !now.criterion ? [] : [bands, '', 'bands-in-words']];
}

function write() {
  const line = document.getElementById('summary-line');
  const [now, view] = [currentConditions(), currentView()];
  if (!line || !now || !view) return;
  const words = lastAnswer()?.segment ? OF_SEGMENT : [...aimWords(now, view), evaluationWords(now, view)];
  line.replaceChildren(...words.filter(([text]) => text).map(partOf));
  line.classList.toggle('refining', Boolean(lastAnswer()?.refining));
}

on('question-changed', write);
on('answer', write);
