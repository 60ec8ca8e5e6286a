/* Asks the server for the contents of a tab only while the tab is open. */

import { noUpdate } from './dash.js';

const askIf = (open) => (open ? { at: Date.now() } : noUpdate());

/** Clientside callbacks: the open tab and the three stores, in; the time of a question, out. */
export const tabRequests = {
  compare: (tab) => askIf(tab === 'compare'),
  folds: (tab) => askIf(tab === 'folds'),
  thresholds: (tab) => askIf(tab === 'thresholds'),
  what_if: (tab) => askIf(tab === 'what-if'),
};
