/* The select of the positive class: for another class the server reads the file again. */

import { setProps, triggers } from '../state/dash.js';

/** @import { Dataset } from '../core/wire.js' */

/** @param {boolean} on */
const setWaiting = (on) => document.body.classList.toggle('waiting', on);

/** @param {Dataset} dataset */
function show({ classes = [], positive = null, viewer }) {
  setProps('class-row', { hidden: classes.length === 0 });
  setProps('positive-class', { data: classes, value: positive, disabled: Boolean(viewer) });
  setWaiting(false);
}

/** @param {string} positive @param {Dataset} dataset */
function choose(positive, { token }) {
  setProps('positive-class', { disabled: true });
  setProps('upload-token', { data: { token, positive, at: Date.now() } });
  setWaiting(true);
}

/**
 * Clientside callback. It has no output, so that its select can follow the data set.
 * @param {string | null} value
 * @param {Dataset | null} dataset
 */
export function controlPositiveClass(value, dataset) {
  const changed = triggers();
  if (!dataset || !dataset.token) return;
  if (!changed.length || changed.some(({ id }) => id === 'dataset')) show(dataset);
  else if (value && value !== dataset.positive && (dataset.classes || []).includes(value)) choose(value, dataset);
}
