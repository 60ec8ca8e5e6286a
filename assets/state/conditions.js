/* The conditions: prior, costs, ranges, criterion, matrix, case unit and scenarios. The only writer of their store. */

import { boundedCost } from '../core/operating-point.js';
import { atPrevalence } from '../core/ranges.js';
import { roundPrior, roundToThree } from '../core/scales.js';
import { firstCaseUnit } from '../text/case-unit.js';
import { modelWords } from '../text/steps.js';
import { conditionsInAddress, fileOfOtherAddress, refusedInAddress, writeConditions } from './address.js';
import { setProps, writeAfterAnswer } from './dash.js';
import { emit, on } from './events.js';
import { notify } from './notices.js';

const REST = 150; // ms without movement after which a drag is settled
const PCF_MARGIN = 1e-6;
const PLAIN = ['revision', 'prior', 'cost_fn', 'cost_fp', 'touched'];
const NESTED = ['ranges', 'weighting', 'criterion', 'matrix', 'case_unit', 'scenarios'];
const STARTED_ANEW = 'New data, new conditions. Undo brings yours back.';
const REFUSED =
  'The address gives a prior, a cost or another condition that cannot be used; the default is shown instead.';
const LASTING = { case_unit: null }; // kept for every data set

let file = null; // the data set: revision, prevalence, suggested conditions
let now = null; // the conditions at this moment, settled or not
let settled = null;
let started = null; // the first conditions of this data set
let past = []; // for undo
let firstShownCaseUnit = null; // with which this data set was first shown
let resting = null;
let controlsReady = false; // whether the controls show this data set
let pointerDown = false;

const json = (value) => JSON.stringify(value === undefined ? null : value);
const same = (a, b) =>
  a && b && PLAIN.every((key) => a[key] === b[key]) && NESTED.every((key) => json(a[key]) === json(b[key]));

/** The conditions at this moment, settled or not; null before there is a data set. */
export const currentConditions = () => now;
/** The conditions of the last question. */
export const settledConditions = () => settled;
/** The number of the last question about the conditions. */
export const conditionsSeq = () => (settled ? settled.seq : null);
export const currentDataset = () => file;
/** The conditions before and after the last step; null if there is nothing to undo. */
export const lastStep = () => (past.length > 0 ? { before: past[past.length - 1], after: settled } : null);
export const areControlsReady = () => controlsReady;
/** The number of cases that amounts are given for; null before there is a data set. */
export const currentCaseUnit = () => (now && now.case_unit) || null;

/** Called when the controls show this data set for the first time. */
export function markControlsReady() {
  controlsReady = true;
}

/* If another condition has a range, an exact value is a range with equal ends, which follows the value. */
function withExactValues({ ranges }) {
  if (!ranges) return null;
  const exact = (key) => (ranges[key][0] === ranges[key][1] ? [now[key], now[key]] : ranges[key]);
  return Object.fromEntries(Object.keys(ranges).map((key) => [key, exact(key)]));
}

const change = (fields) => {
  now = { ...now, ...fields };
  for (const key of ['cost_fn', 'cost_fp']) now[key] = boundedCost(now[key]);
  if (!('ranges' in fields)) now.ranges = withExactValues(now);
};

function settle(history) {
  clearTimeout(resting);
  resting = null;
  if (settled && same(settled, now)) {
    emit('conditions-shown', now);
    emit('point-moved', now);
    return;
  }
  if (settled && history !== 'undo') past.push({ ...settled });
  now = { ...now, seq: Date.now() };
  settled = { ...now };
  emit('question-changed');
  announceMove();
  writeAfterAnswer('conditions', writeStore);
  if (history !== 'address') writeConditions(settled);
}

function announceMove() {
  emit('conditions-moved', now);
  emit('point-moved', now);
}

function writeStore() {
  setProps('conditions', { data: settled });
  if (resting === null) emit('conditions-shown', now); // otherwise the user has moved on, and settles later
}

function settleLater() {
  announceMove();
  clearTimeout(resting);
  resting = setTimeout(() => {
    if (pointerDown) settleLater();
    else settle();
  }, REST);
}

function suggested() {
  const { prior, cost_fn, cost_fp } = file.suggested || {};
  return {
    token: file.token,
    revision: file.revision,
    prior: prior || file.prevalence,
    cost_fn: cost_fn || 1,
    cost_fp: cost_fp || 1,
    touched: Boolean(prior) && prior !== file.prevalence,
    means: meanCosts(),
    ranges: null,
    weighting: null,
    criterion: null,
    matrix: null,
    case_unit: now ? now.case_unit : null,
    scenarios: null,
    seq: Date.now(),
  };
}

/* A new data set starts with its suggested conditions. If the file was read again, the user's conditions stay. */
function firstConditions(stored) {
  if (!stored || stored.token !== file.token) return suggested();
  if (stored.revision === file.revision) return stored;
  const restored = stored.touched ? stored : atPrevalence(stored, file.prevalence);
  const means = meanCosts();
  if (!means || json(stored.means) === json(means)) return restored;
  return { ...restored, ...means, ranges: null, means };
}

/* The mean costs of a file whose costs now differ from case to case: the sliders start there. */
function meanCosts() {
  if (file.sample || !file.suggested) return null;
  const { cost_fn, cost_fp } = file.suggested;
  return { cost_fn, cost_fp };
}

