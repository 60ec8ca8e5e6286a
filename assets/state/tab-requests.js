/* Asks the server for the contents of a tab only while the tab is open. */

import { tabRows } from '../core/tabs.js';
import { noUpdate, setProps } from './dash.js';
import { around, dataOf } from './elements.js';

/** @import { Dataset } from '../core/wire.js' */

const HIDDEN = { visible: false };
const NO_FIGURE = { data: [], layout: { xaxis: HIDDEN, yaxis: HIDDEN, paper_bgcolor: 'rgba(0,0,0,0)' } };

/** @type {string | null} */
let shown = null; // the revision of the data set that the tabs are about

/* Empties the tabs while the answers for a new data set are awaited. */
function emptyTabs() {
  for (const id of tabRows().flatMap(({ figures }) => figures)) setProps(id, { data: NO_FIGURE });
  for (const id of tabRows().flatMap(({ texts }) => texts)) {
    if (document.getElementById(id)) setProps(id, { children: [] }); // closed tabs may not be built yet
  }
}

/** @param {boolean} open @param {Dataset | null} dataset */
function askIf(open, dataset) {
  const revision = dataset ? dataset.revision : null;
  if (shown !== null && revision !== shown) emptyTabs();
  shown = revision;
  return open ? { at: Date.now() } : noUpdate();
}

/**
 * Clientside callbacks: the open tab and the three stores, in; the time of a question, out.
 * @type {Record<string, (tab: string, dataset: Dataset | null) => unknown>}
 */
export const tabRequests = Object.fromEntries(
  tabRows()
    .filter(({ asks }) => asks)
    .map(({ key }) => [key, (/** @type {string} */ tab, dataset) => askIf(tab === key, dataset)]),
);

document.addEventListener('click', (event) => {
  const button = around(event.target, '[data-again]');
  if (button) setProps(`${dataOf(button, 'again')}-question`, { data: { at: Date.now() } });
});
