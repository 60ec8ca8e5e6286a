/* The line that sums up the settings: criterion, bands, and what the thresholds are judged on. */

import { lastAnswer } from '../../state/answer.js';
import { currentConditions } from '../../state/conditions.js';
import { on } from '../../state/events.js';
import { currentView } from '../../state/view.js';
import { formatNumber } from '../../text/numbers.js';

const BASES = { other: 'thresholds cross-fitted', same: 'thresholds of the same rows', split: 'judged on a test part' };

function write() {
  const line = document.getElementById('summary-line');
  const [now, view] = [currentConditions(), currentView()];
  if (!line || !now || !view) return;
  const names = JSON.parse(line.dataset.criteria);
  const bands = view.level ? `${formatNumber(100 * view.level)} % bands` : 'no bands';
  const words = [names[now.criterion ? now.criterion.kind : 'cost'], bands, BASES[view.choose] || ''];
  const parts = words
    .filter(Boolean)
    .map((text) => Object.assign(document.createElement('span'), { textContent: text }));
  line.replaceChildren(...parts);
  line.classList.toggle('refining', Boolean(lastAnswer() && lastAnswer().refining));
}

on('question-changed', write);
on('answer', write);