/* The user's conditions for the previous data set that undo can restore; null if the user changed nothing. A fixed
   threshold is not restored, because it belongs to its data set. */
function conditionsToRestore() {
  if (!settled || settled.token === file.token || same({ ...settled, ...LASTING }, { ...started, ...LASTING }))
    return null;
  const fixed = settled.criterion && settled.criterion.kind === 'threshold';
  return { ...settled, token: file.token, revision: file.revision, criterion: fixed ? null : settled.criterion };
}

/* If only the combinations have changed, the steps of undo remain, and the change is added as a step.
   `combinations_before` is then given; it is null if undo changed the combinations. */
function carriedSteps(before) {
  const { token, revision, combinations, combinations_before: undone } = file;
  if (undone === undefined || !settled || before.token !== token) return [];
  const step = { ...settled, combinations: undone, words: modelWords(before.combinations, combinations) };
  return [...past, ...(undone ? [step] : [])].map((earlier) => ({ ...earlier, token, revision }));
}

/* The conditions that the address gives for these data. */
function askedFor(dataset) {
  const other = fileOfOtherAddress(dataset);
  if (other) notify(`This address was made for ${other}. Upload it, or ask for a share link.`);
  else if (refusedInAddress()) notify(REFUSED);
  return other ? {} : conditionsInAddress();
}

/* The case unit is fixed when a data set is first shown, so that two totals can be compared: only the user
   changes it. One that the user has picked is kept for further data sets. */
function withCaseUnit(first) {
  const seen = settled && settled.token === first.token;
  const picked = seen || json(first.case_unit) !== json(firstShownCaseUnit);
  const caseUnit = (picked && first.case_unit) || firstCaseUnit(first.prior);
  if (!seen) firstShownCaseUnit = caseUnit;
  return { ...first, case_unit: caseUnit };
}

/**
 * Starts the conditions of a data set.
 * @param {any} dataset
 * @param {any} stored the conditions of this tab before a reload
 */
export function beginConditions(dataset, stored) {
  const [first, before] = [file === null, file];
  file = dataset;
  controlsReady = false;
  const lost = conditionsToRestore();
  past = lost ? [lost] : carriedSteps(before);
  const { token, revision } = file;
  const asked = first ? askedFor(dataset) : {};
  now = withCaseUnit({ ...firstConditions(now || stored), ...asked, token, revision, seq: Date.now() });
  settled = { ...now };
  started = { ...suggested(), token, revision };
  emit('point-forgotten');
  writeConditions(settled, true);
  emit('question-changed');
  if (lost) notify(STARTED_ANEW);
}

/** Repeats the question with a new number. */
export function askAgain() {
  if (!settled) return;
  settled = { ...settled, seq: Date.now() };
  emit('question-changed');
  writeAfterAnswer('conditions', writeStore);
}

/**
 * Changes conditions at once.
 * @param {Record<string, any>} fields
 */
export function setConditions(fields) {
  if (!now) return;
  change(fields);
  settle();
}

/**
 * Changes conditions while the user drags a control; they settle at rest.
 * @param {Record<string, any>} fields
 */
export function dragConditions(fields) {
  if (!now) return;
  change(fields);
  settleLater();
}

/**
 * Moves PC(+) by the cost ratio; the prior stays. Costs are rounded, and the line snaps to them.
 * @param {number} pcf
 */
export function dragPcf(pcf) {
  if (!now) return;
  const p = Math.min(Math.max(pcf, PCF_MARGIN), 1 - PCF_MARGIN);
  dragConditions({ cost_fn: roundToThree((now.cost_fp * (1 - now.prior) * p) / (now.prior * (1 - p))) });
}

/** Settles a drag when the user has released the control. */
export function releaseConditions() {
  if (resting !== null && !pointerDown) settle();
}

/** Takes the last step back: a change of the conditions, or of the combinations. */
export function undoLastStep() {
  if (past.length === 0) return;
  const before = past.pop();
  if (before.combinations) {
    setProps('upload-token', { data: { token: file.token, combinations_before: before.combinations, at: Date.now() } });
    emit('conditions-shown', now);
    return;
  }
  now = { ...before };
  settle('undo');
}

on('pcf-dragged', dragPcf);
on('prior-dragged', (prior) => dragConditions({ prior: roundPrior(prior), touched: true }));
on('pcf-released', releaseConditions);
on('drag-cancelled', () => {
  if (!settled || resting === null) return;
  now = { ...settled };
  settle();
  announceMove();
});
on('address-visited', (fields) => {
  if (!now || !('prior' in fields)) return;
  change({ ...fields, case_unit: fields.case_unit || now.case_unit });
  settle('address');
});

window.addEventListener('pointerdown', () => (pointerDown = true), true);
for (const event of ['pointerup', 'pointercancel']) window.addEventListener(event, () => (pointerDown = false), true);
window.addEventListener('blur', (event) => {
  if (event.target === window) pointerDown = false; // a press takes the focus from another control
});
for (const event of ['pointerup', 'pointercancel', 'keyup', 'blur']) {
  window.addEventListener(event, () => setTimeout(releaseConditions, 0), true);
}
