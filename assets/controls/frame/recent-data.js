/* In the menu of the data set: the files that this browser showed before, to go back to. */

import { formatCost, formatPrior } from '../../text/parse.js';
import { presentDataset, settledConditions } from '../../state/conditions.js';
import { around, dataOf, elementOf, make } from '../../state/elements.js';
import { on } from '../../state/events.js';
import { forgetAllData, forgetData, openData, recentData, rememberData } from '../../state/recent-data.js';
import { currentView } from '../../state/view.js';

/** @import { RecentData } from '../../state/recent-data.js' */

/** "11,183 rows · 23 Nov · 2 %, $500, $20" @param {RecentData} entry */
function about({ rows, at, conditions: { prior, cost_fn, cost_fp } }) {
  const day = new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
  const set = [formatPrior(prior), formatCost(cost_fn), formatCost(cost_fp)].join(', ');
  return `${rows.toLocaleString('en-US')} rows · ${day} · ${set}`;
}

/** A click on it asks for the data; share.js knows data-back. @param {RecentData} entry */
function entryOf(entry) {
  const button = make('button', 'quiet recent', make('b', '', entry.name), make('span', 'recent-about', about(entry)));
  Object.assign(button, { type: 'button', title: entry.name });
  button.dataset.back = entry.token;
  return button;
}

function show() {
  const box = elementOf('recent-data');
  const others = recentData().filter(({ token }) => token !== presentDataset().token);
  box.hidden = !others.length;
  box.replaceChildren(make('p', '', 'Recent files'), ...others.map(entryOf));
}

on('answer', () => {
  const [dataset, conditions, view] = [presentDataset(), settledConditions(), currentView()];
  const shown = conditions && view && view.token === dataset.token;
  if (shown && !dataset.sample && !dataset.viewer) rememberData(dataset, conditions, view);
  show();
});

/* Data that are deleted, or cannot be opened any more, are named no more. */
document.addEventListener('click', (event) => {
  const { target } = event;
  const opened = around(target, '#recent-data [data-back]');
  if (opened) openData(dataOf(opened, 'back'));
  else if (around(target, '#delete-button')) forgetData(presentDataset().token);
  else if (around(target, '[href="sign-out"]')) forgetAllData();
  else return;
  if (!opened) show();
});
