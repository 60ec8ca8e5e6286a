/* What a presentation shows: the sentence alone, or icons, bars or a table beside the ledger and the cost. */

import { caseRates, expectedCost, modelCost, precisionAt, totalCost } from '../../core/operating-point.js';
import { barsOf } from '../../text/bars.js';
import { ledgerLines, ledgerTexts } from '../../text/ledger.js';
import { costFormatter, formatNumber, formatPercent, formatWhole } from '../../text/numbers.js';
import { make } from '../../state/elements.js';
import { drawIcons } from './icons.js';

/** @import { ComparedRule, TodaysBar } from '../../core/wire.js' */
/** @import { Phrase } from '../../text/decision.js' */

/** A short sentence beside the rule; a note that waits is out of date while conditions move.
   @typedef {{ text: string, waits: boolean }} Note */

/**
 * What is presented, at this moment.
 * @typedef {object} Shown
 * @property {import('../../core/wire.js').OperatingPoint} point
 * @property {import('../../core/wire.js').CaseUnit | null} caseUnit
 * @property {{ cases: number, words: string }} unit the number of cases that amounts are for
 * @property {string} rule
 * @property {string} outcome
 * @property {Note[]} notes on the rule: its limit, and doubts
 * @property {Phrase[]} against
 * @property {{ call: string, trivial: { cost: number } }} results what is cheapest here
 * @property {TodaysBar | null} today
 * @property {import('../../core/wire.js').Rates} rates of the rule
 * @property {boolean} held whether the rule waits for the server, as with another criterion
 * @property {boolean} open whether rows that nobody looked at leave open which rule is best
 * @property {string} bounds of the total with such rows; "" without any
 * @property {number[] | null} interval of the rule's cost per case
 * @property {{ cost: string, saving: string }} limits of the rule's cost and of its saving, as words
 * @property {ComparedRule[]} rules all rules that are compared, the recommended rule first
 * @property {boolean} moving whether only this rule's numbers are up to date
 * @property {(amount: number, digits?: number) => string} money
 */

const EQUAL_COSTS = 1e-9; // as in costdash.report.sentences.amounts

/** @param {string} kind */
const glyph = (kind) => make('i', `glyph glyph-${kind}`);

/** @param {Phrase[]} phrases */
const spoken = (phrases) =>
  phrases.map(({ text, role, saves }) => make(role ? 'b' : 'span', saves ? 'saved' : '', text));

/** The limits of the cost and of the saving; an ellipsis until the server has computed them.
   @param {Pick<Shown, 'limits' | 'moving'>} shown @param {...('cost' | 'saving')} parts */
function limitsOf({ limits, moving }, ...parts) {
  const sentences = parts.map((part) => limits[part]).filter(Boolean);
  if (sentences.length === 0) return [];
  return [make('p', 'present-limits', moving ? '…' : sentences.join(' · '))];
}

/** The saving of a rule against another rule, from both costs per case.
   @param {number} cost @param {number} other @param {Shown} shown */
function savedWords(cost, other, { point, unit }) {
  const { bare, errors } = costFormatter(point);
  const saved = other - cost;
  if (Math.abs(saved) <= EQUAL_COSTS * other) return make('td', '', 'the same');
  const amount = bare(unit.cases * Math.abs(saved));
  if (saved > 0) return make('td', 'saved', errors ? `${amount} fewer` : `saves ${amount}`);
  return make('td', '', errors ? `${amount} more` : `costs ${amount} more`);
}

/** Today's rule and no model, each with its cost, the limits of the saving below the rule that they compare with; as a
   sentence where no model is recommended. @param {Shown} shown @returns {HTMLElement[]} */
