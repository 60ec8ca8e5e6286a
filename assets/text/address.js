/* Conditions and view as the texts of the address's query, and back. */

import { bootData } from '../core/boot-data.js';
import { firstAxis } from '../core/cost-axes.js';
import { criterionFields, isCriterion } from '../core/criteria.js';
import { isCost, isPrior } from '../core/operating-point.js';
import { modeRow } from '../core/panels.js';
import { CONDITION_KEYS } from '../core/ranges.js';
import { comparesPair, firstTab, isTab } from '../core/tabs.js';
import { FIXED_CASE_UNITS } from './case-unit.js';
import { isCurrencyForm } from './numbers.js';

/** @import { CompleteView, ConditionKey, Interval } from '../core/types.js' */
/** @import { Blanks, Conditions, CostMatrix, Dataset, Review, Scenario, StoredRule, Threshold, View } from '../core/wire.js' */

/**
 * A field of the conditions: its name in the address, its text there, and back; null where there is no text or no value.
 * @template {keyof Conditions} K
 * @typedef {{
 *   key: K, name: string, write(value: Conditions[K]): string | null, read(text: string): Conditions[K] | null
 * }} Field
 */

/** @type {Record<ConditionKey, string>} */
const COSTS = { prior: 'prior', cost_fn: 'missed', cost_fp: 'alarm' };
/** @type {(keyof CostMatrix)[]} */
const CELLS = ['found', 'missed', 'false_alarm', 'left_alone'];
const LEVELS = [0, 0.8, 0.9, 0.95, 0.99];
const MOST_LABELS = 1e9;
/** Largest number of scenarios. */
export const MOST_SCENARIOS = 20;

/** @param {number[]} ends @param {(x: number) => boolean} valid @returns {ends is Interval} */
const validRange = (ends, valid) => ends.length === 2 && ends.every(valid) && ends[0] <= ends[1];

/** @type {Field<'ranges'>} */
const ranges = {
  key: 'ranges',
  name: 'between',
  write: (value) => (value ? CONDITION_KEYS.map((key) => value[key].join('-')).join('_') : null),
  read(text) {
    const ends = text.split('_').map((part) => part.split(/(?<!e)-/).map(Number));
    if (ends.length !== 3 || !ends.every((pair, i) => validRange(pair, i ? isCost : isPrior))) return null;
    return { prior: ends[0], cost_fn: ends[1], cost_fp: ends[2] };
  },
};

/** @type {Field<'weighting'>} */
const weighting = {
  key: 'weighting',
  name: 'likely',
  write: (value) => (value === true ? 'point' : value ? `beta_${value.a}_${value.b}` : null),
  read(text) {
    const [kind, ...numbers] = text.split('_');
    if (kind === 'point') return true;
    const [a, b] = numbers.map(Number);
    return kind === 'beta' && a > 0 && b > 0 && Number.isFinite(a * b) ? { a, b } : null;
  },
};

/** @type {Field<'criterion'>} */
const criterion = {
  key: 'criterion',
  name: 'by',
  write(value) {
    if (!value) return null;
    const { kind, limit, sure: confident, threshold, model } = value;
    const fields = criterionFields(kind);
    if (fields.limit) return [kind, limit, ...(confident ? ['sure'] : [])].join(':');
    return fields.threshold ? [kind, threshold, model].join(':') : kind;
  },
  read(text) {
    const [kind, ...parts] = text.split(':');
    const number = Number(parts[0]);
    if (!isCriterion(kind)) return null;
    const fields = criterionFields(kind);
    if (fields.limit) return number > 0 && number < 1 ? { kind, limit: number, sure: parts[1] === 'sure' } : null;
    if (!fields.threshold) return { kind };
    const model = parts.slice(1).join(':');
    return Number.isFinite(number) && model ? { kind, threshold: number, model } : null;
  },
};

