/* The panel "Rule as code": the recommended rule in words, in Python, in SQL, and as the file of `costdash decide`, which
   the server writes for both. */

import { existing } from '../core/existing.js';
import { conditionsLine } from '../text/conditions.js';
import { lastAnswer } from '../state/answer.js';
import { presentDataset, settledConditions } from '../state/conditions.js';
import { setProps } from '../state/dash.js';
import { around, dataOf, elementOf, elementsOf } from '../state/elements.js';
import { currentView } from '../state/view.js';
import { save } from './download.js';

/** @typedef {'words' | 'python' | 'sql' | 'json'} Kind */

/** The ending of the file, and what the text is. @type {Record<Kind, { ending: string, note: string }>} */
const KINDS = {
  words: { ending: 'txt', note: 'What to do, what to expect, what it costs, and under which conditions.' },
  python: { ending: 'py', note: 'True for a case that is flagged.' },
  sql: { ending: 'sql', note: 'A condition on the columns of a table.' },
  json: {
    ending: 'json',
    note: 'With conditions, interval and the SHA-256 of the file, as costdash decide writes it.',
  },
};
const NO_RULE = 'There is no rule to put to use until that is known: label some of them, or narrow their share.';
const VIEWED = 'The full file is for the owner of the data.';
/** @type {Record<Kind, string | null>} */
let texts = { words: null, python: null, sql: null, json: null };
/** @type {Kind} */
let shown = 'words';
let unsettled = ''; // why there is no rule

/** The file, the day and the address, which opens the page as it is. */
export const sourceLine = () =>
  `${presentDataset().name}, ${new Date().toISOString().slice(0, 10)}, ${window.location.href}`;

/** @returns {Promise<Record<Kind, string | null>>} */
async function askForTexts() {
  const conditions = existing(settledConditions());
  const asked = { token: conditions.token, conditions, view: currentView() };
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch('export/decision', { method: 'POST', headers, body: JSON.stringify(asked) });
  if (!answer.ok) throw new Error((await answer.json()).error);
  const json = await answer.text();
  const { rule } = JSON.parse(json);
  unsettled = rule.unsettled ?? '';
  const [reads] = rule.columns;
  const column = rule.columns.length === 1 && rule.python ? `# score: the column ${JSON.stringify(reads)}\n` : '';
  const words = [rule.words, conditionsLine(conditions), sourceLine()].join('\n');
  return { words, python: rule.python && column + rule.python, sql: rule.sql, json };
}

/** @param {Kind} kind */
function show(kind) {
  shown = kind;
  const text = texts[kind];
  elementOf('rule-text').textContent = text ?? '';
  elementOf('rule-note').textContent = unsettled && kind === 'words' ? NO_RULE : KINDS[kind].note;
  for (const button of elementsOf('[data-rule]')) {
    const name = /** @type {Kind} */ (dataOf(button, 'rule'));
    button.setAttribute('aria-pressed', String(name === kind));
    /** @type {HTMLButtonElement} */ (button).disabled = texts[name] === null;
  }
}

/** The text of the panel, for the clipboard. */
export const ruleText = () => texts[shown] ?? '';

async function open() {
  setProps('rule-dialog', { opened: true });
  const { code } = existing(lastAnswer());
  unsettled = '';
  texts = { words: null, python: code, sql: null, json: null };
  show('python');
  elementOf('rule-note').textContent = '…';
  try {
    texts = await askForTexts();
    show(texts.python === null ? 'words' : 'python');
  } catch {
    elementOf('rule-note').textContent = VIEWED;
  }
}

function download() {
  const stem = presentDataset()
    .name.replace(/\.\w+$/, '')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-');
  const name = `${stem || 'costdash'}-rule.${KINDS[shown].ending}`;
  save(new Blob([ruleText()], { type: 'text/plain' }), name);
}

document.addEventListener('click', ({ target }) => {
  const kind = around(target, '[data-rule]');
  if (around(target, '#rule-as-code') && lastAnswer()) open();
  else if (kind) show(/** @type {Kind} */ (dataOf(kind, 'rule')));
  else if (around(target, '#rule-download')) download();
});
