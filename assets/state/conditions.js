/* The conditions: prior, costs, ranges, criterion, matrix, case unit and scenarios. The only writer of their store. */

import { criterionFields, criterionRow } from '../core/criteria.js';
import { existing } from '../core/existing.js';
import { movedTo, rangeHolding } from '../core/moved-range.js';
import { boundedCost } from '../core/operating-point.js';
import { atPrevalence, decisionPoint } from '../core/ranges.js';
import { roundPrior, roundToThree } from '../core/scales.js';
import { firstCaseUnit } from '../text/case-unit.js';
import { useCurrency } from '../text/numbers.js';
import { modelWords } from '../text/steps.js';
import { conditionsInAddress, fileOfOtherAddress, refusedInAddress, writeConditions } from './address.js';
import { setProps, writeAfterAnswer } from './dash.js';
import { emit, on } from './events.js';
import { forgetAboutData, notify, notifyAboutData } from './notices.js';
import { settingsOf } from './recent-data.js';
import { makeTimer } from './timer.js';

/** @import { CompleteConditions, Interval } from '../core/types.js' */
/** @import { CaseUnit, CombinationRoles, Conditions, Dataset, LabelAnswer, Ranges } from '../core/wire.js' */

/**
 * The conditions before a step; if it changed the combinations or the answer on labels, also those before it.
 * @typedef {CompleteConditions & { combinations?: CombinationRoles | null, labels?: LabelAnswer | null, words?: string }} Step
 */

const REST = 150; // ms without movement after which a drag is settled
const PCF_MARGIN = 1e-6;
/** @type {(keyof Conditions)[]} */
const PLAIN = ['revision', 'prior', 'cost_fn', 'cost_fp', 'touched'];
/** @type {(keyof Conditions)[]} */
const NESTED = ['ranges', 'weighting', 'criterion', 'matrix', 'case_unit', 'currency', 'scenarios', 'review', 'judge'];
const STARTED_ANEW = 'New data, new conditions. Undo brings yours back.';
const REFUSED =
  'The address gives a prior, a cost or another condition that cannot be used; the default is shown instead.';
const LABELS = 'answer on blank labels';
const LASTING = { case_unit: null, currency: null }; // kept for every data set

/** @type {Dataset | null} */
let file = null; // the data set: revision, prevalence, suggested conditions
/** @type {CompleteConditions | null} */
let now = null; // the conditions at this moment, settled or not
/** @type {CompleteConditions | null} */
let settled = null;
/** @type {CompleteConditions | null} */
let started = null; // the first conditions of this data set
/** @type {Step[]} */
let past = []; // for undo
/** @type {CaseUnit | null} */
let firstShownCaseUnit = null; // with which this data set was first shown
const resting = makeTimer();
let controlsReady = false; // whether the controls show this data set
let pointerDown = false;

/** @param {unknown} value */
const json = (value) => JSON.stringify(value === undefined ? null : value);
/** @param {Partial<Conditions> | null} a @param {Partial<Conditions> | null} b */
const same = (a, b) =>
  a && b && PLAIN.every((key) => a[key] === b[key]) && NESTED.every((key) => json(a[key]) === json(b[key]));

/** The conditions at this moment, settled or not; null before there is a data set. */
export const currentConditions = () => now;
/** The conditions of the last question. */
export const settledConditions = () => settled;
/** The number of the last question about the conditions. */
export const conditionsSeq = () => (settled ? settled.seq : null);
export const currentDataset = () => file;
/** The data set; throws before there is one. */
export const presentDataset = () => existing(file, 'data set');
/** The conditions at this moment; throws before there is a data set. */
export const presentConditions = () => existing(now, 'data set');
/** The conditions before and after the last step; null if there is nothing to undo. */
export const lastStep = () => (past.length > 0 ? { before: past[past.length - 1], after: settled } : null);
export const areControlsReady = () => controlsReady;
/** The number of cases that amounts are given for; null before there is a data set. */
export const currentCaseUnit = () => (now && now.case_unit) || null;

/** Called when the controls show this data set for the first time. */
export function markControlsReady() {
  controlsReady = true;
}

/** The ranges follow the values: an exact value is a range with equal ends while another condition has a range, and a
   value outside its range moves the range.
   @param {CompleteConditions} conditions @returns {Ranges | null} */
function followingValues(conditions) {
  const { ranges } = conditions;
  if (!ranges) return null;
  /** @param {keyof Ranges} key @returns {Interval} */
  const follow = (key) => {
    const [low, high] = ranges[key];
    return low === high ? [conditions[key], conditions[key]] : rangeHolding(key, [low, high], conditions[key]);
  };
  return { prior: follow('prior'), cost_fn: follow('cost_fn'), cost_fp: follow('cost_fp') };
}

/** The criterion after the cases of a month have changed: a limit of cases stays so many cases a month; without a limit
   if fewer come. @param {CompleteConditions} before @param {CompleteConditions} next */
