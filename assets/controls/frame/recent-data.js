/* In the menu of the data set: the files that this tab showed before, to go back to. */

import { readTabStore, writeTabStore } from '../../state/browser-storage.js';
import { presentDataset } from '../../state/conditions.js';
import { around, dataOf, elementOf } from '../../state/elements.js';
import { on } from '../../state/events.js';

const KEY = 'costdash-recent';
const MOST = 5;

/** @returns {{ token: string, name: string }[]} newest first */
const recent = () => readTabStore(KEY) || [];

/** @param {string} token */
const forget = (token) =>
  writeTabStore(
    KEY,
    recent().filter((dataset) => dataset.token !== token),
  );

/** @param {{ token: string, name: string }} dataset */
function remember({ token, name }) {
  forget(token);
  writeTabStore(KEY, [{ token, name }, ...recent()].slice(0, MOST + 1));
}

/** A click on it asks for the data; share.js knows data-back. @param {{ token: string, name: string }} dataset */
function entry({ token, name }) {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'quiet recent', textContent: name, title: name });
  button.dataset.back = token;
  return button;
}

function show() {
  const box = elementOf('recent-data');
  const others = recent().filter(({ token }) => token !== presentDataset().token);
  box.hidden = !others.length;
  const heading = document.createElement('p');
  heading.textContent = 'Recent files';
  box.replaceChildren(heading, ...others.slice(0, MOST).map(entry));
}

on('answer', () => {
  const dataset = presentDataset();
  if (!dataset.sample && !dataset.viewer && recent()[0]?.token !== dataset.token) remember(dataset);
  show();
});

/* Data that are deleted, or cannot be opened any more, are named no more. */
document.addEventListener('click', (event) => {
  const { target } = event;
  const opened = around(target, '#recent-data [data-back]');
  if (opened) forget(dataOf(opened, 'back'));
  else if (around(target, '#delete-button')) forget(presentDataset().token);
  else return;
  show();
});