function againstOf(shown) {
  const { point, rates, today, results } = shown;
  const limits = limitsOf(shown, 'saving');
  if (shown.open || results.call !== 'some') return [make('p', 'present-against', ...spoken(shown.against)), ...limits];
  const others = [...(today && !today.same ? [expectedCost(point, today.fpr, today.tpr)] : []), results.trivial.cost];
  const cost = totalCost(point, rates);
  const [, ...bars] = barsOf(point, rates, today, shown.caseUnit);
  const rows = bars.map(({ label, text }, k) =>
    make('tr', '', make('th', '', label), make('td', '', text), savedWords(cost, others[k], shown)),
  );
  const below = limits.map((line) => make('tr', '', Object.assign(make('th', '', line), { colSpan: 3 })));
  return [make('table', 'present-against', make('tbody', '', ...rows.slice(0, 1), ...below, ...rows.slice(1)))];
}

/** The total, or its bounds, which are longer. @param {Shown} shown @param {{ total?: string }} texts */
const totalOf = ({ bounds }, { total }) => make('b', bounds ? 'present-bounds' : '', bounds || total || '');

/** @param {Shown} shown */
export function ledgerOf(shown) {
  const texts = ledgerTexts(shown.point, shown.rates, shown.caseUnit);
  const rows = ledgerLines(shown.point, shown.rates, shown.caseUnit).map((line) => {
    const { kind, word, count, price, amount, isAllowance } = line;
    const paid = make('td', 'amount', amount || '\u2013');
    if (isAllowance) return make('tr', 'allowance', Object.assign(make('th', '', word), { colSpan: 3 }), paid);
    const cells = [make('td', 'count', count), make('td', 'price', price ? `\u00d7 ${price}` : ''), paid];
    return make('tr', '', make('th', '', glyph(kind), word), ...cells);
  });
  const table = make('table', 'present-ledger', make('tbody', '', ...rows));
  const total = make('p', 'present-total', make('span', '', shown.unit.words), totalOf(shown, texts));
  return make('div', '', table, total, ...limitsOf(shown, 'cost'), ...againstOf(shown));
}

/** The notes on the rule in one paragraph; none without notes. @param {Shown} shown */
export function notesOf({ notes }) {
  if (notes.length === 0) return [];
  return [make('p', 'present-notes', ...notes.map(({ text, waits }) => make('span', waits ? 'waits' : '', text)))];
}

/** @param {Shown} shown */
export function sentenceView(shown) {
  const texts = ledgerTexts(shown.point, shown.rates, shown.caseUnit);
  const words = make('p', '', `${shown.unit.words}. `, ...spoken(shown.against));
  const { cost, saving } = shown.limits;
  const limits = { cost: cost && `Cost ${cost}`, saving };
  return make(
    'div',
    'present-alone',
    make('h2', '', shown.rule),
    make('p', 'present-outcome', shown.outcome),
    ...notesOf(shown),
    make('div', 'present-money', totalOf(shown, texts), words),
    ...limitsOf({ ...shown, limits }, 'cost', 'saving'),
  );
}

const HEADS_APART = 24; // px between both headings
const FEW = 10; // positives below which numbers of cases are not whole

/** @param {Shown} shown */
export function iconsView(shown) {
  const { cases } = shown.unit;
  const { prior } = shown.point;
  const { fpr, tpr } = caseRates(shown.rates);
  const [positives, negatives] = [cases * prior, cases * (1 - prior)];
  const [truePositives, alarms] = [positives * tpr, negatives * fpr];
  const [missed, alone] = [positives - truePositives, negatives - alarms];
  /** @param {number} x */
  const counted = (x) => (positives < FEW ? formatNumber(x) : formatWhole(x));
  /** @param {number} x */
  const rounded = (x) => (positives < FEW ? x : Math.floor(x + 0.5));
  /** @param {...number} parts */
  const total = (...parts) => counted(parts.map(rounded).reduce((sum, part) => sum + part)); // of the parts as shown
  const field = make('div', 'icon-box');
  const right = precisionAt(fpr, tpr, prior);
  const flags = make('div', 'icon-group', make('h3', '', `Flagged: ${total(truePositives, alarms)}`));
  const others = make('div', 'icon-group', make('h3', '', `Not flagged: ${total(missed, alone)}`));
  /** @param {string} kind @param {number} count @param {string} words */
  const key = (kind, count, words) => make('span', '', glyph(kind), `${counted(count)} ${words}`);
  const rightFlags = right && right < 0.5 ? `1 flag in ${formatNumber(1 / right, 2)} is right.` : '';
  const each = cases === 1000 ? '1 mark = 1 case' : `1 mark = ${formatNumber(cases / 1000)} cases, rounded`;
  const keys = make('p', 'icon-keys', key('found', truePositives, 'found'), key('alarm', alarms, 'false alarms'));
  keys.append(key('missed', missed, 'missed'), key('alone', alone, 'correctly left alone'));
  keys.append(make('small', '', each), ...(rightFlags ? [make('small', '', rightFlags)] : []));
  const view = make('div', 'present-icons', make('div', 'icon-heads', flags, others), field, keys);
  const draw = () => {
    const start = drawIcons(field, { truePositives, alarms, missed, alone });
    const [heading] = flags.children;
    const width = heading instanceof HTMLElement ? heading.offsetWidth : 0;
    others.style.left = `${Math.max(start, width + HEADS_APART)}px`; // few flags are narrower than their heading
  };
  return { view, draw };
}

