/* Rows without a label: the question why they have none, and the answer, by which the server reads the file again. */

import { formatWhole } from '../text/numbers.js';
import { labelsInAddress } from '../state/address.js';
import { presentDataset } from '../state/conditions.js';
import { setProps } from '../state/dash.js';
import { around, elementOf, elementsOf, firstOf, make } from '../state/elements.js';
import { on } from '../state/events.js';
import { notify } from '../state/notices.js';

/** @import { Blanks, Dataset, LabelColumn } from '../core/wire.js' */

const SENDS = { 'looked-at': 'Count the audit', coming: 'Leave out the newest', 'leave-out': 'Leave them out' };
const CHOSEN_BY = 'For example all cases with a high score and a sample of the others. Chosen by';
const COMING = 'The newest cases have none yet. The cost is that of the cases that have one.';
const WAITING = '#present, .share-opener, .report-place > button, #report-button, [data-json], [data-csv]';
const ANSWER_FIRST = 'First say why so many cases have no label: report, link and presentation wait for that.';
let shownFor = ''; // token and revision of the data set that the question was filled for
let reopened = false; // the user asked for it again

const form = () => /** @type {HTMLFormElement} */ (elementOf('labels-question'));
/** @param {string} part */
const part = (part) => firstOf(`[data-labels="${part}"]`, form());
const column = () => /** @type {HTMLSelectElement} */ (part('column'));
const low = () => /** @type {HTMLInputElement} */ (part('low'));
const choices = () => /** @type {HTMLInputElement[]} */ (elementsOf('input[type="radio"]', form()));
const chosen = () => choices().find(({ checked }) => checked)?.value;
/** @param {number} n */
const whole = formatWhole;

/** @param {string} name @param {HTMLElement} node */
function named(name, node) {
  node.dataset.labels = name;
  return node;
}

/** @param {string} value @param {string} title @param {(Node | string)[]} text */
function card(value, title, ...text) {
  const radio = Object.assign(make('input'), { type: 'radio', name: 'labels', value });
  return make('label', 'label-choice', radio, make('b', '', title), make('span', '', ...text));
}

/* The form enters the page when a file first asks for it. */
function build() {
  const select = named('column', Object.assign(make('select'), { ariaLabel: 'Column that decided who was looked at' }));
  const from = { inputMode: 'decimal', ariaLabel: 'Score from which all were looked at' };
  const box = named('low', Object.assign(make('input'), from));
  const rule = named('rule', make('span', '', 'from ', box));
  const counts = named('counts', make('small'));
  const cards = make(
    'div',
    'label-choices',
    card('looked-at', 'Somebody looked at them', CHOSEN_BY, make('span', 'label-column', select, rule, counts)),
    card('coming', 'Labels are still coming', COMING),
    card('leave-out', 'Leave them out', 'Labels are missing by chance: cases without one are like the others.'),
  );
  Object.assign(cards, { role: 'radiogroup', ariaLabel: 'Why they have no label' });
  const send = named('send', Object.assign(make('button', 'label-button'), { type: 'submit' }));
  const error = named('error', Object.assign(make('span'), { role: 'alert' }));
  const title = make('p', '', named('title', make('b')), named('text', make('span')));
  form().replaceChildren(title, cards, make('div', 'label-send', send, error));
}

/** @param {Dataset} dataset */
function show(dataset) {
  const { blanks, token, revision } = dataset;
  const isOpen = Boolean(blanks?.open) || (reopened && Boolean(blanks));
  form().hidden = !isOpen;
  document.body.classList.toggle('labels-open', isOpen);
  document.body.classList.toggle('labels-unanswered', Boolean(blanks?.open));
  for (const part of elementsOf('.decision-actions')) part.inert = isOpen;
  firstOf('.decision').setAttribute('aria-busy', String(isOpen));
  const key = `${token} ${revision}`;
  if (blanks && isOpen && key !== shownFor) fill(blanks);
  shownFor = isOpen ? key : '';
}

/** The answer that was given, or the one in the address; empty texts without any. @param {Blanks} blanks */
function givenAnswer({ open, answer, column = '', low }) {
  const none = { answer: answer ?? '', column, low: String(low ?? '') };
  return (open && labelsInAddress()) || none;
}

