/* The line that sums up the settings: criterion, bands, and what the thresholds are judged on. */

import { liveData } from '../../panels/live-point.js';
import { lastAnswer } from '../../state/answer.js';
import { currentConditions } from '../../state/conditions.js';
import { on } from '../../state/events.js';
import { currentView } from '../../state/view.js';
import { formatNumber } from '../../text/numbers.js';

const BASES = { other: 'thresholds cross-fitted', same: 'thresholds of the same rows', split: 'judged on a test part' };

/* What the thresholds are judged on, which an answer may not do as asked: other criteria choose on all rows, and some
   data cannot be parted. */
function basisOf({ criterion }, { choose }) {
  const [answer, live] = [lastAnswer(), liveData()];
  const answered = answer && live && !answer.refining;
  const same = criterion || (answered && !live.crossfit);
  return BASES[choose === 'other' && same ? 'same' : choose] || '';
}

function write() {
  const line = document.getElementById('summary-line');
  const [now, view] = [currentConditions(), currentView()];
  if (!line || !now || !view) return;
  const names = JSON.parse(line.dataset.criteria);
  const bands = view.level ? `${formatNumber(100 * view.level)} % bands` : 'no bands';
  const words = [names[now.criterion ? now.criterion.kind : 'cost'], bands, basisOf(now, view)];
  const parts = words
    .filter(Boolean)
    .map((text) => Object.assign(document.createElement('span'), { textContent: text }));
  line.replaceChildren(...parts);
  line.classList.toggle('refining', Boolean(lastAnswer() && lastAnswer().refining));
}

on('question-changed', write);
on('answer', write);