/** @type {Record<string, string>} */
const LABELS = { Today: 'Today: ', 'Without a model': 'No model:' };

/** "≥ 0.37", with a review "≥ 0.93, look from 0.4". @param {ComparedRule} rule */
function thresholdWords({ call, hard, text, look_from: from }) {
  if (call !== 'some') return `flag ${call}`;
  if (hard) return '';
  const flags = text ? [`\u2265\u00a0${formatNumber(Number(text))}`] : [];
  return [...flags, ...(from ? [`look from ${formatNumber(Number(from))}`] : [])].join(', ');
}

/** "Today: model_b ≥ 0.5 (breaks the limit)" @param {ComparedRule} rule */
function nameOf(rule) {
  const { role, model, breaks_limit: breaks } = rule;
  const whose = `${LABELS[role] || ''}${model || (LABELS[role] ? '' : role)}`;
  return `${whose} ${thresholdWords(rule)}`.trim() + (breaks ? ' (breaks the limit)' : '');
}

/** What the reviews of a zone cost per case. @param {import('../../core/wire.js').Rates} rates */
const reviewCost = ({ review }) => (review ? review.share * review.price : 0);

/** What the recommended rule costs above its model by itself; null if that prints as 0. @param {Shown} shown */
function choosingOf({ point, rates, caseUnit, unit }) {
  const texts = ledgerTexts(point, rates, caseUnit);
  const [word, amount] = [texts['choosing-word'], texts['choosing-amount']];
  const cost = unit.cases * (totalCost(point, rates) - modelCost(point, rates));
  return amount ? { word, amount, cost: Math.max(0, cost) } : null;
}

/** The rules that are compared, with what they do to the cases of the unit. Each costs what its model costs by itself:
   only the recommended rule has an allowance for choosing its model, which is shown apart. @param {Shown} shown */
function rulesOf(shown) {
  const { cases } = shown.unit;
  const { prior, cost_fn, cost_fp } = shown.point;
  const { total } = ledgerTexts(shown.point, shown.rates, shown.caseUnit);
  const hasChoosing = choosingOf(shown) !== null;
  return shown.rules.map((rule, k) => {
    const { role } = rule;
    const first = k === 0;
    const rates = first ? shown.rates : rule;
    const inCases = caseRates(rates);
    const cost = cases * modelCost(shown.point, rates);
    const missedCost = cases * prior * cost_fn * (1 - rates.tpr);
    const alarmsCost = cases * (1 - prior) * cost_fp * rates.fpr;
    const reviewedCost = cases * reviewCost(rates);
    return {
      name: nameOf(rule),
      waits: shown.moving && (first ? shown.held : !(role in LABELS)),
      truePositives: cases * prior * inCases.tpr,
      raised: cases * (1 - prior) * inCases.fpr,
      right: precisionAt(inCases.fpr, inCases.tpr, prior),
      missed: missedCost,
      alarms: alarmsCost,
      reviewed: reviewedCost,
      allowance: Math.max(0, cost - missedCost - reviewedCost - alarmsCost),
      cost,
      paid: (first && !hasChoosing && total) || shown.money(cost),
      first,
    };
  });
}

