/* Short notices at the foot of the page. */

import { pageBuilt } from './boot.js';
import { setProps } from './dash.js';
import { around } from './elements.js';

/** @param {string} text */
export async function notify(text) {
  await pageBuilt;
  setProps('notices', {
    sendNotifications: [{ action: 'show', id: 'n' + Date.now(), message: text, autoClose: 8000 }],
  });
}

/* A link of a notice mends what it says. */
document.addEventListener('click', ({ target }) => {
  if (around(target, '.mantine-Notification-root .link-button')) setProps('notices', { clean: true });
});
