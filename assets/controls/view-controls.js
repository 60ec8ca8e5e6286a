/* The controls of the view: models, level, what else is drawn, pin. */

import { lastAnswer } from '../state/answer.js';
import { noUpdate, setProps, triggers } from '../state/dash.js';
import { on } from '../state/events.js';
import { notify } from '../state/notices.js';
import {
  areViewControlsReady,
  beginView,
  currentView,
  markViewControlsReady,
  MOST_MODELS,
  rememberLevel,
  setView,
} from '../state/view.js';
import { FLAT, PANEL_READINGS } from '../text/address.js';
import { TODAY } from './today.js';

let selectedRow = null; // key of the row selected in the table of thresholds

/* The way to judge that needs a column which splits the rows of the file. */
const testPart = ({ choose_on }) => ({
  disabled: !choose_on,
  description: choose_on ? `Tuned on ${choose_on}.` : 'No column splits this file into parts.',
});

function show(dataset) {
  const view = currentView();
  const controls = {
    models: { value: view.models },
    level: { value: String(view.level) },
    lines: { checked: view.lines },
    'score-driven': { checked: view.score_driven },
    'roc-whole': { checked: Boolean(view.roc_whole) },
    'estimated-prior': { checked: Boolean(view.estimated_prior) },
    flat: { value: String(view.flat || FLAT) },
    'cost-axis': { value: view.axis },
    'cost-axis-select': { value: view.axis },
    choose: { value: view.choose },
    'choose-split': testPart(dataset),
  };
  Object.entries(controls).forEach(([id, props]) => setProps(id, props));
  showPin();
}

const showPin = () => setProps('unpin', { disabled: !currentView().pin });

/* The one model that was switched on or off; null if there are several. */
function switchedModel(models) {
  const view = currentView();
  const added = models.filter((name) => !view.models.includes(name));
  const changed = [...added, ...view.models.filter((name) => !models.includes(name))];
  if (changed.length === 0) return view.switched;
  return changed.length === 1 ? changed[0] : null;
}

/* The readings of the panels, with that of one changed; its curves are no reading. */
function readingsWith(panel, reading) {
  const others = (currentView().readings || []).filter((name) => PANEL_READINGS[name] !== panel);
  return Object.hasOwn(PANEL_READINGS, reading) ? [...others, reading] : others;
}

/* The fields of the view that a new value of each control changes. */
const HANDLERS = {
  models(value) {
    if (value.length <= MOST_MODELS) return { models: value, switched: switchedModel(value) };
    notify(`At most ${MOST_MODELS} models are drawn at once. Switch one off first.`);
    setProps('models', { value: currentView().models });
    return {};
  },
  level(value) {
    rememberLevel(Number(value));
    return { level: Number(value) };
  },
  lines: (value) => ({ lines: Boolean(value) }),
  'score-driven': (value) => ({ score_driven: Boolean(value) }),
  'roc-whole': (value) => ({ roc_whole: Boolean(value) }),
  'estimated-prior': (value) => ({ estimated_prior: Boolean(value) }),
  choose: (value) => ({ choose: value }),
  flat: (value) => ({ flat: Number(value) }),
  'cost-axis': (value) => ({ axis: value }),
  'cost-axis-select': (value) => ({ axis: value }),
  hand({ what, model, index, text, panel, reading }) {
    if (what === 'reading') return { readings: readingsWith(panel, reading) };
    if (what === 'unchoose') return { chosen: null };
    return what === 'pin' ? { pin: { model, index, text } } : { chosen: { model, index, text } };
  },
  'threshold-table'([row]) {
    const key = row ? row.key : null;
    if (key === selectedRow) return {}; // the table reports its selection again whenever its rows change
    selectedRow = key;
    return row ? { chosen: { model: row.model, index: row.index, text: row.text } } : {};
  },
  pin() {
    const answer = lastAnswer();
    const point = currentView().chosen || (answer && answer.best);
    return point ? { pin: point } : {};
  },
  unpin: () => ({ pin: null }),
  ...TODAY,
};

/* The view after the changes of the controls. */
function changedView() {
  let next = currentView();
  for (const { id, value } of triggers()) {
    const change = HANDLERS[id];
    if (change && value !== undefined && value !== null) next = { ...next, ...change(value) };
  }
  return next;
}

/* A threshold chosen elsewhere ends the selection in the table, so that a click can choose the row again. */
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
  const known = currentView();
  if (!known || known.revision !== dataset.revision) beginView(dataset, stored);
  if (!areViewControlsReady()) {
    markViewControlsReady();
    show(dataset);
    endSelection();
    return currentView();
  }
  const chosen = currentView().chosen;
  if (!setView(changedView(), dataset)) return noUpdate();
  if (currentView().chosen !== chosen) endSelection();
  for (const id of ['cost-axis', 'cost-axis-select']) setProps(id, { value: currentView().axis });
  showPin();
  return currentView();
}

on('view-shown', show);

/* An item of a panel's menu turns a switch of the settings. */
document.addEventListener('click', (event) => {
  const item = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-switch]'));
  if (item) setProps(item.dataset.switch, { checked: !currentView()[item.dataset.switch.replaceAll('-', '_')] });
});

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  const item = /** @type {HTMLElement | null} */ (target.closest('[data-reading]'));
  if (!item) return;
  const { reading, graph } = item.dataset;
  setProps('hand', { data: { what: 'reading', panel: graph.replace('-panel', ''), reading, at: Date.now() } });
});

/* A long list of models can be searched. */
document.addEventListener('input', (event) => {
  const box = /** @type {HTMLInputElement} */ (event.target);
  if (box.id !== 'models-filter') return;
  const asked = box.value.trim().toLowerCase();
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#models-box .model-item'))) {
    const { title } = /** @type {HTMLElement} */ (row.querySelector('.model-name'));
    row.hidden = !title.toLowerCase().includes(asked);
  }
});
