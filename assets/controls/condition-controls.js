/* The controls of prior and costs: sliders, text boxes, undo and reset. */

import { priorScale, ratioScale, roundToThree } from '../core/scales.js';
import {
  areControlsReady,
  beginConditions,
  canUndo,
  currentConditions,
  currentDataset,
  dragConditions,
  markControlsReady,
  resetConditions,
  setConditions,
  settledConditions,
  undoConditions,
} from '../state/conditions.js';
import { noUpdate, setProps, userChanges } from '../state/dash.js';
import { emit, on } from '../state/events.js';
import { costRatioSentence, formatNumber, shortRatio } from '../text/numbers.js';
import { formatCost, formatPrior, parseCost, parsePrior } from '../text/parse.js';
import { describeSlider, priorSliderProps } from './sliders.js';

const COST_HELP = 'Type an amount between 1e-30 and 1e30, such as 4000 or 0.013.';
const HELP = {
  'prior-box': 'Type a share between 1e-15 and 1 - 1e-15, such as 0.6 %, 0.006 or 1 in 167.',
  'cost-fn-box': COST_HELP,
  'cost-fp-box': COST_HELP,
};

const written = {}; // last value written to each control, to recognise echoes
const decorated = {}; // last other properties written to each control, as JSON

/* Dash walks through the whole page at every write, so nothing is written twice. */
function set(id, { value = undefined, ...others }) {
  const text = JSON.stringify(others);
  const props = text === '{}' || decorated[id] === text ? {} : others;
  if (text !== '{}') decorated[id] = text;
  if (value !== undefined && !Object.is(written[id], value)) props.value = written[id] = value;
  if (Object.keys(props).length > 0) setProps(id, props);
}

const boxTexts = ({ prior, cost_fn, cost_fp }) => ({
  'prior-box': formatPrior(prior),
  'cost-fn-box': formatCost(cost_fn),
  'cost-fp-box': formatCost(cost_fp),
});

const scale = () => priorScale(currentDataset().prevalence);

/* Sliders stop at an end if the value lies beyond it. */
function show(now) {
  set('prior-slider', { value: scale().parked(now.prior) });
  set('ratio-slider', { value: ratioScale.parked(now.cost_fn / now.cost_fp) });
  for (const [id, value] of Object.entries(boxTexts(now))) set(id, { value, error: false });
  set('prior-note', { children: now.touched ? 'yours' : 'from the file' });
  set('estimated-prior', { disabled: now.touched });
  set('prior-home', { style: { visibility: now.touched ? 'visible' : 'hidden' } });
  set('undo', { disabled: !canUndo() });
  describeConditions();
}

/* During a drag the boxes change in the document alone. */
function follow(now) {
  for (const [id, text] of Object.entries(boxTexts(now))) {
    const box = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
    if (box && box !== document.activeElement) box.value = text;
  }
  describeConditions();
}

/** The texts of the sliders for screen readers, and the readings beside them. */
export function describeConditions() {
  const { prior, cost_fn, cost_fp } = currentConditions();
  const words = costRatioSentence(cost_fn / cost_fp);
  describeSlider('prior-slider', [formatPrior(prior)], scale().beyond([prior]));
  describeSlider('ratio-slider', [words], ratioScale.beyond([cost_fn / cost_fp]));
  const [missed, alarms] = [prior * cost_fn, (1 - prior) * cost_fp];
  const readings = {
    'ratio-words': shortRatio(cost_fn / cost_fp),
    pcf: formatNumber(missed / (missed + alarms)),
  };
  for (const [name, text] of Object.entries(readings)) {
    const place = document.querySelector('.readouts [data-read="' + name + '"]');
    if (place) place.textContent = text;
  }
}

function setTyped(id, number, fields) {
  if (number === null) set(id, { error: HELP[id] });
  else setConditions(fields(number));
}

/* What a new value of each control means. */
const HANDLERS = {
  'prior-slider': (value) => dragConditions({ prior: scale().at(value), touched: true }),
  'ratio-slider': (value) =>
    dragConditions({ cost_fn: roundToThree(currentConditions().cost_fp * ratioScale.at(value)) }),
  'prior-box': (value) => setTyped('prior-box', parsePrior(value), (prior) => ({ prior, touched: true })),
  'cost-fn-box': (value) => setTyped('cost-fn-box', parseCost(value), (cost_fn) => ({ cost_fn })),
  'cost-fp-box': (value) => setTyped('cost-fp-box', parseCost(value), (cost_fp) => ({ cost_fp })),
  'prior-home': () => setConditions({ prior: currentDataset().prevalence, touched: false }),
  undo: undoConditions,
  reset: resetConditions,
};

/**
 * Clientside callback: the controls, in; the store of the conditions, out.
 * @param {...any} given the values of the controls, then the data set and the stored conditions
 */
export function controlConditions(...given) {
  const [dataset, stored] = given.slice(-2);
  if (!dataset || !dataset.token) return noUpdate();
  const known = currentDataset();
  if (!known || known.revision !== dataset.revision) beginConditions(dataset, stored);
  if (!areControlsReady()) {
    markControlsReady();
    set('prior-slider', priorSliderProps(currentDataset().prevalence));
    emit('conditions-shown', currentConditions());
    return settledConditions();
  }
  for (const [id, value] of userChanges(written)) {
    if (!(id in HANDLERS)) continue;
    written[id] = value;
    HANDLERS[id](value);
  }
  return noUpdate();
}

on('conditions-shown', show);
on('conditions-moved', follow);
// A thumb has moved, by the user unless this module has just written its place.
on('slider-moved', (id, [value]) => {
  if (!(id === 'prior-slider' || id === 'ratio-slider')) return;
  if (!currentConditions() || Object.is(written[id], value)) return;
  written[id] = value;
  HANDLERS[id](value);
});
