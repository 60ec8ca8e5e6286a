/* Uploads a file: button or drop, progress, cancel; then the token starts the page. */

import { pageBuilt } from '../state/boot.js';
import { readTabStore, writeTabStore } from '../state/browser-storage.js';
import { presentDataset } from '../state/conditions.js';
import { setProps } from '../state/dash.js';
import { around, firstOf } from '../state/elements.js';
import { on } from '../state/events.js';
import { notify } from '../state/notices.js';
import { isOverBar, takeRecent } from '../controls/conditions/recent-scores.js';

const KEY = 'costdash-upload'; // of the upload under way, so that it survives a reload of the page
const POLL = 400; // ms between requests for the server's progress
const ASK_AGAIN = 10_000; // ms between two requests to read a file that nobody reads
const UNANSWERED = 30_000; // ms without an answer, after which the page gives up
const NO_ANSWER =
  'The server has not answered for 30 seconds. Load the page again; if the file is not shown, upload it again.';
/** @type {string | null} */
let uploaded = null; // token of the upload that is not drawn yet
/** @type {(() => void) | null} */
let stop = null; // cancels the upload or the intake that is under way

const readLine = () => document.getElementById('read-line');

/* The line about the roles of the columns stays visible until the page is used for something else. */
function sayRoles() {
  const { token, read_as: readAs } = presentDataset();
  const line = readLine();
  if (!readAs || token !== uploaded || !line) return;
  uploaded = null;
  firstOf('span', line).textContent = readAs;
  line.hidden = false;
}

function hideRoles() {
  const line = readLine();
  if (line) line.hidden = true;
}

/* Closes notices and questions about the previous file. */
function closeNotices() {
  hideRoles();
  setProps('notices', { clean: true });
  setProps('columns-dialog', { opened: false });
}

/** @param {File} file */
function send(file) {
  const limit = Number(document.querySelector('meta[name="costdash-upload-bytes"]')?.getAttribute('content'));
  if (file.size > limit) return notify(tooLarge(file.size, limit));
  const empty = file.name.includes('.') ? 'is empty' : 'is empty, or it is a folder';
  if (file.size === 0) return notify(`${file.name} ${empty}. Choose a file with a header and rows.`);
  if (stop) stop();
  closeNotices();
  const request = new XMLHttpRequest();
  const over = () => {
    stop = null;
    show(null);
    writeTabStore(KEY, null);
  };
  request.open('POST', 'upload');
  request.setRequestHeader('X-Costdash', '1');
  request.setRequestHeader('X-Costdash-Name', encodeURIComponent(file.name));
  request.setRequestHeader('Content-Type', 'application/octet-stream');
  request.upload.onprogress = ({ loaded, total }) => show(`Uploading ${file.name}`, loaded / total);
  request.onabort = over;
  request.onerror = () => {
    over();
    notify('The connection to the server was lost before the file was complete. Upload it again.');
  };
  request.onload = () => {
    over();
    const { token, error } = answerOf(request);
    if (!token) return notify(error || 'The server could not take the file. Try again.');
    read({ token, name: file.name, size: file.size });
  };
  stop = () => request.abort();
  writeTabStore(KEY, { name: file.name });
  show(`Uploading ${file.name}`, 0);
  request.send(file);
}

/** Asks for the data of a file that has arrived. @param {{ token: string, name: string, size: number }} upload */
function read(upload) {
  writeTabStore(KEY, upload);
  uploaded = upload.token;
  const begin = () => setProps('upload-token', { data: { ...upload, at: Date.now() } });
  begin();
  watch(upload.token, begin);
}

/* After a reload: a file that has arrived is read on; of a file that was cut off, the name is said. */
async function resume() {
  const interrupted = readTabStore(KEY);
  if (!interrupted) return;
  await pageBuilt;
  if (interrupted.token) return read(interrupted);
  writeTabStore(KEY, null);
  notify(`The upload of ${interrupted.name} was cut off when the page was loaded again. Upload it again.`);
}

/** Shows the stages of an intake until it ends; returns why it failed, or nothing. A question that a broken line has
   lost is asked again. @param {string} token @param {() => void} begin asks for the data
   @param {() => boolean} watching @returns {Promise<string | undefined>} */
async function watchIntake(token, begin, watching) {
  let [answered, asked] = [Date.now(), Date.now()];
  while (watching()) {
    await new Promise((resolve) => setTimeout(resolve, POLL));
    const { stage, done, error, unread } = await ask('upload/stage', token);
    if (done !== undefined) answered = Date.now();
    if (error || done) return error;
    if (unread && Date.now() - asked > ASK_AGAIN) {
      asked = Date.now();
      begin();
    }
    if (Date.now() - answered > UNANSWERED) return NO_ANSWER;
    if (watching() && stage) show(stage);
  }
}

/** Shows the server's progress while it reads the file, and lets the user cancel.
   @param {string} token @param {() => void} begin */