/** @type {Field<'matrix'>} */
const matrix = {
  key: 'matrix',
  name: 'matrix',
  write: (value) => (value ? CELLS.map((key) => value[key]).join('_') : null),
  read(text) {
    const parts = text.split('_');
    const [found, missed, false_alarm, left_alone] = parts.map(Number);
    if (parts.length !== 4 || !(missed > found) || !(false_alarm > left_alone)) return null;
    return { found, missed, false_alarm, left_alone };
  },
};

/** @type {Field<'case_unit'>} */
const caseUnit = {
  key: 'case_unit',
  name: 'per',
  write: (value) => (value ? [value.cases, value.period].filter(Boolean).join('-') : null),
  read(text) {
    const [, count, , period] = text.match(/^(\d+)(-(month))?$/) || [];
    const cases = Number(count);
    if (!(cases >= 1)) return null;
    return period ? { cases, period } : Object.values(FIXED_CASE_UNITS).find((fixed) => fixed.cases === cases) || null;
  },
};

/** @type {Field<'currency'>} */
const currency = {
  key: 'currency',
  name: 'currency',
  write: (value) => value || null,
  read: (text) => (isCurrencyForm(text) ? text : null),
};

/** @param {string} name */
const escapeName = (name) => name.replace(/%/g, '%25').replace(/~/g, '%7E').replace(/;/g, '%3B');
/** @param {string} text */
const unescapeName = (text) => text.replace(/%3B/g, ';').replace(/%7E/g, '~').replace(/%25/g, '%');

/** name~prior~missed~alarm of each scenario, separated by semicolons. @type {Field<'scenarios'>} */
const scenarios = {
  key: 'scenarios',
  name: 'keep',
  write(value) {
    if (!value) return null;
    return value
      .map((scenario) => [escapeName(scenario.name), scenario.prior, scenario.cost_fn, scenario.cost_fp].join('~'))
      .join(';');
  },
  read(text) {
    /** @type {Scenario[]} */
    const scenarios = [];
    for (const part of text.split(';').filter(Boolean).slice(0, MOST_SCENARIOS)) {
      const [name, ...numbers] = part.split('~').map(unescapeName);
      const [prior, cost_fn, cost_fp] = numbers.map(Number);
      if (name && isPrior(prior) && isCost(cost_fn) && isCost(cost_fp))
        scenarios.push({ name, prior, cost_fn, cost_fp });
    }
    return scenarios;
  },
};

/** @param {number} x */
const isShare = (x) => x >= 0 && x <= 1;

/** Both thresholds of a review: low, high, and the name of the model, which may contain the sign between them.
   @param {string[]} words */
function thresholdsOf([lower, upper, ...model]) {
  const [low, high] = [Number(lower), upper ? Number(upper) : null];
  const isOrdered = Number.isFinite(low) && (high ?? low) >= low;
  return lower && model.length && isOrdered ? { model: model.join('_'), low, high } : null;
}

/** Price, sensitivity, specificity, and the capacity if there is one.
   @param {Review} review @returns {(number | string)[]} */
const termsOf = ({ price, sensitivity = 1, specificity = 1, capacity = null }) =>
  capacity === null ? [price, sensitivity, specificity] : [price, sensitivity, specificity, capacity];

/** @param {string[]} words @returns {Review | null} */
function readTerms([first, second = '1', third = '1', fourth = '']) {
  const [price, sensitivity, specificity] = [first, second, third].map(Number);
  const capacity = fourth ? Number(fourth) : null;
  const shares = [sensitivity, specificity, capacity ?? 0];
  const isPrice = price >= 0 && Number.isFinite(price);
  if (!isPrice || !shares.every(isShare) || sensitivity + specificity <= 1) return null;
  return { price, sensitivity, specificity, capacity };
}

/** A column before a review, between two signs that its own letters do not hold. @param {string} column */
const columnWord = (column) => `~${encodeURIComponent(column).replaceAll('~', '%7E')}~`;

