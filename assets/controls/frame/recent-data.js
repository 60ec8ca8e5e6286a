/* In the menu of the data set: the files that this tab showed before, to go back to. */

import { readTabStore, writeTabStore } from '../../state/browser-storage.js';
import { currentDataset } from '../../state/conditions.js';
import { on } from '../../state/events.js';

const KEY = 'costdash-recent';
const MOST = 5;

/** @returns {{ token: string, name: string }[]} newest first */
const recent = () => readTabStore(KEY) || [];

const forget = (token) =>
  writeTabStore(
    KEY,
    recent().filter((dataset) => dataset.token !== token),
  );

function remember({ token, name }) {
  forget(token);
  writeTabStore(KEY, [{ token, name }, ...recent()].slice(0, MOST + 1));
}

/* A click on it asks for the data; share.js knows data-back. */
function entry({ token, name }) {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'quiet recent', textContent: name, title: name });
  button.dataset.back = token;
  return button;
}

function show() {
  const box = document.getElementById('recent-data');
  const others = recent().filter(({ token }) => token !== currentDataset().token);
  box.hidden = !others.length;
  const heading = document.createElement('p');
  heading.textContent = 'Recent files';
  box.replaceChildren(heading, ...others.slice(0, MOST).map(entry));
}

on('answer', () => {
  const dataset = currentDataset();
  if (!dataset.sample && !dataset.viewer && recent()[0]?.token !== dataset.token) remember(dataset);
  show();
});

/* Data that are deleted, or cannot be opened any more, are named no more. */
document.addEventListener('click', (event) => {
  const target = /** @type {Element} */ (event.target);
  const opened = /** @type {HTMLElement | null} */ (target.closest('#recent-data [data-back]'));
  if (opened) forget(opened.dataset.back);
  else if (target.closest('#delete-button')) forget(currentDataset().token);
  else return;
  show();
});
