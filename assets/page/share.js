/* The link to share, under the present conditions, and the way back from a shared view. */

import { setProps } from '../state/dash.js';
import { around } from '../state/elements.js';
import { notify } from '../state/notices.js';

/**
 * Clientside callback: the server's path, in; the link, out. Conditions and view only trigger it.
 * @param {string | null} path
 */
export function shareLink(path) {
  setProps('share-copy', { disabled: !path });
  return path ? window.location.origin + path + window.location.search : '';
}

/* Without HTTPS there is no clipboard: then the link is selected, and the user copies it. */
async function copyLink() {
  const link = /** @type {HTMLInputElement | null} */ (document.getElementById('share-link'));
  if (!link || !link.value) return;
  link.select();
  try {
    await window.navigator.clipboard.writeText(link.value);
    notify('The link was copied.');
  } catch {
    link.focus();
  }
}

document.addEventListener('click', (event) => {
  const { target } = event;
  if (around(target, '#share-copy')) copyLink();
  const back = around(target, '[data-back]');
  if (back) setProps('upload-token', { data: { token: back.dataset.back, back: true, at: Date.now() } });
});
