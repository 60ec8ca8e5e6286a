/* The line that sums up the settings: criterion, bands, and what the thresholds are judged on. */

import { criterionRow, defaultCriterion } from '../core/criteria.js';
import { existing } from '../core/existing.js';
import { formatNumber } from '../text/numbers.js';
import { formatPrior } from '../text/parse.js';
import { lastAnswer } from '../state/answer.js';
import { currentConditions, currentDataset } from '../state/conditions.js';
import { on } from '../state/events.js';
import { currentView } from '../state/view.js';

/** @import { CompleteConditions, CompleteView } from '../core/types.js' */

/** In plain words, and the field's term where the line has room. @type {Record<string, [string, string?]>} */
const EVALUATIONS = {
  other: ['tested on other cases', ' (cross-fitted)'],
  same: ['tested on the cases used for tuning'],
  split: ['tested on a part kept for that', ' (hold-out)'],
};

/** What the thresholds are judged on, which an answer may not do as asked: some data cannot be parted, and with costs per
   case other criteria are evaluated on the rows that chose. A fixed threshold is not chosen.
   @param {CompleteConditions} conditions @param {CompleteView} view @returns {[string?, string?]} */
function evaluationWords({ criterion }, { evaluation }) {
  const answer = lastAnswer();
  const answered = answer && !answer.refining;
  if (criterion && criterionRow(criterion.kind)?.fields.threshold) return [];
  const chosenHere = criterion && answered && answer.best && !answer.bars.tuned;
  const same = chosenHere || currentDataset()?.counted || (answered && !answer.live.crossfit);
  return EVALUATIONS[evaluation === 'other' && same ? 'same' : evaluation] || [];
}

/** at most 20 % of all cases flagged. @param {CompleteConditions} conditions @returns {[string?, string?, string?]} */
function limitWords({ criterion }) {
  const field = criterion && criterionRow(criterion.kind)?.fields.limit;
  if (!field) return [];
  const [of, bound] = field.label.split(', ');
  return [`${bound} ${formatPrior(existing(criterion.limit))} ${of}`, '', 'limit-in-words'];
}

/** A part of the line: its text, a term where the line has room, and a class. @param {[string?, string?, string?]} words */
function partOf([text = '', term = '', className = '']) {
  const part = Object.assign(document.createElement('span'), { textContent: text, className });
  if (term) part.append(Object.assign(document.createElement('span'), { textContent: term, className: 'wide-only' }));
  return part;
}

function write() {
  const line = document.getElementById('summary-line');
  const [now, view] = [currentConditions(), currentView()];
  if (!line || !now || !view) return;
  const chosen = criterionRow(now.criterion ? now.criterion.kind : defaultCriterion());
  const bands = view.level ? `${formatNumber(100 * view.level)} % bands` : 'no bands';
  /** @type {[string?, string?, string?][]} */
  const limit = limitWords(now);
  const aim = limit.length > 0 ? chosen?.label.split(', ')[0] : chosen?.label;
  const words = [[aim], limit, limit.length > 0 ? [] : [bands, '', 'bands-in-words'], evaluationWords(now, view)];
  line.replaceChildren(...words.filter(([text]) => text).map(partOf));
  line.classList.toggle('refining', Boolean(lastAnswer()?.refining));
}

on('question-changed', write);
on('answer', write);
