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

/**
 * A part of the line: its words, the field's term where the line has room, a class, and the words where it has little;
 * none of them where `short` is "".
 * @typedef {{ text?: string, term?: string, className?: string, short?: string }} Part
 */

/** @type {Record<string, Part>} */
const EVALUATIONS = {
  other: { text: 'tested on other cases', term: ' (cross-fitted)', short: 'on other cases' },
  same: { text: 'tested on the cases used for tuning', short: 'on the same cases' },
  split: { text: 'tested on a part kept for that', term: ' (hold-out)', short: 'on a part kept for that' },
};

/** While the panels show a segment. @type {Part[]} */
const OF_SEGMENT = [
  { text: 'The panels show this segment', short: '' },
  { text: 'the decision is for all', className: 'segment-in-words' },
];

/** What the thresholds are judged on, which an answer may not do as asked: some data cannot be parted, and with costs per
   case other criteria are evaluated on the rows that chose. A fixed threshold is not chosen.
   @param {CompleteConditions} conditions @param {CompleteView} view @returns {Part} */
function evaluationWords({ criterion }, { evaluation }) {
  const answer = lastAnswer();
  if (criterion?.threshold !== undefined) return {};
  const same = currentDataset()?.counted || (answer && !answer.refining && isOnSameRows(answer, criterion));
  return EVALUATIONS[evaluation === 'other' && same ? 'same' : evaluation] || {};
}

/** Beside a limit there is room for what is unusual only. @param {CompleteConditions} now @param {CompleteView} view */
function evaluationBeside(now, view) {
  const part = evaluationWords(now, view);
  return now.criterion && part === EVALUATIONS.other ? { ...part, short: '' } : part;
}

/** @param {Answer} answer @param {Criterion | null} criterion */
const isOnSameRows = ({ live, best, bars }, criterion) => !live.crossfit || Boolean(criterion && best && !bars.tuned);

/** @param {string} text @param {string} className @param {...Node} nodes */
function span(text, className, ...nodes) {
  const node = Object.assign(document.createElement('span'), { textContent: text, className });
  node.append(...nodes);
  return node;
}

/** @param {Part} part */
function partOf({ text = '', term = '', className = '', short = text }) {
  const terms = term ? [span(term, 'wide-only')] : [];
  if (short === text) return span(text, className, ...terms);
  if (short === '') return span(text, `${className} long`, ...terms);
  return span('', className, span(text, 'long', ...terms), span(short, 'short'));
}

/** at most 200 a month; at most 5 % flagged @param {string} label "Least cost, limited flags" @param {string} limit @returns {Part[]} */
function limitedAim(label, limit) {
  const [aim, isLeastCost] = label.split(', ');
  return [
    { text: aim, short: isLeastCost ? '' : aim },
    { text: limit.replace(/ of all cases| cases flagged/, ''), className: 'limit-in-words' },
  ];
}

/** What is aimed at, and its limit; without a limit the bands, unless they are drawn around least cost.
   @param {CompleteConditions} now @param {CompleteView} view @returns {Part[]} */
function aimWords(now, { level }) {
  const label = criterionRow(now.criterion ? now.criterion.kind : defaultCriterion())?.label;
  const limit = limitText(now);
  if (limit) return limitedAim(label ?? '', limit);
  const bands = level ? `${formatNumber(100 * level)} % bands` : 'no bands';
  const whole = { text: label, short: label?.replace(' expected', '') };
  return [whole, level && !now.criterion ? {} : { text: bands, className: 'bands-in-words' }];
}

function write() {
  const line = document.getElementById('summary-line');
  const [now, view] = [currentConditions(), currentView()];
  if (!line || !now || !view) return;
  const words = lastAnswer()?.segment ? OF_SEGMENT : [...aimWords(now, view), evaluationBeside(now, view)];
  line.replaceChildren(...words.filter(({ text }) => text).map(partOf));
  line.classList.toggle('refining', Boolean(lastAnswer()?.refining));
}

on('question-changed', write);
on('answer', write);