/** The column before a review, and the rest. @param {string} text */
function columnOf(text) {
  const [, word, rest] = /^~([^~]*)~(.*)$/.exec(text) ?? ['', '', text];
  try {
    return { column: decodeURIComponent(word), rest };
  } catch {
    return { column: '', rest: '' };
  }
}

/** price_sensitivity_specificity_capacity, the last three only where they are set; then low_high_model, where the user has
   set the thresholds. An empty capacity is no limit, an empty high flags no case at once. Before all of it the column of
   verdicts, if there is one. @type {Field<'review'>} */
const review = {
  key: 'review',
  name: 'review',
  write(value) {
    if (!value) return null;
    const between = value.between ? [value.between.low, value.between.high ?? '', value.between.model] : null;
    const [parts, first] = [termsOf(value), value.column ? columnWord(value.column) : ''];
    if (between) return first + [...parts, ...Array(4 - parts.length).fill(''), ...between].join('_');
    return first + (parts.length === 3 && parts[1] === 1 && parts[2] === 1 ? String(parts[0]) : parts.join('_'));
  },
  read(text) {
    const { column, rest } = columnOf(text);
    const words = rest.split('_');
    const terms = readTerms(words);
    const review = terms && column ? { ...terms, column } : terms;
    if (!review || words.length <= 4) return review;
    const between = thresholdsOf(words.slice(4));
    return between && { ...review, between };
  },
};

/** The shares of positives that a judge finds and of negatives that it clears. @type {Field<'judge'>} */
const judge = {
  key: 'judge',
  name: 'judge',
  write: (value) => (value ? `${value.sensitivity}_${value.specificity}` : null),
  read(text) {
    const [sensitivity, specificity, ...more] = text.split('_').map(Number);
    const valid = more.length === 0 && isShare(sensitivity) && isShare(specificity) && sensitivity + specificity > 1;
    return valid ? { sensitivity, specificity } : null;
  },
};

/** Further fields of the conditions. @type {Field<keyof Conditions>[]} */
const FIELDS = [ranges, weighting, criterion, matrix, caseUnit, currency, scenarios, review, judge];

/** @param {URLSearchParams} query */
function costsFromQuery(query) {
  /** @type {Partial<Conditions>} */
  const fields = {};
  for (const key of CONDITION_KEYS) {
    const value = Number(query.get(COSTS[key]));
    const valid = key === 'prior' ? isPrior : isCost;
    if (query.has(COSTS[key]) && valid(value)) fields[key] = value;
  }
  return fields;
}

/**
 * The fields that an address gives; with a prior, all fields.
 * @param {URLSearchParams} query
 */
export function conditionsFromQuery(query) {
  const fields = costsFromQuery(query);
  if ('prior' in fields) fields.touched = query.get('own') !== '0';
  for (const { key, name, read } of FIELDS) {
    const text = query.get(name);
    if (text !== null) Object.assign(fields, { [key]: read(text) });
    else if ('prior' in fields) Object.assign(fields, { [key]: null });
  }
  return fields;
}

/**
 * Whether an address gives prior, costs or other conditions that cannot be used.
 * @param {URLSearchParams} query
 */
export function refusesConditions(query) {
  const fields = conditionsFromQuery(query);
  const costs = CONDITION_KEYS.some((key) => query.has(COSTS[key]) && !(key in fields));
  return costs || FIELDS.some(({ key, name }) => query.has(name) && fields[key] === null);
}

/**
 * [name, text] of each part of the query; a null text removes the part.
 * @param {Conditions} conditions
 * @returns {[string, string | null][]}
 */
export function queryOfConditions(conditions) {
  /** @type {[string, string | null][]} */
  const parts = CONDITION_KEYS.map((key) => [COSTS[key], String(conditions[key])]);
  parts.push(['own', conditions.touched ? '1' : '0']);
  for (const { key, name, write } of FIELDS) parts.push([name, write(conditions[key])]);
  return parts;
}

