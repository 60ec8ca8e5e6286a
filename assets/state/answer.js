/* Asks the server what follows from the three stores, takes only the newest answer, and asks again if none comes.
   An answer with `refining` lacks the slow results: it is shown at once, and the page asks again for the rest. */

import { pageBuilt } from './boot.js';
import { areControlsReady, askAgain, conditionsSeq, currentDataset, settledConditions } from './conditions.js';
import { flushWrites, hasDeferredWrites, setProps } from './dash.js';
import { emit, on } from './events.js';
import { takeFirstAnswer } from './first-answer.js';
import { notify } from './notices.js';
import { afterFrames, makeTimer } from './timer.js';
import { currentView, viewSeq } from './view.js';

/** @import { Answer } from '../core/wire.js' */

/** @typedef {Partial<Answer> & { working?: boolean, notices?: object[], error?: string }} Reply */

const DIM_AFTER = 400; // ms until outdated figures are dimmed
const ASK_AGAIN = 5000; // ms until the page asks again
const ARRIVING = 30_000; // ms that an answer which has begun may take on a slow line
const STILL = 'Still computing …';
const LOST = 'Connection lost. Nothing of yours is lost; trying again.';
const WORKING_AGAIN = 1000; // ms until the page asks again while the server is working
const REFINE_AGAIN = 500; // ms between the beginnings of two questions for the slow results
const REFINING_LOST = 60000; // ms until that question counts as lost
/** The name of this tab: a new question of a tab replaces the older on the server. */
export const TAB_NAME = Math.random().toString(36).slice(2, 18).padEnd(4, '0');

const [dimming, asking, refining] = [makeTimer(), makeTimer(), makeTimer()]; // refining: for the slow results
/** @type {AbortController | null} */
let open = null; // the AbortController of the question that is under way
let planned = false;
/** @type {Answer | null} */
let last = null;
let unreachable = false; // whether the last question did not reach the server
let waitingSince = 0; // when the oldest unanswered question was asked; 0: all are answered
let refinedAt = 0; // when the last question for the slow results was asked

/** The newest answer that the page shows; null before the first. */
export const lastAnswer = () => last;

/** The part of the newest answer about a model; null if the model is hidden.
 * @param {string} name
 */
export const modelSummary = (name) => (last?.models || []).find((model) => model.name === name) || null;

/** Whether a question is unanswered, or Dash does not know its answer yet. */
export const isAnswerPending = () => planned || open !== null || hasDeferredWrites() || Boolean(last && last.refining);

/** Whether an answer to the newest question is shown, to which nothing is added any more. */
export const isSettled = () => !planned && !open && isShown() && !last?.refining;

function question() {
  const dataset = currentDataset();
  const [conditions, view] = [settledConditions(), currentView()];
  if (!dataset || !conditions || !view) return null;
  const consistent = [conditions, view].every(({ revision }) => revision === dataset.revision);
  return consistent ? { dataset, conditions, view } : null;
}

/* Soon, and once for all changes of this moment. */
function ask() {
  if (!planned) queueMicrotask(() => send());
  planned = true;
}

/* wait: whether the server also computes the slow results. */
async function send(wait = false) {
  planned = false;
  refining.stop();
  const asked = question();
  if (!asked) return;
  if (open) open.abort();
  const controller = (open = new AbortController());
  if (wait) beginRefining();
  else beginWaiting();
  try {
    const first = takeFirstAnswer(asked);
    const { reply, status } = first ? { reply: first, status: 200 } : await receive({ ...asked, wait }, controller);
    unreachable = false;
    await pageBuilt;
    if (controller === open) take(reply, status);
  } catch {
    if (controller === open) unreachable = true; // a timer asks again
  } finally {
    if (controller === open) open = null;
  }
}

/** The reply. While it arrives on a slow line, or waits for the page to be built, nothing is asked again.
   @param {object} asked @param {AbortController} controller
   @returns {Promise<{ reply: Reply, status: number }>} */
async function receive(asked, controller) {
  const has = last; // the server does not send again what redraws its curves
  const headers = { 'Content-Type': 'application/json', 'X-Costdash-Tab': TAB_NAME };
  const body = JSON.stringify({ ...asked, live_key: has ? has.live_key : '' });
  const response = await fetch('answer', { method: 'POST', headers, body, signal: controller.signal });
  if (controller === open) asking.start(retry, ARRIVING);
  const reply = await response.json();
  if (controller === open) asking.stop();
  if (has && reply.live_key === has.live_key) reply.live ??= has.live;
  return { reply, status: response.status };
}

/** @param {Reply} reply @param {number} status */
function take(reply, status) {
  if (reply.figures) {
    show(/** @type {Answer} */ (reply));
    // The answer is painted in the first two frames, and a pointer that moves on is followed in the third. Then Dash may
    // take longer than a frame.
    afterFrames(3, afterDrawing);
    return;
  }
  if (reply.working) {
    askLater();
    return;
  }
  if (!areControlsReady()) return; // the first question may be about data that are gone
  if (reply.notices) setProps('notices', { sendNotifications: reply.notices });
  else if (reply.error && status < 500) notify(reply.error);
  else return;
  endWaiting();
  emit('unanswered');
}

/** @param {Answer} answer */
function show(answer) {
  if (answer.conditions_seq !== conditionsSeq() || answer.view_seq !== viewSeq()) return;
  const previous = last;
  last = answer;
  endWaiting();
  emit('answer', answer, previous);
}

function afterDrawing() {
  flushWrites();
  refineLater(0);
}

/** Asks for the slow results that the shown answer lacks, unless the page has a newer question.
   @param {number} delay */
function refineLater(delay) {
  refining.stop();
  if (!last || !last.refining) return;
  refining.start(() => {
    if (last?.refining && isShown() && !planned && !open) send(true);
  }, delay);
}

/* Whether the last answer belongs to the newest question. */
const isShown = () => last && last.conditions_seq === conditionsSeq() && last.view_seq === viewSeq();

/* The server is still computing: repeats the question soon. */
function askLater() {
  showStatus(waitingSince && performance.now() - waitingSince > ASK_AGAIN ? STILL : '');
  if (isShown() && last?.refining) {
    refineLater(Math.max(0, refinedAt + REFINE_AGAIN - performance.now()));
    return;
  }
  asking.start(() => send(), WORKING_AGAIN);
}

function beginWaiting() {
  waitingSince ||= performance.now();
  dimming.start(() => document.body.classList.add('waiting'), DIM_AFTER);
  asking.start(retry, ASK_AGAIN);
}

/* The page shows an answer meanwhile, so nothing is dimmed. */
function beginRefining() {
  refinedAt = performance.now();
  asking.start(retry, REFINING_LOST);
}

function endWaiting() {
  dimming.stop();
  asking.stop();
  document.body.classList.remove('waiting');
  waitingSince = 0;
  showStatus('');
}

function retry() {
  showStatus(unreachable ? LOST : STILL);
  askAgain();
}

/** Says that an answer takes long, or that there is no server to give it. @param {string} text */
function showStatus(text) {
  const banner = document.getElementById('lost-data');
  if (!banner) return;
  banner.hidden = !text;
  banner.classList.toggle('unreachable', text === LOST);
  if (text) banner.textContent = text;
}

on('question-changed', ask);
