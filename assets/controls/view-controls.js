/* The controls of the view: models, level, what else is drawn, today's rule. */

import { modeRow, panelOfGraph } from '../core/panels.js';
import { FLAT, isLabelCount } from '../text/address.js';
import { groupDigits } from '../text/numbers.js';
import { parseDecimal } from '../text/parse.js';
import { lastAnswer } from '../state/answer.js';
import { noUpdate, setProps, triggers } from '../state/dash.js';
import { around, dataOf, elementsOf } from '../state/elements.js';
import { on } from '../state/events.js';
import { notify } from '../state/notices.js';
import {
  areViewControlsReady,
  beginView,
  currentView,
  markViewControlsReady,
  MOST_MODELS,
  presentView,
  rememberLevel,
  setView,
} from '../state/view.js';
import { segmentWith } from './segment.js';
import { TODAY } from './today.js';

/** @import { Dataset, View } from '../core/wire.js' */

/** @type {string | null} */
let selectedRow = null; // key of the row selected in the table of thresholds

/** The way to judge that needs a column which splits the rows of the file. @param {Dataset} dataset */
const evaluationPart = ({ choose_on }) => ({
  disabled: !choose_on,
  description: choose_on ? `Tuned on ${choose_on}.` : 'No column splits this file into parts.',
});

/** @param {Dataset} dataset */
function show(dataset) {
  const view = presentView();
  const controls = {
    'shown-models': { value: view.models },
    level: { value: String(view.level) },
    'cost-lines': { checked: view.lines },
    'score-driven': { checked: view.score_driven },
    'simultaneous-roc-band': { checked: Boolean(view.roc_whole) },
    'estimated-prior': { checked: Boolean(view.estimated_prior) },
    'flat-zone': { value: String(view.flat || FLAT) },
    'cost-axis': { value: view.axis },
    'cost-axis-select': { value: view.axis },
    evaluation: { value: view.evaluation },
    'segment-column': { value: view.segment?.column ?? null },
    'segment-period': { value: view.segment?.period || 'month' },
    'segment-until': { value: view.segment?.until ?? '' },
    'more-labels': { value: labelCountText(view.more_labels), error: false },
    'evaluation-split': evaluationPart(dataset),
  };
  Object.entries(controls).forEach(([id, props]) => setProps(id, props));
  showClearToday();
}

const showClearToday = () => setProps('clear-today', { disabled: !presentView().today });

/** The model that was switched on or off; null if there are several. @param {string[]} models */
function switchedModel(models) {
  const view = presentView();
  const added = models.filter((name) => !view.models.includes(name));
  const changed = [...added, ...view.models.filter((name) => !models.includes(name))];
  if (changed.length === 0) return view.switched;
  return changed.length === 1 ? changed[0] : null;
}

/** The modes of the panels after one panel's mode has changed; the curves are no mode.
   @param {string} panel @param {string} mode */
function modesWith(panel, mode) {
  const others = (presentView().modes || []).filter((name) => modeRow(name)?.panel !== panel);
  return modeRow(mode) ? [...others, mode] : others;
}

/** The choice of segments after a change; none without a column.
   @param {Parameters<typeof segmentWith>[1]} change @returns {Partial<View>} */
function divided(change) {
  const { segment } = presentView();
  const stays = Object.entries(change).every(([key, value]) => segment?.[/** @type {'name'} */ (key)] === value);
  return stays ? {} : { segment: segmentWith(segment, change) };
}

/** @param {number | null | undefined} count */
const labelCountText = (count) => (count ? groupDigits(String(count)) : '');

/** The number of labels that What if values; none without a text. @param {string} text @returns {Partial<View>} */
function valuedLabels(text) {
  const count = parseDecimal(text);
  const isRefused = text.trim() !== '' && !isLabelCount(count);
  setProps('more-labels', { error: isRefused && 'A number of labels, such as 5,000.' });
  return isRefused ? {} : { more_labels: text.trim() ? count : null };
}

/** The fields of the view that a new value of each control changes.
   @type {Record<string, (value: any) => Partial<View>>} */
