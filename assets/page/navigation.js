/* Buttons and links that lead somewhere: the tabs, the samples, an operating point. */

import { dragPcf, releaseConditions } from '../state/conditions.js';
import { setProps } from '../state/dash.js';

const send = (id, data) => setProps(id, { data: { ...data, at: Date.now() } });

function openTab(value) {
  setProps('tabs', { value });
  document.getElementById('tabs').scrollIntoView({ block: 'start' });
}

function goToPcf(pcf) {
  dragPcf(pcf);
  releaseConditions();
}

/** What a click on an element with this selector does.
 * @type {Record<string, (data: DOMStringMap) => void>} */
const ON_CLICK = {
  '[data-tab]': ({ tab }) => openTab(tab),
  '[data-sample]': ({ sample }) => send('upload-token', { token: 'sample-' + sample }),
  '[data-pcf]': ({ pcf }) => goToPcf(Number(pcf)),
  '[data-press]': ({ press }) => document.getElementById(press)?.click(),
  '[data-end-trial]': () => send('panel-choice', { what: 'end-trial' }),
};

document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  for (const [selector, handler] of Object.entries(ON_CLICK)) {
    const element = /** @type {HTMLElement | null} */ (target.closest(selector));
    if (element) handler(element.dataset);
  }
});