/** @param {Blanks} blanks */
function fill(blanks) {
  if (!form().firstElementChild) build();
  const labelled = whole(blanks.of - blanks.rows);
  part('title').textContent = `${whole(blanks.rows)} of ${whole(blanks.of)} cases have no label.`;
  part('text').textContent =
    `If nobody looked because they scored low, misses are under-counted. How were the ${labelled} with a label chosen?`;
  part('error').textContent = '';
  column().replaceChildren(...blanks.columns.map(({ name }) => new Option(name, name)));
  const given = givenAnswer(blanks);
  const first = blanks.columns.findIndex(({ name }) => name === given.column);
  column().selectedIndex = Math.max(0, first);
  const split = chosenColumn(blanks)?.split;
  low().value = given.low || String(split?.low ?? '');
  const answer = given.answer || (split ? 'looked-at' : null);
  for (const radio of choices()) radio.checked = radio.value === answer;
  follow();
}

/** @param {Blanks | undefined} blanks @returns {LabelColumn | undefined} */
const chosenColumn = (blanks) => blanks?.columns.find(({ name }) => name === column().value);

/* The counts of the column, and the words of the button. */
function follow() {
  const found = chosenColumn(presentDataset().blanks);
  const split = found?.split;
  part('rule').hidden = !found?.numeric;
  const isSplit = split && low().value === String(split.low);
  part('counts').textContent = isSplit
    ? `all ${whole(split.above)} from there, ${whole(split.looked_at)} of ${whole(split.below)} below`
    : '';
  const answer = chosen();
  const send = /** @type {HTMLButtonElement} */ (part('send'));
  send.disabled = !answer;
  send.textContent = answer ? SENDS[/** @type {keyof typeof SENDS} */ (answer)] : 'Choose one of the three';
}

/** What the chosen card says, or why it cannot be sent. */
function answered() {
  const answer = chosen();
  if (answer !== 'looked-at') return answer ? { blanks: answer } : null;
  const name = column().value;
  if (!chosenColumn(presentDataset().blanks)?.numeric) return { verified_within: name };
  const from = Number(low().value);
  if (low().value.trim() === '' || !Number.isFinite(from)) {
    part('error').textContent = 'Type the score from which cases were looked at, such as 0.5.';
    return null;
  }
  return { verified_by: [name, from] };
}

/** @param {SubmitEvent} event */
function send(event) {
  event.preventDefault();
  part('error').textContent = '';
  const labels = answered();
  if (!labels) return;
  reopened = false;
  shownFor = '';
  setProps('upload-token', { data: { token: presentDataset().token, labels, at: Date.now() } });
}

/** The share of positives of cases that nobody looked at, as typed. @param {Element} box */
function shareOf(box) {
  const text = /** @type {HTMLInputElement} */ (box).value.replace('%', '').trim();
  return text === '' ? NaN : Number(text) / 100;
}

/** @param {HTMLElement} given the form in the account of the chip */
function narrow(given) {
  const [low, high] = elementsOf('[data-blind]', given).map(shareOf);
  if (!(low >= 0 && low <= high && high <= 1)) {
    notify('Type two shares from 0 % to 100 %, the lower first, such as 10 % to 50 %.');
    return;
  }
  const { token, blanks } = presentDataset();
  const labels = { ...blanks?.given, blind_positives: [low, high] };
  setProps('upload-token', { data: { token, labels, at: Date.now() } });
}

function change() {
  reopened = true;
  shownFor = '';
  /** @type {HTMLElement | null} */ (document.getElementById('labels-account'))?.hidePopover();
  show(presentDataset());
  form().scrollIntoView({ block: 'nearest' });
  choices()[0].focus();
}

/** Report, link and presentation would say what holds for the labelled cases only, as if it held for all.
   @param {MouseEvent} event */
function hold(event) {
  if (!presentDataset().blanks?.open || !around(event.target, WAITING)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  notify(ANSWER_FIRST);
  form().scrollIntoView({ block: 'nearest' });
  (choices().find(({ checked }) => checked) ?? choices()[0]).focus();
}

document.addEventListener('click', hold, true);
on('view-shown', show);
on('answer', () => show(presentDataset()));
document.addEventListener('submit', (event) => {
  if (around(event.target, '#labels-question')) send(event);
  const given = around(event.target, '[data-labels-blind]');
  if (!given) return;
  event.preventDefault();
  narrow(given);
});
document.addEventListener('input', (event) => {
  if (!around(event.target, '#labels-question')) return;
  if (event.target === column()) low().value = String(chosenColumn(presentDataset().blanks)?.split?.low ?? '');
  follow();
});
document.addEventListener('click', (event) => {
  if (around(event.target, '[data-labels-change]')) change();
  if (around(event.target, '[data-labels-rows]')) {
    /** @type {HTMLElement | null} */ (document.getElementById('labels-account'))?.hidePopover();
    setProps('tabs', { value: 'data' });
  }
});