const HANDLERS = {
  'shown-models'(value) {
    if (value.length <= MOST_MODELS) return { models: value, switched: switchedModel(value) };
    notify(`At most ${MOST_MODELS} models are drawn at once. Switch one off first.`);
    setProps('shown-models', { value: presentView().models });
    return {};
  },
  level(value) {
    rememberLevel(Number(value));
    return { level: Number(value) };
  },
  'cost-lines': (value) => ({ lines: Boolean(value) }),
  'score-driven': (value) => ({ score_driven: Boolean(value) }),
  'simultaneous-roc-band': (value) => ({ roc_whole: Boolean(value) }),
  'estimated-prior': (value) => ({ estimated_prior: Boolean(value) }),
  evaluation: (value) => ({ evaluation: value }),
  'flat-zone': (value) => ({ flat: Number(value) }),
  'cost-axis': (value) => ({ axis: value }),
  'cost-axis-select': (value) => ({ axis: value }),
  'more-labels': valuedLabels,
  'segment-period': (value) => divided({ period: value }),
  'segment-until': (value) => divided({ until: value }),
  'panel-choice'({ what, model, index, text, panel, mode, name }) {
    if (what === 'mode') return { modes: modesWith(panel, mode) };
    if (what === 'segment') return divided({ name });
    if (what === 'end-trial') return { trial: null };
    return what === 'today' ? { today: { model, index, text } } : { trial: { model, index, text } };
  },
  'threshold-table'([row]) {
    const key = row ? row.key : null;
    if (key === selectedRow) return {}; // the table reports its selection again whenever its rows change
    selectedRow = key;
    return row ? { trial: { model: row.model, index: row.index, text: row.text } } : {};
  },
  'set-today'() {
    const answer = lastAnswer();
    const point = presentView().trial || (answer && answer.best);
    return point ? { today: point } : {};
  },
  'clear-today': () => ({ today: null }),
  ...TODAY,
};

/** Another column begins anew; the box is empty without one. @param {View} view @param {string | null} value */
const chosenColumn = ({ segment = null }, value) =>
  value === (segment?.column ?? null) ? segment : segmentWith(null, { column: value ?? '' });

/* The view after the changes of the controls. */
function changedView() {
  let next = presentView();
  for (const { id, value } of triggers()) {
    const change = HANDLERS[id];
    if (id === 'segment-column') next = { ...next, segment: chosenColumn(next, value) };
    else if (change && value !== undefined && value !== null) next = { ...next, ...change(value) };
  }
  return next;
}

/* A trial threshold set elsewhere ends the selection in the table, so that a click can select the row again. */
function endSelection() {
  if (selectedRow === null || triggers().some(({ id }) => id === 'threshold-table')) return;
  selectedRow = null;
  setProps('threshold-table', { selectedRows: [] });
}

/**
 * Clientside callback: the controls, in; the store of the view, out.
 * @param {...any} given the values of the controls, then the data set and the stored view
 */
export function controlView(...given) {
  const [dataset, stored] = given.slice(-2);
  if (!dataset || !dataset.token) return noUpdate();
  const current = currentView();
  if (!current || current.revision !== dataset.revision) beginView(dataset, stored);
  if (!areViewControlsReady()) {
    markViewControlsReady();
    show(dataset);
    endSelection();
    return presentView();
  }
  const { trial } = presentView();
  if (!setView(changedView(), dataset)) return noUpdate();
  if (presentView().trial !== trial) endSelection();
  for (const id of ['cost-axis', 'cost-axis-select']) setProps(id, { value: presentView().axis });
  showClearToday();
  return presentView();
}

on('view-shown', show);
on('typing-undone', ({ id }) => {
  if (id === 'more-labels') setProps(id, { value: labelCountText(presentView().more_labels), error: false });
});

/* An item of a panel's menu turns a switch of the settings. */
document.addEventListener('click', (event) => {
  const item = around(event.target, '[data-switch]');
  if (!item) return;
  const id = dataOf(item, 'switch');
  setProps(id, { checked: !presentView()[/** @type {keyof View} */ (id.replaceAll('-', '_'))] });
});

document.addEventListener('click', (event) => {
  const { target } = event;
  const item = around(target, '[data-mode]');
  if (!item) return;
  const [mode, panel] = [dataOf(item, 'mode'), panelOfGraph(dataOf(item, 'graph'))];
  setProps('panel-choice', { data: { what: 'mode', panel, mode, at: Date.now() } });
});

/* The title of a panel is a door to its menu, for a pointer; keys reach the menu by itself. */
document.addEventListener('click', ({ target }) => {
  const menu = around(target, '.with-modes')?.parentElement?.querySelector('.panel-more');
  if (menu instanceof HTMLElement) menu.click();
});

/* A long list of models can be searched. */
document.addEventListener('input', (event) => {
  const box = /** @type {HTMLInputElement} */ (event.target);
  if (box.id !== 'models-filter') return;
  const asked = box.value.trim().toLowerCase();
  for (const row of elementsOf('#model-checkboxes .model-item')) {
    const { title } = /** @type {HTMLElement} */ (row.querySelector('.model-name'));
    row.hidden = !title.toLowerCase().includes(asked);
  }
});
