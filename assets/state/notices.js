/* Short notices at the foot of the page. */

import { pageBuilt } from './boot.js';
import { setProps } from './dash.js';
import { around } from './elements.js';
import { on } from './events.js';

const SHOWN_FOR = 8000; // ms
/** @type {string | null} */
let aboutData = null; // the id of the notice about the data on the page
/** @type {string | null} */
let aboutLastStep = null; // the id of the notice whose button takes back the last step

/** A component as Dash builds it. @param {string} type @param {Record<string, unknown>} props */
const component = (type, props) => ({ namespace: 'dash_html_components', type, props });

/** @param {unknown} message @param {number | false} [autoClose] ms; false: until the user closes it */
async function send(message, autoClose = SHOWN_FOR) {
  await pageBuilt;
  const id = 'n' + Date.now();
  setProps('notices', { sendNotifications: [{ action: 'show', id, message, autoClose }] });
  return id;
}

/** @param {string} text */
export async function notify(text) {
  await send(text);
}

/** Says what the user must know about the data on the page: it stays until it is closed or other data come.
   @param {string} text */
export async function notifyAboutData(text) {
  aboutData = await send(text, false);
}

/** Takes away what was said about the data that were on the page. */
export function forgetAboutData() {
  if (aboutData) setProps('notices', { hideNotifications: [aboutData] });
  aboutData = null;
}

/**
 * Says a change that the user may not have meant, right after it was made, with a button that takes it back. The notice
 * leaves with the next change, because the button takes back the last step.
 * @param {string} text
 */
export async function notifyWithUndo(text) {
  const undo = component('Button', { children: 'Undo', className: 'link-button', 'data-press': 'undo' });
  aboutLastStep = await send(component('Span', { children: [text, ' ', undo] }));
}

on('question-changed', () => {
  if (aboutLastStep) setProps('notices', { hideNotifications: [aboutLastStep] });
  aboutLastStep = null;
});

/* A link of a notice mends what it says. */
document.addEventListener('click', ({ target }) => {
  if (around(target, '.mantine-Notification-root .link-button')) setProps('notices', { clean: true });
});