/** Shares of the least cost by which a threshold of the flat zone may cost more, as in costdash.figures.view. */
const FLAT_CHOICES = [0.02, 0.05, 0.1];
/** The default share. */
export const FLAT = 0.05;

/** Whether What if can value so many further labels. @param {number} count */
export const isLabelCount = (count) => Number.isInteger(count) && count >= 1 && count <= MOST_LABELS;

/** @param {number | null | undefined} count */
const countText = (count) => (count ? String(count) : null);

/** @param {boolean | undefined} on */
const flag = (on) => (on ? '1' : null);

/** Today's threshold or the trial threshold: index, text of the score and model.
   @param {StoredRule | null | undefined} given */
const thresholdText = (given) =>
  given && given.share === undefined ? [given.index, given.text || '', given.model].join(':') : null;

/** @param {string | null} text @param {{ name: string }[]} models @returns {Threshold | null} */
function thresholdOf(text, models) {
  const [index, score, ...name] = (text || '').split(':');
  const model = name.join(':');
  if (!/^\d{1,9}$/.test(index) || !models.some((candidate) => candidate.name === model)) return null;
  if (score !== '' && !Number.isFinite(Number(score))) return null;
  return { model, index: Number(index), text: score || null };
}

/** Column, period, last day with complete labels, and the segment in the panels. @param {View['segment']} given */
const segmentText = (given) =>
  given ? [given.column, given.period, given.until, given.name].map((part) => escapeName(part || '')).join('~') : null;

/** @param {string | null} text @returns {View['segment']} */
function segmentOf(text) {
  const [column, period, until, name] = (text || '').split('~').map(unescapeName);
  return column ? { column, period: period || 'month', until: until || '', name: name || null } : null;
}

/**
 * The answer on blank labels, with the column and the score that it names; null without an answer.
 * @param {Blanks | undefined} blanks
 */
export const labelsText = (blanks) =>
  blanks?.answer ? [blanks.answer, blanks.column ?? '', String(blanks.low ?? '')].map(escapeName).join('~') : null;

/**
 * The answer on blank labels that an address gives.
 * @param {string | null} text
 */
export function labelsOf(text) {
  const [answer, column = '', low = ''] = (text || '').split('~').map(unescapeName);
  return answer ? { answer, column, low } : null;
}

/**
 * The default rows for evaluating the rule: the evaluation part of a split file, otherwise the other folds.
 * @param {{ choose_on?: string | null }} dataset
 */
export const defaultEvaluation = ({ choose_on }) => (choose_on ? 'split' : 'other');

/**
 * The view as parts of the query: models shown, level, and other options of the drawing.
 * @param {CompleteView} view
 * @param {{ models: { name: string }[], choose_on?: string | null }} dataset
 * @returns {[string, string | null][]}
 */
export function queryOfView(view, dataset) {
  const all = view.models.length === dataset.models.length;
  return [
    ['models', all ? null : view.models.map(escapeName).join('~')],
    ['level', String(view.level)],
    ['choose', view.evaluation === defaultEvaluation(dataset) ? null : view.evaluation],
    ['lines', flag(view.lines)],
    ['word', flag(view.score_driven)],
    ['whole', flag(view.roc_whole)],
    ['estimate', view.estimated_prior === false ? '0' : null],
    ['today', thresholdText(view.today)],
    ['chosen', thresholdText(view.trial)],
    ['axis', view.axis === firstAxis() ? null : view.axis || null],
    ['readings', (view.modes || []).join('~') || null],
    ['flat', view.flat === FLAT || !view.flat ? null : String(view.flat)],
    ['segment', segmentText(view.segment)],
    ['more_labels', countText(view.more_labels)],
  ];
}

/**
 * The open tab, and of Compare its two models, as parts of the query.
 * @param {string} tab
 * @param {string[] | null} pair
 * @returns {[string, string | null][]}
 */