async function watch(token, begin) {
  let watching = true;
  const mine = () => {
    watching = false;
    writeTabStore(KEY, null);
    ask('upload/cancel', token);
  };
  stop = mine;
  show('Reading the file');
  const failure = await watchIntake(token, begin, () => watching);
  if (stop !== mine) return; // the upload of the next file has begun
  if (watching && failure) notify(failure);
  writeTabStore(KEY, null);
  stop = null;
  show(null);
}

/** @param {string} route @param {string} token
   @returns {Promise<{ stage?: string, done?: boolean, error?: string, unread?: boolean }>} */
async function ask(route, token) {
  try {
    const headers = { 'Content-Type': 'application/json' };
    const request = {
      method: 'POST',
      headers,
      body: JSON.stringify({ token }),
      signal: AbortSignal.timeout(UNANSWERED),
    };
    const answer = await fetch(route, request);
    if (answer.status >= 500) return {}; // the proxy answers while the server starts again
    return answer.ok ? await answer.json() : { done: true };
  } catch {
    return {}; // the server may answer the next request
  }
}

/** @param {XMLHttpRequest} request @returns {{ token?: string, error?: string }} */
function answerOf(request) {
  try {
    return JSON.parse(request.responseText);
  } catch {
    return {};
  }
}

/** @param {number} size @param {number} limit */
function tooLarge(size, limit) {
  /** @param {number} bytes */
  const mb = (bytes) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;
  return `The file has ${mb(size)}; at most ${mb(limit)} are read. Keep only the columns that you need, or save it as Parquet.`;
}

/** A text and the share that is done; without a share the bar has no end.
   @param {string | null} text @param {number} [share] */
function show(text, share) {
  const place = document.getElementById('upload-progress');
  if (!place) return;
  if (text === null) return place.replaceChildren();
  if (!place.firstChild) place.append(...parts());
  const [bar, words] = /** @type {HTMLElement[]} */ ([...place.children]);
  words.textContent = share === undefined ? text : `${text}: ${Math.floor(100 * share)} %`;
  bar.setAttribute('aria-label', text);
  bar.classList.toggle('endless', share === undefined);
  /** @type {HTMLElement} */ (bar.firstChild).style.width = share === undefined ? '' : `${100 * share}%`;
  if (share === undefined) bar.removeAttribute('aria-valuenow');
  else bar.setAttribute('aria-valuenow', String(Math.floor(100 * share)));
}

function parts() {
  /** @param {string} tag @param {object} properties */
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const bar = make('div', { className: 'bar', role: 'progressbar', ariaValueMin: '0', ariaValueMax: '100' });
  bar.append(make('span', {}));
  const cancel = make('button', { type: 'button', textContent: 'Cancel', onclick: () => stop && stop() });
  return [bar, make('span', { className: 'words' }), cancel];
}

/** @param {File[]} files */
function take(files) {
  if (files.length > 1) return notify('Upload one file at a time: a table with a column for each model.');
  if (files.length) send(files[0]);
}

const input = document.createElement('input');
Object.assign(input, { type: 'file', id: 'upload-file', hidden: true, ariaLabel: 'File of predictions' });
input.addEventListener('change', () => {
  take([...(input.files || [])]);
  input.value = '';
});
const begin = () => document.body.append(input);
if (document.body) begin();
else document.addEventListener('DOMContentLoaded', begin);

document.addEventListener('click', (event) => {
  if (around(event.target, '#upload-button')) input.click();
});

resume();

const PASSING_KEYS = ['Tab', 'Shift', 'Control', 'Alt', 'Meta'];
/** @param {Event} event */
const inReadLine = ({ target }) => around(target, '#read-line') !== null;
on('answer', sayRoles);
document.addEventListener('click', (event) => {
  if (around(event.target, '#read-line button')) hideRoles();
});
document.addEventListener('pointerdown', (event) => inReadLine(event) || hideRoles(), true);
document.addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Escape' || !(inReadLine(event) || PASSING_KEYS.includes(event.key))) hideRoles();
  },
  true,
);

/** @param {DragEvent} event */
const isFile = (event) => [...(event.dataTransfer?.types || [])].includes('Files');
/** @param {boolean} on */
const veil = (on) => {
  document.body.classList.toggle('dropping', on);
  if (!on) document.body.classList.remove('dropping-recent');
};
window.addEventListener('dragover', (event) => {
  if (!isFile(event)) return;
  event.preventDefault();
  veil(true);
  document.body.classList.toggle('dropping-recent', isOverBar(event));
});
window.addEventListener('dragleave', (event) => {
  if (!event.relatedTarget) veil(false);
});
window.addEventListener('drop', (event) => {
  if (!isFile(event)) return;
  event.preventDefault();
  veil(false);
  const files = [...(event.dataTransfer?.files || [])];
  if (files.length === 1 && isOverBar(event)) takeRecent(files[0]);
  else take(files);
});
