/* The text boxes of prior and costs, undo and reset. */

import { bootData } from '../../core/boot-data.js';
import { existing } from '../../core/existing.js';
import { defaultEvaluation, FLAT } from '../../text/address.js';
import { typedCurrency } from '../../text/numbers.js';
import { costRefusal, formatBoxCost, formatPrior, parseCost, priorNear, priorRefusal } from '../../text/parse.js';
import { stepWords } from '../../text/steps.js';
import {
  areControlsReady,
  beginConditions,
  currentDataset,
  lastStep,
  markControlsReady,
  presentConditions,
  presentDataset,
  setConditions,
  settledConditions,
  undoLastStep,
} from '../../state/conditions.js';
import { noUpdate, setProps, userChanges } from '../../state/dash.js';
import { around } from '../../state/elements.js';
import { emit, on } from '../../state/events.js';
import { notify } from '../../state/notices.js';
import { showShareMeaning } from './share-meaning.js';

/** @import { CompleteConditions } from '../../core/types.js' */
/** @import { OperatingPoint } from '../../core/wire.js' */

/** @type {Record<string, unknown>} */
const written = {}; // last value written to each control, to recognise echoes
/** @type {Record<string, string>} */
const decorated = {}; // last other properties written to each control, as JSON
/** @type {Map<string, number>} */
const refused = new Map(); // by box: the number of the conditions beside which its text was refused

/** Dash walks through the whole page at every write, so nothing is written twice.
   @param {string} id @param {Record<string, unknown>} props */
function set(id, { value = undefined, ...others }) {
  const text = JSON.stringify(others);
  const props = text === '{}' || decorated[id] === text ? {} : others;
  if (text !== '{}') decorated[id] = text;
  if (value !== undefined && !Object.is(written[id], value)) props.value = written[id] = value;
  if (Object.keys(props).length > 0) setProps(id, props);
}

/** @param {OperatingPoint} point */
const boxTexts = ({ prior, cost_fn, cost_fp }) => ({
  'prior-box': formatPrior(prior),
  'cost-fn-box': formatBoxCost(cost_fn),
  'cost-fp-box': formatBoxCost(cost_fp),
});

function stepToUndo() {
  const step = lastStep();
  return step && stepWords(step.before, existing(step.after));
}

/** Conditions are shown once more when their answer has come: by then the next text may have been refused, which
   stays with its error.
   @param {CompleteConditions} now */
function show(now) {
  for (const [id, value] of Object.entries(boxTexts(now))) {
    if (refused.get(id) === now.seq) continue;
    refused.delete(id);
    set(id, { value, error: false });
  }
  set('prior-note', { children: now.touched ? 'yours' : 'from the file' });
  set('estimated-prior', { disabled: now.touched });
  const step = stepToUndo();
  set('undo', { disabled: step === null, title: step === null ? 'Undo' : `Undo: ${step}` });
}

/** During a drag the boxes change in the document alone. @param {CompleteConditions} now */
function follow(now) {
  for (const [id, text] of Object.entries(boxTexts(now))) {
    const box = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
    if (box && box !== document.activeElement) box.value = text;
  }
}

/** @param {string} id @param {string} error */
function refuse(id, error) {
  refused.set(id, presentConditions().seq);
  set(id, { error });
}

/** @param {string} text */
function typedPrior(text) {
  const prior = priorNear(text, presentConditions().prior);
  refused.delete('prior-box');
  if (prior === null) refuse('prior-box', priorRefusal(text, presentConditions().prior));
  else setConditions({ prior, touched: true });
  showShareMeaning(document.getElementById('prior-meaning'), prior === null ? '' : text, typedPrior, prior);
}

/** @param {string} id @param {'cost_fn' | 'cost_fp'} key @param {string} text */
function typedCost(id, key, text) {
  const cost = parseCost(text);
  refused.delete(id);
  if (cost === null) refuse(id, costRefusal(text, presentConditions()[key]));
  else setConditions({ [key]: cost, ...typedCurrency(text) });
}

/* Resets only the options in the box of the summary line: prior, prices and ranges stay. The options of the view are
   written to their controls, as if the user had chosen them. */
function resetOptions() {
  setConditions({ criterion: null });
  const evaluation = defaultEvaluation(presentDataset());
  const values = { level: String(bootData.level), evaluation, 'flat-zone': String(FLAT) };
  for (const [id, value] of Object.entries(values)) setProps(id, { value });
  const drawn = { 'cost-lines': false, 'score-driven': false, 'simultaneous-roc-band': false, 'estimated-prior': true };
  for (const [id, checked] of Object.entries(drawn)) setProps(id, { checked });
}

/** What a new value of each control means. @type {Record<string, (value: string) => void>} */
const HANDLERS = {
  'prior-box': typedPrior,
  'cost-fn-box': (value) => typedCost('cost-fn-box', 'cost_fn', value),
  'cost-fp-box': (value) => typedCost('cost-fp-box', 'cost_fp', value),
  'prior-reset': () => setConditions({ prior: presentDataset().prevalence, touched: false }),
  undo: undoLastStep,
  reset: resetOptions,
};

/**
 * Clientside callback: the controls, in; the store of the conditions, out.
 * @param {...any} given the values of the controls, then the data set and the stored conditions
 */
export function controlConditions(...given) {
  const [dataset, stored] = given.slice(-2);
  if (!dataset || !dataset.token) return noUpdate();
  const current = currentDataset();
  if (!current || current.revision !== dataset.revision) beginConditions(dataset, stored);
  if (!areControlsReady()) {
    markControlsReady();
    emit('conditions-shown', presentConditions());
    return settledConditions();
  }
  for (const [id, value] of userChanges(written)) {
    if (!(id in HANDLERS)) continue;
    written[id] = value;
    if (!(id in boxTexts(presentConditions()))) refused.clear(); // a button: all boxes show what is in use
    HANDLERS[id](value);
  }
  return noUpdate();
}

/** @type {WeakSet<EventTarget>} */
const drafts = new WeakSet(); // boxes with a text that is not taken over
document.addEventListener('input', ({ target }) => target && drafts.add(target));
document.addEventListener('change', ({ target }) => target && drafts.delete(target), true);

/** Whether a box of the conditions shows a value that was taken over. @param {Element} target */
const isCommitted = (target) =>
  target.matches('.conditions-bar input, .sticky-bar input, #presentation input') &&
  !drafts.has(target) &&
  target.getAttribute('aria-invalid') !== 'true';

/** A text box undoes its own typing; a dialog has nothing to undo, except for the presentation.
   @param {EventTarget | null} target */
const undoesItself = (target) =>
  target instanceof Element &&
  !isCommitted(target) &&
  around(target, 'input, textarea, [contenteditable="true"], [role="dialog"]:not(#presentation, .conditions-bar)') !==
    null;

document.addEventListener('keydown', (event) => {
  const pressed = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z';
  if (!pressed || event.defaultPrevented || undoesItself(event.target)) return;
  const step = stepToUndo();
  if (step === null) return;
  event.preventDefault();
  undoLastStep();
  notify(`Undone: ${step}.`);
});
on('typing-undone', (box) => {
  drafts.delete(box);
  if (refused.delete(box.id)) show(presentConditions());
});
on('conditions-shown', show);
on('conditions-moved', follow);
