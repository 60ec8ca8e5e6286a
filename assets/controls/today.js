/* The box in which today's rule is typed: a model, and its threshold or the share of cases that it flags. */

import { lastAnswer } from '../state/answer.js';
import { currentDataset } from '../state/conditions.js';
import { setProps } from '../state/dash.js';
import { on } from '../state/events.js';
import { currentView } from '../state/view.js';
import { parseDecimal, parseWholeShare } from '../text/parse.js';

const written = {}; // last properties written to each box, as JSON

function write(id, props) {
  const text = JSON.stringify(props);
  if (written[id] === text) return;
  written[id] = text;
  setProps(id, props);
}

/* The model of the box: that of today's rule, the recommended one, or the first. */
function modelShown() {
  const { pin } = currentView();
  const best = lastAnswer() && lastAnswer().best;
  return (pin && pin.model) || (best && best.model) || currentDataset().models[0].name;
}

let model = null; // chosen in the box, while there is no rule

/* Forgets what was written, so that the next answer shows the value again. */
const refuse = (id, error) => {
  delete written[id];
  setProps(id, { error });
  return {};
};

/** The fields of the view that a new value of each control changes. */
export const TODAY = {
  'today-model'(value) {
    const { pin } = currentView();
    model = value;
    if (!pin || pin.model === value || !pin.text) return {};
    return { pin: { model: value, index: 0, text: pin.text } };
  },
  'today-threshold'(value) {
    const { pin } = currentView();
    if (value === '' || (pin && pin.text === value)) return {};
    const threshold = parseDecimal(value);
    if (Number.isNaN(threshold)) return refuse('today-threshold', 'A number, such as 0.5.');
    return { pin: { model: model || modelShown(), index: 0, text: String(threshold) } };
  },
  'today-share'(value) {
    const { today } = lastAnswer() || {};
    if (value === '' || (today && today.share === value)) return {};
    const share = parseWholeShare(value);
    if (share === null) return refuse('today-share', 'A share, such as 5 %.');
    return { pin: { model: model || modelShown(), index: 0, text: null, share } };
  },
  'today-best'() {
    const { best } = lastAnswer() || {};
    return best ? { pin: best } : {};
  },
};

on('answer', ({ today }) => {
  const names = currentDataset().models.map(({ name }) => name);
  if (today) model = null;
  write('today-model', { data: names, value: today ? today.model : model || modelShown() });
  write('today-threshold', { value: today ? today.text || '' : '', error: false });
  write('today-share', { value: today ? today.share : '', error: false });
  const { pin } = currentView();
  if (!today || !pin || pin.share === undefined) return;
  const { index, text } = today; // the share has become a threshold, which stays where conditions change
  setProps('hand', { data: { what: 'pin', model: today.model, index, text, at: Date.now() } });
});
