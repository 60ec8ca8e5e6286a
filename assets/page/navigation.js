/* Buttons and links that lead somewhere: the tabs, the samples, an operating point. */

import { dragPcf, releaseConditions } from '../state/conditions.js';
import { setProps } from '../state/dash.js';
import { around, elementOf } from '../state/elements.js';

/** @param {string} id @param {object} data */
const send = (id, data) => setProps(id, { data: { ...data, at: Date.now() } });

/** @param {string} value */
function openTab(value) {
  setProps('tabs', { value });
  elementOf('tabs').scrollIntoView({ block: 'start' });
}

/** @param {number} pcf */
function goToPcf(pcf) {
  dragPcf(pcf);
  releaseConditions();
}

/** What a click on an element with this selector does.
 * @type {Record<string, (data: DOMStringMap) => void>} */
const ON_CLICK = {
  '[data-tab]': ({ tab = '' }) => openTab(tab),
  '[data-sample]': ({ sample }) => send('upload-token', { token: 'sample-' + sample }),
  '[data-pcf]': ({ pcf }) => goToPcf(Number(pcf)),
  '[data-press]': ({ press = '' }) => document.getElementById(press)?.click(),
  '[data-end-trial]': () => send('panel-choice', { what: 'end-trial' }),
};

document.addEventListener('click', (event) => {
  const { target } = event;
  for (const [selector, handler] of Object.entries(ON_CLICK)) {
    const element = around(target, selector);
    if (element) handler(element.dataset);
  }
});