/** The interval of the rule's cost, from end to end.
   @param {Shown} shown @param {number[]} interval @param {number} most */
function whiskerOf({ unit }, interval, most) {
  const [low, high] = interval.map((end) => Math.min(100, (100 * unit.cases * end) / most));
  const whisker = make('u', 'present-whisker');
  whisker.style.left = `${low}%`;
  whisker.style.width = `${high - low}%`;
  return whisker;
}

/** @param {Shown} shown */
export function barsView(shown) {
  const [rules, choosing] = [rulesOf(shown), choosingOf(shown)];
  const most = Math.max(...rules.map(({ cost, first }) => cost + (first && choosing ? choosing.cost : 0))) || 1;
  const rows = rules.map((rule) => {
    const { name, missed, reviewed, alarms, allowance, paid, first, waits } = rule;
    const bar = make('span', 'present-bar');
    for (const [kind, part] of [
      ['missed', missed],
      ['reviewed', reviewed],
      ['alarm', alarms],
      ['allowance', allowance],
      ...(first && choosing ? [['choosing', choosing.cost]] : []),
    ]) {
      const piece = make('i', `bar-${kind}`);
      piece.style.width = `${(100 * Number(part)) / most}%`;
      bar.append(piece);
    }
    if (first && shown.interval && !shown.moving) bar.append(whiskerOf(shown, shown.interval, most));
    const cells = [make('th', '', name), make('td', 'wide', bar), make('td', '', waits ? '…' : paid)];
    const row = make('tr', first ? 'first' : '', ...cells);
    if (waits) row.classList.add('waiting-row');
    return row;
  });
  const keys = make('p', 'bar-keys', make('i', 'bar-missed'), 'missed', make('i', 'bar-alarm'), 'false alarms');
  if (rules.some(({ reviewed }) => reviewed)) keys.append(make('i', 'bar-reviewed'), 'looked at');
  if (rules.some(({ allowance }) => Number(allowance) > 0))
    keys.append(make('i', 'bar-allowance'), 'allowance for tuning');
  if (choosing) keys.append(make('i', 'bar-choosing'), choosingWords(choosing));
  const view = make('div', 'present-bars', make('table', '', make('tbody', '', ...rows)), keys);
  view.style.setProperty('--rows', String(rows.length));
  return view;
}

/** "allowance for choosing among 3 models, +$5,000" @param {{ word: string, amount: string }} choosing */
const choosingWords = ({ word, amount }) => `${word[0].toLowerCase()}${word.slice(1)}, ${amount}`;

/** @param {Shown} shown */
export function tableView(shown) {
  const positives = formatNumber(shown.unit.cases * shown.point.prior);
  const titles = ['Rule', `Found of ${positives}`, 'False alarms', 'Flags that are right', `Cost ${shown.unit.words}`];
  const head = make('tr', '', ...titles.map((title) => make('th', '', title)));
  const rows = rulesOf(shown).map(({ name, truePositives, raised, right, paid, first, waits }) => {
    const cells = [
      formatNumber(truePositives),
      formatNumber(raised),
      right === null ? '\u2013' : formatPercent(Number(right.toPrecision(2))),
      paid,
    ].map((text) => make('td', '', waits ? '…' : text));
    return make('tr', first ? 'first' : '', make('th', '', name), ...cells);
  });
  const choosing = choosingOf(shown);
  const table = make('table', 'present-table', make('thead', '', head), make('tbody', '', ...rows));
  if (choosing) {
    const word = Object.assign(make('th', '', choosing.word), { colSpan: titles.length - 1 });
    table.append(make('tfoot', '', make('tr', 'allowance', word, make('td', '', choosing.amount))));
  }
  table.style.setProperty('--rows', String(rows.length));
  return table;
}
