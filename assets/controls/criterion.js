/* The controls of the criterion: the select, and the fields of the selected criterion. */

import { criterionFields, criterionRow, defaultCriterion, selectableCriteria } from '../core/criteria.js';
import { existing } from '../core/existing.js';
import { resultsAt } from '../core/operating-point.js';
import { formatPrior, parseDecimal, parseLimit } from '../text/parse.js';
import { currentConditions, presentConditions, presentDataset, setConditions } from '../state/conditions.js';
import { setProps, userChanges } from '../state/dash.js';
import { elementOf } from '../state/elements.js';
import { on } from '../state/events.js';
import { currentPoint, liveData } from '../panels/live-point.js';
import { takeCaseRate } from './conditions/case-rate.js';
import { showShareMeaning } from './conditions/share-meaning.js';

/** @import { CompleteConditions } from '../core/types.js' */
/** @import { CaseUnit, Criterion } from '../core/wire.js' */

const LIMIT_HELP = 'Type a share, such as 10 % or 800 of 4,000.';
const CASES_HELP = 'Type a share, such as 10 %, or a number, such as 100 a day.';
const SCORE_HELP = 'Type a number, such as 0.37.';
/** @type {Record<string, unknown>} */
const written = {}; // last value written to each control, to recognise echoes
let shown = ''; // what the controls show, as JSON

/** @param {string} id @param {Record<string, unknown>} props */
function set(id, props) {
  if ('value' in props) written[id] = props.value;
  if ('checked' in props) written[id] = props.checked;
  setProps(id, props);
}

/** @param {CompleteConditions} now */
function show(now) {
  const { models, revision } = presentDataset();
  const criterion = now.criterion || null;
  const ranged = Boolean(now.ranges);
  const text = JSON.stringify([criterion, revision, ranged]);
  if (text === shown) return;
  shown = text;
  const kind = criterion ? criterion.kind : defaultCriterion();
  const fields = criterionFields(kind);
  set('criterion', { value: kind, data: selectableCriteria(ranged) });
  set('criterion-limit-row', { hidden: !fields.limit });
  set('fixed-threshold', { hidden: !fields.threshold });
  set('fixed-threshold-model', { data: models.map(({ name }) => name) });
  if (criterion && fields.limit) showLimit(criterion);
  if (criterion && fields.threshold) {
    set('fixed-threshold-model', { value: criterion.model });
    set('fixed-threshold-score', { value: String(criterion.threshold), error: false });
  }
}

/** A limit of least cost has its box in the list of limits. @param {Criterion} criterion */
function showLimit({ kind, limit, sure }) {
  const fields = criterionFields(kind);
  const style = (/** @type {boolean} */ shown) => ({ display: shown ? '' : 'none' });
  const boxed = !criterionRow(kind)?.restricts;
  set('criterion-limit-name', { children: boxed ? fields.limit.label : '' });
  set('criterion-limit', { value: formatPrior(existing(limit)), error: false, style: style(boxed) });
  set('criterion-confidence', { checked: Boolean(sure), style: style(Boolean(fields.sure)) });
}

/** The first settings of a criterion; null for the default. @param {string} kind @returns {Criterion | null} */
function firstCriterion(kind) {
  if (kind === defaultCriterion()) return null;
  const { limit, threshold } = criterionFields(kind);
  return { kind, ...(limit ? { limit: limit.start } : {}), ...(threshold ? bestThreshold() : {}) };
}

/* The rule that is best now, so that selecting a fixed threshold changes nothing at first. */
function bestThreshold() {
  const [live, point] = [liveData(), currentPoint()];
  const results = live && point && resultsAt(live, point);
  const model = results && live.models.find(({ i }) => i === results.owner);
  if (model && results.text) return { model: model.name, threshold: Number(results.text) };
  return { model: presentDataset().models[0].name, threshold: 0.5 };
}

/** The criterion after a new value of each control of its fields.
   @type {Record<string, (value: any, now: Criterion) => Criterion>} */
const CHANGES = {
  'criterion-limit'(text, now) {
    const field = criterionFields(now.kind).limit || {};
    const ofCases = field.of_cases;
    const take = (/** @type {number} */ share, /** @type {CaseUnit} */ unit) =>
      setConditions({ criterion: { ...now, limit: share }, case_unit: unit });
    const rate = ofCases && takeCaseRate(text, elementOf('criterion-limit-meaning'), take);
    if (rate === true) return now;
    const limit = parseLimit(text, field, now.limit, presentConditions().case_unit);
    if (limit === null) set('criterion-limit', { error: rate || (ofCases ? CASES_HELP : LIMIT_HELP) });
    return limit === null ? now : { ...now, limit };
  },
  'criterion-confidence': (checked, now) => ({ ...now, sure: Boolean(checked) }),
  'fixed-threshold-model': (model, now) => ({ ...now, model }),
  'fixed-threshold-score'(text, now) {
    const threshold = parseDecimal(text);
    if (Number.isNaN(threshold)) set('fixed-threshold-score', { error: SCORE_HELP });
    return Number.isNaN(threshold) ? now : { ...now, threshold };
  },
};

/** The criterion after a new value of a control. @param {string} id @param {any} value @param {Criterion | null} before */
const changed = (id, value, before) =>
  before && id !== 'criterion' ? CHANGES[id](value, before) : firstCriterion(value);

/** Clientside callback of the controls. */
export function controlCriterion() {
  const now = currentConditions();
  if (!now) return;
  for (const [id, value] of userChanges(written)) {
    if (id !== 'criterion' && !now.criterion) continue;
    written[id] = value;
    const criterion = changed(id, value, now.criterion);
    if (criterion === now.criterion) continue;
    shown = '';
    setConditions({ criterion });
    if (id === 'criterion-limit' && criterion && criterionFields(criterion.kind).limit?.small)
      sayLimit(value, criterion.limit);
  }
}

/** Says what a small number may mean: 1 for 1 %. @param {string} text @param {number | undefined} taken */
const sayLimit = (text, taken) =>
  showShareMeaning(
    document.getElementById('criterion-limit-meaning'),
    text,
    (meant) => setProps('criterion-limit', { value: meant }),
    taken,
  );

on('conditions-shown', show);
