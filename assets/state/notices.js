/* Short notices at the edge of the page. */

import { pageBuilt } from './boot.js';
import { setProps } from './dash.js';

/** @param {string} text */
export async function notify(text) {
  await pageBuilt;
  setProps('notices', {
    sendNotifications: [{ action: 'show', id: 'n' + Date.now(), message: text, autoClose: 8000 }],
  });
}