function sameCapacity({ case_unit: before }, { case_unit: unit, criterion }) {
  if (!criterion?.limit || !before?.period || !unit?.period || !criterionFields(criterion.kind).limit?.of_cases)
    return criterion;
  const limit = (criterion.limit * before.cases) / unit.cases;
  return limit < 1 ? { ...criterion, limit } : null;
}

/** @param {CompleteConditions} before @param {Partial<Conditions>} fields @returns {CompleteConditions} */
function changed(before, fields) {
  const next = { ...before, ...fields };
  next.cost_fn = boundedCost(next.cost_fn);
  next.cost_fp = boundedCost(next.cost_fp);
  if ('case_unit' in fields && !('criterion' in fields)) next.criterion = sameCapacity(before, next);
  const ranges = 'ranges' in fields ? next.ranges : followingValues(next);
  const lost = !ranges && next.criterion && criterionRow(next.criterion.kind)?.ranged; // it needs ranges
  return { ...next, ranges, criterion: lost ? null : next.criterion };
}

/** @param {CompleteConditions} next @param {'undo' | 'address'} [history] */
function settle(next, history) {
  resting.stop();
  useCurrency(next.currency);
  now = next;
  if (same(settled, next)) {
    emit('conditions-shown', next);
    emit('point-moved', next);
    return;
  }
  if (settled && history !== 'undo') past.push({ ...settled });
  now = { ...next, seq: Date.now() };
  settled = { ...now };
  emit('question-changed');
  announceMove();
  writeAfterAnswer('conditions', writeStore);
  if (history !== 'address') writeConditions(settled);
}

function announceMove() {
  if (!now) return;
  emit('conditions-moved', now);
  emit('point-moved', now);
}

function writeStore() {
  setProps('conditions', { data: settled });
  if (now && !resting.isRunning()) emit('conditions-shown', now); // otherwise the user has moved on, and settles later
}

function settleLater() {
  announceMove();
  resting.start(() => {
    if (pointerDown) settleLater();
    else if (now) settle(now);
  }, REST);
}

/** @param {Dataset} dataset @returns {CompleteConditions} */
function suggested(dataset) {
  const { prior, cost_fn, cost_fp } = dataset.suggested || {};
  return {
    token: dataset.token,
    revision: dataset.revision,
    prior: prior || dataset.prevalence,
    cost_fn: cost_fn || 1,
    cost_fp: cost_fp || 1,
    touched: Boolean(prior) && prior !== dataset.prevalence,
    means: meanCosts(dataset),
    ranges: null,
    weighting: null,
    criterion: null,
    matrix: null,
    case_unit: now ? now.case_unit : null,
    currency: now?.currency ?? null,
    scenarios: null,
    review: null,
    judge: null,
    seq: Date.now(),
  };
}

/** A new data set starts with its suggested conditions, a recent file with those that were set. If the file was read again, the user's conditions stay.
   @param {Dataset} dataset @param {CompleteConditions | null} stored @returns {CompleteConditions} */
function firstConditions(dataset, stored) {
  if (!stored || stored.token !== dataset.token) return settingsOf(dataset)?.conditions || suggested(dataset);
  if (stored.revision === dataset.revision) return stored;
  const restored = stored.touched ? stored : atPrevalence(stored, dataset.prevalence);
  const means = meanCosts(dataset);
  if (!means || json(stored.means) === json(means)) return restored;
  return { ...restored, ...means, ranges: null, means };
}

/** The mean costs of a file whose costs now differ from case to case: the sliders start there. @param {Dataset} dataset */
function meanCosts({ sample, suggested: mean }) {
  if (sample || !mean) return null;
  const { cost_fn, cost_fp } = mean;
  return { cost_fn, cost_fp };
}

/** The user's conditions for the previous data set that undo can restore; null if the user changed nothing. A
   criterion that names a model is not restored, because it belongs to its data set. @param {Dataset} dataset */
function conditionsToRestore({ token, revision }) {
  if (!settled || settled.token === token || same({ ...settled, ...LASTING }, { ...started, ...LASTING })) return null;
  const fixed = settled.criterion?.model !== undefined;
  return { ...settled, token, revision, criterion: fixed ? null : settled.criterion };
}

/** If only the combinations or the answer on labels have changed, the steps of undo remain, and the change is added as
   a step. `combinations_before` or `labels_before` is then given; it is null if undo made the change.
   @param {Dataset | null} before @param {Dataset} dataset @returns {Step[]} */
function carriedSteps(before, dataset) {
  const { token, revision, combinations_before: undone, labels_before: labels } = dataset;
  if ((undone === undefined && labels === undefined) || !settled || before?.token !== token) return [];
  const step = { ...settled, combinations: undone, labels, words: changeWords(before, dataset) };
  const steps = undone || labels ? [...past, step] : past;
  return steps.map((earlier) => ({ ...earlier, token, revision }));
}

/** The change of the combinations or of the answer on labels in words. @param {Dataset} before @param {Dataset} after */
const changeWords = (before, after) =>
  after.combinations_before ? modelWords(before.combinations || [], after.combinations || []) : LABELS;