export const queryOfOpen = (tab, pair) => [
  ['tab', tab === firstTab() ? null : tab],
  ['pair', comparesPair(tab) && pair ? pair.map(escapeName).join('~') : null],
];

/**
 * The tab and the pair of models that an address names; null where the tab or a model does not exist.
 * @param {URLSearchParams} query
 * @param {{ name: string }[]} models
 */
export function openFromQuery(query, models) {
  const pair = (query.get('pair') || '').split('~').map(unescapeName);
  const exists =
    pair.length === 2 &&
    pair[0] !== pair[1] &&
    pair.every((modelName) => models.some(({ name }) => name === modelName));
  const tab = query.get('tab');
  return { tab: isTab(tab) ? tab : null, pair: exists ? pair : null };
}

/** FNV-1a in 32 bits. @param {string} text */
function hashed(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ Number(letter.codePointAt(0)), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/**
 * Eight digits that differ for data with other totals, models or scores.
 * @param {Dataset} dataset
 */
export function fingerprint({ rows, positives, models }) {
  return hashed(JSON.stringify([rows, positives, models.map(({ name, auc }) => [name, Number(auc).toPrecision(6)])]));
}

/** @param {string | null} text */
const flatOf = (text) => (FLAT_CHOICES.includes(Number(text)) ? Number(text) : FLAT);
/** @param {string | null} text */
const axisOf = (text) => bootData.cost_axes.find(({ key }) => key === text)?.key ?? firstAxis();

/** @param {string | null} text */
const modesOf = (text) => (text || '').split('~').filter((name) => modeRow(name));

/** The models that are shown; `otherwise` if the text names no existing model.
   @param {string | null} text @param {{ name: string }[]} models @param {string[]} otherwise */
function modelsOf(text, models, otherwise) {
  if (text === null) return otherwise;
  const asked = text.split('~').map(unescapeName);
  const on = models.map(({ name }) => name).filter((name) => asked.includes(name));
  return on.length > 0 || asked[0] === '' ? on : otherwise;
}

/**
 * The view that an address gives for a data set. An address with a level was written by the page: missing parts have
 * their defaults. Otherwise only the parts in the address apply.
 * @param {URLSearchParams} query
 * @param {{ models: { name: string }[], choose_on?: string | null }} dataset
 * @param {string[]} otherwise the models shown if the address names none
 * @returns {Partial<View>}
 */
export function viewFromQuery(query, dataset, otherwise) {
  const { models, choose_on } = dataset;
  const ways = ['other', 'same', ...(choose_on ? ['split'] : [])];
  const level = Number(query.get('level'));
  /** @type {[keyof View, string, (text: string | null) => View[keyof View]][]} */
  const parts = [
    ['models', 'models', (text) => modelsOf(text, models, otherwise)],
    ['evaluation', 'choose', (text) => ways.find((way) => way === text) ?? defaultEvaluation(dataset)],
    ['lines', 'lines', (text) => text === '1'],
    ['score_driven', 'word', (text) => text === '1'],
    ['roc_whole', 'whole', (text) => text === '1'],
    ['estimated_prior', 'estimate', (text) => text !== '0'],
    ['today', 'today', (text) => thresholdOf(text, models)],
    ['trial', 'chosen', (text) => thresholdOf(text, models)],
    ['axis', 'axis', axisOf],
    ['modes', 'readings', modesOf],
    ['flat', 'flat', flatOf],
    ['segment', 'segment', segmentOf],
    ['more_labels', 'more_labels', (text) => (isLabelCount(Number(text)) ? Number(text) : null)],
  ];
  const given = parts.filter(([, name]) => query.has('level') || query.has(name));
  return {
    ...(query.has('level') && LEVELS.includes(level) ? { level } : {}),
    ...Object.fromEntries(given.map(([key, name, read]) => [key, read(query.get(name))])),
  };
}
