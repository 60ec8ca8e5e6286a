/* The first data set, and when Dash has built the page. */

import { bootData } from '../core/boot-data.js';
import { STRIP } from '../core/panels.js';
import { isAddressOf } from './address.js';
import { readTabStore, writeTabStore } from './browser-storage.js';
import { buildClosedBoxes, setProps } from './dash.js';
import { loadScript } from './late-scripts.js';
import { recentData } from './recent-data.js';
import { afterFrames } from './timer.js';

/** @import { Dataset } from '../core/wire.js' */

const LONGEST = 250; // ms until the rest is built if the browser paints nothing
let built = false; // whether the rest is

/* At every write, Dash searches all components of the page for changed children of these. Their children follow without
   that search, which took a third of the processor time of a released slider. The libraries are loaded by then. */
const WITHOUT_SEARCH = ['MenuDropdown', 'MenuItem', 'MenuLabel', 'PopoverDropdown'];
document.addEventListener('DOMContentLoaded', () => {
  const components = window.dash_mantine_components ?? {}; // a page of panels alone has none
  for (const name of WITHOUT_SEARCH) delete components[name]?.dashChildrenUpdate;
});

/* The outline of the page goes. */
const endOutline = () => document.documentElement.classList.add('built');

/**
 * Resolves when Dash has built the page.
 * @type {Promise<void>}
 */
export const pageBuilt = new Promise((resolve) => {
  const look = () => {
    if (document.querySelector('#react-entry-point > ._dash-error')) endOutline(); // it says why there is no page
    if (!document.getElementById(STRIP)) return; // it follows the last element that figures are drawn into
    watcher.disconnect();
    resolve();
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document.documentElement, { childList: true, subtree: true });
  look();
});

/* Closed tabs, dialogs and controls in closed boxes are built after the panels are drawn, or before the page is used. */
function buildRest() {
  if (built) return;
  built = true;
  buildClosedBoxes();
  for (const id of bootData.mounted_later) setProps(id, { keepMounted: true });
}

/* A new tab at the page's own address shows the data that it is about, if this browser showed them before: as if the
   tab had stored them. The server checks whose data they are. */
const addressed = recentData().find(({ dataset }) => isAddressOf(dataset))?.dataset;
if (addressed && !isAddressOf(firstDataset() ?? undefined))
  writeTabStore('dataset', { ...addressed, opened: openedByLink() });

/* The sentence for viewers of a shared link has its place from the start. */
document.documentElement.classList.toggle('viewing', Boolean(firstDataset()?.until));

pageBuilt.then(() => {
  endOutline();
  loadScript('plotly').then(() => {
    afterFrames(2, buildRest);
    setTimeout(() => setTimeout(buildRest, LONGEST)); // the first timer waits until the panels are drawn
  });
  for (const use of ['pointerdown', 'keydown'])
    document.addEventListener(use, buildRest, { capture: true, once: true });
});

/** The token of the data set that a link gave this browser. */
function openedByLink() {
  const { dataset } = bootData;
  return dataset && 'opened' in dataset ? dataset.opened : undefined;
}

/**
 * The data set of the first question: the data set stored in this tab, otherwise the data set in the boot block.
 * Null if there is no data set.
 * @returns {Dataset | null}
 */
export function firstDataset() {
  const [fresh, stored] = [bootData.dataset, readTabStore('dataset')];
  const dataset = stored?.token && stored.opened === openedByLink() ? stored : fresh;
  return dataset?.token ? dataset : null;
}