/** The conditions that the address gives for these data. @param {Dataset} dataset */
function askedFor(dataset) {
  const other = fileOfOtherAddress(dataset);
  if (other)
    notifyAboutData(
      `This address was made for ${other}, and these are other data: ${dataset.name}. Upload ${other}, or ask for a share link.`,
    );
  else if (refusedInAddress()) notify(REFUSED);
  return other ? {} : conditionsInAddress();
}

/** The case unit is fixed when a data set is first shown, so that two totals can be compared: only the user
   changes it. One that the user has picked is kept for further data sets.
   @param {CompleteConditions} first @returns {CompleteConditions} */
function withCaseUnit(first) {
  const seen = settled && settled.token === first.token;
  const picked = seen || json(first.case_unit) !== json(firstShownCaseUnit);
  const caseUnit = (picked && first.case_unit) || firstCaseUnit(first.prior);
  if (!seen && !(picked && firstShownCaseUnit)) firstShownCaseUnit = caseUnit;
  return { ...first, case_unit: caseUnit };
}

/**
 * Starts the conditions of a data set.
 * @param {Dataset} dataset
 * @param {CompleteConditions | null} stored the conditions of this tab before a reload
 */
export function beginConditions(dataset, stored) {
  const [first, before] = [file === null, file];
  file = dataset;
  controlsReady = false;
  const lost = conditionsToRestore(dataset);
  past = lost ? [lost] : carriedSteps(before, dataset);
  const { token, revision } = dataset;
  if (before?.token !== token) forgetAboutData();
  const asked = first ? askedFor(dataset) : {};
  now = withCaseUnit({ ...firstConditions(dataset, now || stored), ...asked, token, revision, seq: Date.now() });
  useCurrency(now.currency);
  settled = { ...now };
  started = { ...suggested(dataset), token, revision };
  emit('point-forgotten');
  writeConditions(settled, true);
  emit('question-changed');
  if (lost && !settingsOf(dataset)) notify(STARTED_ANEW);
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
 * @param {Partial<Conditions>} fields
 */
export function setConditions(fields) {
  if (!now) return;
  settle(changed(now, fields));
}

/**
 * Sets the limit of a criterion. What was asked for with the limit in force, such as 95 % confidence, stays while only
 * its value changes.
 * @param {string} kind
 * @param {number} limit
 * @param {Partial<Conditions>} [more] changed with it
 */
export function setLimit(kind, limit, more = {}) {
  const { criterion } = presentConditions();
  const before = criterion?.kind === kind ? criterion : { kind };
  setConditions({ ...more, criterion: { ...before, limit } });
}

/**
 * Changes conditions while the user drags a control; they settle at rest.
 * @param {Partial<Conditions>} fields
 */
export function dragConditions(fields) {
  if (!now) return;
  now = changed(now, fields);
  settleLater();
}

/**
 * Moves PC(+) by the price of a missed positive, or its range; the prior stays. Costs are rounded, and the line snaps
 * to them.
 * @param {number} pcf
 */
export function dragPcf(pcf) {
  if (!now) return;
  const p = Math.min(Math.max(pcf, PCF_MARGIN), 1 - PCF_MARGIN);
  const { prior, cost_fp } = decisionPoint(now);
  dragConditions(movedTo(now, 'cost_fn', (cost_fp * (1 - prior) * p) / (prior * (1 - p)), roundToThree));
}

/** Settles a drag when the user has released the control. */
export function releaseConditions() {
  if (now && resting.isRunning() && !pointerDown) settle(now);
}

/** Takes the last step back: a change of the conditions, of the combinations, or of the answer on labels. */
export function undoLastStep() {
  const before = past.pop();
  if (!before || !now) return;
  const { combinations, labels } = before;
  if (combinations || labels) {
    const asked = combinations ? { combinations_before: combinations } : { labels, undoes: true };
    setProps('upload-token', { data: { token: now.token, ...asked, at: Date.now() } });
    emit('conditions-shown', now);
    return;
  }
  settle({ ...before }, 'undo');
}

on('pcf-dragged', dragPcf);
on('prior-dragged', (prior) => now && dragConditions({ ...movedTo(now, 'prior', prior, roundPrior), touched: true }));
on('pcf-released', releaseConditions);
on('drag-cancelled', () => {
  if (!settled || !resting.isRunning()) return;
  settle({ ...settled });
  announceMove();
});
on('address-visited', (fields) => {
  if (!now || !('prior' in fields)) return;
  settle(changed(now, { ...fields, case_unit: fields.case_unit || now.case_unit }), 'address');
});

window.addEventListener('pointerdown', () => (pointerDown = true), true);
for (const event of ['pointerup', 'pointercancel']) window.addEventListener(event, () => (pointerDown = false), true);
window.addEventListener('blur', (event) => {
  if (event.target === window) pointerDown = false; // a press takes the focus from another control
});
for (const event of ['pointerup', 'pointercancel', 'keyup', 'blur']) {
  window.addEventListener(event, () => setTimeout(releaseConditions, 0), true);
}
