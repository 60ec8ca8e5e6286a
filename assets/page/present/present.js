/* Presenting: the decision on the whole screen, in four views, with sliders and the prepared scenarios. */

import { flatZone } from '../../core/cost-axes.js';
import { existing } from '../../core/existing.js';
import { expectedCost, resultsAt, totalCost } from '../../core/operating-point.js';
import { FLAT } from '../../text/address.js';
import { caseUnitAt } from '../../text/case-unit.js';
import { limitLineText } from '../../text/conditions.js';
import { againstPhrases, outcomeText, rulePhrases, textOf } from '../../text/decision.js';
import { costFormatter, formatNumber, formatPercent } from '../../text/numbers.js';
import { lastAnswer } from '../../state/answer.js';
import {
  currentCaseUnit,
  currentConditions,
  presentConditions,
  presentDataset,
  setConditions,
} from '../../state/conditions.js';
import { around, elementOf, elementsOf, make } from '../../state/elements.js';
import { on } from '../../state/events.js';
import { notify } from '../../state/notices.js';
import { oncePerFrame } from '../../state/timer.js';
import { presentView } from '../../state/view.js';
import { currentPoint, liveData } from '../../panels/live-point.js';
import { makeSliders } from './sliders.js';
import { costByThreshold, drawThresholds } from './threshold-plot.js';
import { barsView, iconsView, ledgerOf, notesOf, sentenceView, tableView } from './views.js';

/** @import { CompleteConditions, Results } from '../../core/types.js' */
/** @import { Answer, CaseUnit, LiveData, LiveModel, OperatingPoint } from '../../core/wire.js' */
/** @import { Shown } from './views.js' */

const VIEWS = ['sentence', 'icons', 'bars', 'table'];
const SEGMENTS = 'segments'; // one view more, if the card Where the money goes has rows
const THOUSAND_CASES = { cases: 1000 }; // amounts per case are shown for 1,000
const BACK = 'The conditions from before presenting are back. Undo (Ctrl Z) brings the last shown ones.';
/** @type {Record<string, string>} */
const EXPLAINED = { sentence: 'Sentence', icons: 'Icons', bars: 'Bars', table: 'Table', segments: 'Segments' };

const LIMITS = /(\d[\d.,]*(?: %)?(?: to \d[\d.,]*(?: %)?)?)(?=[ .])/; // 0.33 % to 1 %; 27 to 85
const SENTENCE_END = /(?<=\.) /;

/**
 * @typedef {ReturnType<typeof build>} Stage
 * @typedef {Shown & { live: LiveData, results: Results }} ShownNow
 */

/** @type {Stage | null} */
let stage = null; // the elements of the presentation; null while there is none
let view = 'icons';
let step = -1; // place of the scenario that is shown; -1: the conditions at the beginning
/** @type {CompleteConditions | null} */
let opening = null; // the conditions at the beginning

/* The views: with a column chosen in the card Where the money goes also its rows, as they are on the page. */
const shownViews = () => (document.querySelector('.segments-lead') ? [...VIEWS, SEGMENTS] : VIEWS);

const onStage = () => existing(stage, 'presentation');

/* The number of cases that amounts are for. */
function shownCaseUnit() {
  const chosen = currentCaseUnit();
  return chosen && chosen.cases === 1 && !chosen.period ? THOUSAND_CASES : chosen;
}

/** @param {string} selector */
const textAt = (selector) => document.querySelector(selector)?.textContent || '';

/* Whether rows that nobody looked at leave open which rule is best: then the card names both. */
const isOpen = () => document.querySelector('.decision .headline.waits') !== null;

/* Whether a criterion other than least cost chose the rule, such as least cost within a limit. */
const isByCriterion = () => document.querySelector('.decision .headline[data-choice]') !== null;

/* The limit in force, and whether it is one that the cheapest rule keeps. */
function limitNote() {
  const chip = document.querySelector('.decision .limit-chip');
  const isFree = chip !== null && !chip.classList.contains('binds');
  return `${limitLineText(presentConditions())}${isFree ? ': costs nothing' : ''}`;
}

/** What belongs to the rule: its limit, and as on the card that another rule may be as cheap.
   @returns {import('./views.js').Note[]} */
function notesOnRule() {
  const doubts = ['.undecided', '.badge-unsettled'].map((place) => textAt(`.decision ${place}`));
  const notes = [{ text: limitNote(), waits: false }, ...doubts.map((text) => ({ text, waits: true }))];
  return notes.filter(({ text }) => text);
}

/** Both rules, as on the card, and no saving. @param {Answer} answer @param {Results} results */
function openDecision(answer, results) {
  const [rule, outcome, against] = ['.headline', '.say', '.against-line'].map((place) => textAt(`.decision ${place}`));
  const phrases = [{ text: against }];
  return { results, rule, outcome, against: phrases, rates: answer.bars, held: true, limits: { cost: '', saving: '' } };
}

/** The rule and its numbers: of the present point if least cost chooses, otherwise of the answer.
   @param {Answer} answer @param {LiveData} live @param {OperatingPoint} point @param {CaseUnit | null} caseUnit */
function decisionShown(answer, live, point, caseUnit) {
  const results = resultsAt(live, point);
  const { today } = answer.bars;
  if (isOpen()) return openDecision(answer, results);
  if (!isByCriterion() && !answer.bars.review) {
    return {
      results,
      rule: textOf(rulePhrases(live, results)),
      outcome: outcomeText(live, point, results, caseUnit),
      against: againstPhrases(live, point, results, today, caseUnit),
      rates: results,
      held: false,
    };
  }
  const rates = answer.bars;
  const cost = totalCost(point, rates);
  const onRows = { tuned: undefined, expected: undefined };
  const chosen = { ...results, ...onRows, ...rates, cost, saving: results.trivial.cost - cost };
  const against = againstPhrases(live, point, chosen, today, caseUnit);
  return { results, rule: textAt('.headline'), outcome: textAt('.say'), against, rates, held: true };
}

/** @returns {ShownNow | null} */
function shownNow() {
  const [live, point, answer] = [liveData(), currentPoint(), lastAnswer()];
  if (!live || !point || !answer) return null;
  const caseUnit = shownCaseUnit();
  const { cases, words } = caseUnitAt(caseUnit, point.prior);
  const moving = document.body.classList.contains('moving');
  const money = costFormatter(point).bare;
  const { rules, bars } = answer;
  const { interval, today, cost_limits: cost, saving_limits: saving } = bars;
  return {
    live,
    point,
    caseUnit,
    unit: { cases, words },
    moving,
    money,
    rules,
    interval,
    today,
    limits: { cost, saving },
    open: isOpen(),
    notes: notesOnRule(),
    bounds: textAt('.decision .total[data-bounds]'),
    ...decisionShown(answer, live, point, caseUnit),
  };
}

/** The model whose thresholds are drawn: the recommended model, or the cheapest model if no model is worth its errors.
   @param {ShownNow} shown @returns {LiveModel | undefined} */
function modelDrawn({ live, results, point }) {
  /** @param {LiveModel} model */
  const least = (model) => Math.min(...costByThreshold(model, point).map(({ cost }) => cost));
  const chosen = isByCriterion() ? lastAnswer()?.best?.model : null;
  const owner = live.models.find(({ i, name }) => (chosen ? name === chosen : i === results.owner));
  return owner || live.models.slice().sort((a, b) => least(a) - least(b))[0];
}

/** Only the server has every threshold; while conditions move, the drawn thresholds are used. With a limit, the zone is
   of the thresholds that keep it; null where they are not known.
   @param {ShownNow} shown @param {LiveModel} model @param {ReturnType<typeof costByThreshold>} rows */
function zoneOf({ moving }, { name }, rows) {
  const { flat } = existing(lastAnswer());
  if (!moving && flat && flat.model === name) return { ...flat, high: flat.high ?? Infinity };
  if (presentConditions().criterion) return null;
  const share = presentView().flat || FLAT;
  const costs = rows.map(({ cost }) => cost);
  const [high, low] = flatZone(costs, share).map((k) => rows[k]);
  const [from, to] = [low, high].map(({ threshold }) => formatNumber(threshold, 2));
  const words = [`Any threshold from ${from} to ${to}`, `costs at most ${formatPercent(share)} more on these rows`];
  return { low: low.threshold, high: high.threshold, words };
}

/** The threshold of the recommended rule, if it is one of this model.
   @param {ShownNow} shown @param {LiveModel} model */
function bestOf({ results }, model) {
  if (!isByCriterion()) {
    return results.owner === model.i ? { threshold: Number(results.text), text: String(results.text) } : null;
  }
  const best = lastAnswer()?.best;
  return best?.text && best.model === model.name ? { threshold: Number(best.text), text: best.text } : null;
}

/** @param {ShownNow} shown */
function drawCost(shown) {
  const model = modelDrawn(shown);
  if (!model) return;
  const { point, results, unit, rules } = shown;
  const today = rules.find(({ role, model: name, text }) => role === 'Today' && name === model.name && text);
  const rows = costByThreshold(model, point);
  drawThresholds(onStage().plot, {
    rows,
    zone: zoneOf(shown, model, rows),
    best: bestOf(shown, model),
    today: today
      ? { threshold: Number(today.text), text: String(today.text), cost: expectedCost(point, today.fpr, today.tpr) }
      : null,
    trivial: { cost: results.trivial.cost, name: results.trivial.call },
    cases: unit.cases,
    money: costFormatter(point).bare,
    title: `Cost ${unit.words} by threshold of ${model.name}, on these rows`,
  });
}

/* The conditions under which the rule stays the best, with its limits in bold; only the server knows it. */
function showValidity() {
  /** @type {string[]} */
  const [lead = '', note = ''] = (lastAnswer()?.validity || []).map((/** @type {any} */ { props }) =>
    String(props.children || ''),
  );
  const bold = lead.split(LIMITS).map((text, k) => make(k % 2 ? 'b' : 'span', '', text));
  onStage().validity.replaceChildren(...bold, make('span', 'present-sure', ` ${note.split(SENTENCE_END)[0]}`));
  onStage().validity.hidden = bold.length === 1 || isOpen(); // without limits it says nothing
}

/** @type {Record<string, (shown: Shown) => { view: HTMLElement, draw: () => void }>} */
const MAIN = {
  icons: iconsView,
  bars: (shown) => ({ view: barsView(shown), draw: () => {} }),
  table: (shown) => ({ view: tableView(shown), draw: () => {} }),
};

function paint() {
  const shown = shownNow();
  if (!stage || !shown) return;
  stage.root.dataset.view = view;
  stage.sliders.show();
  showValidity();
  if (view === 'sentence') {
    stage.alone.replaceChildren(sentenceView(shown));
    return;
  }
  if (view === SEGMENTS) {
    const rows = elementOf('segment-body').cloneNode(true);
    if (rows instanceof HTMLElement) rows.id = 'present-segments';
    stage.alone.replaceChildren(make('h2', '', 'Where the money goes'), rows);
    return;
  }
  stage.rule.textContent = shown.rule;
  stage.outcome.textContent = shown.outcome;
  stage.notes.replaceChildren(...notesOf(shown));
  const { view: main, draw } = MAIN[view](shown);
  stage.main.replaceChildren(main);
  draw();
  stage.ledger.replaceChildren(ledgerOf(shown));
  drawCost(shown);
}

const paintSoon = oncePerFrame(paint);

/** @param {string} next */
function show(next) {
  view = next;
  for (const button of elementsOf('[data-view-key]', onStage().root)) {
    button.setAttribute('aria-pressed', String(button.dataset.viewKey === view));
  }
  showSteps();
  paintSoon();
}

function backToOpening() {
  const { prior, cost_fn, cost_fp, touched, ranges } = existing(opening);
  setConditions({ prior, cost_fn, cost_fp, touched, ranges });
}

/** The scenarios that were saved, in their order; before the first, the conditions at the beginning.
   @param {number} place */
function goTo(place) {
  const scenarios = presentConditions().scenarios || [];
  if (place < -1 || place >= scenarios.length) return;
  step = place;
  if (step < 0) backToOpening();
  else {
    const { prior, cost_fn, cost_fp } = scenarios[step];
    setConditions({ prior, cost_fn, cost_fp, touched: true });
  }
  const name = step < 0 ? 'Now' : `${step + 1} of ${scenarios.length}: ${scenarios[step].name}`;
  onStage().scenario.textContent = name;
  showSteps();
}

/** Whether there is something before and after: of the scenarios, or without any of the four views.
 */
function showSteps() {
  const { length } = presentConditions().scenarios || [];
  const [at, last] = length > 0 ? [step + 1, length] : [shownViews().indexOf(view), shownViews().length - 1];
  onStage().back.disabled = at <= 0;
  onStage().on.disabled = at >= last;
}

/** To the next of what was prepared: the scenarios, or without any the four views. @param {number} by */
function goOn(by) {
  if ((presentConditions().scenarios || []).length > 0) goTo(step + by);
  else show(shownViews()[Math.min(Math.max(shownViews().indexOf(view) + by, 0), shownViews().length - 1)]);
}

/** @type {Record<string, () => void>} */
const KEYS = {
  PageDown: () => goOn(1),
  PageUp: () => goOn(-1),
  ArrowRight: () => goOn(1),
  ArrowLeft: () => goOn(-1),
  Escape: () => leave(),
};

/** What a key does: 1 to 5 choose a view. @param {string} key @returns {(() => void) | undefined} */
function actOf(key) {
  const numbered = /^[1-5]$/.test(key) ? shownViews()[Number(key) - 1] : '';
  return numbered ? () => show(numbered) : KEYS[key];
}

/** Whether a key is for the control that has the focus: a slider moves itself, and a box is typed into.
   @param {KeyboardEvent} event */
function isForControl({ target, key }) {
  if (around(target, '.present-box')) return key !== 'Escape';
  return around(target, 'input[type=range]') !== null && key.startsWith('Arrow');
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (!stage || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isForControl(event)) return;
  const act = actOf(event.key);
  if (!act) return;
  act();
  event.preventDefault();
  event.stopPropagation();
}

/** @param {string} text @param {() => void} press @param {Record<string, string>} [about] */
function button(text, press, about = {}) {
  const node = make('button', 'quiet', text);
  node.setAttribute('type', 'button');
  for (const [name, value] of Object.entries(about)) node.setAttribute(name, value);
  node.addEventListener('click', press);
  return node;
}

/* The buttons Previous and Next, labelled with their keys. */
function stepButtons() {
  /** @param {string} text @param {string} key @param {number} by */
  const stepButton = (text, key, by) => {
    const about = { 'aria-label': text, title: `${text} (arrow key ${key})` };
    const node = button(key, () => goOn(by), about);
    node.classList.add('present-step');
    return node;
  };
  return [stepButton('Previous', '←', -1), stepButton('Next', '→', 1)];
}

/** @param {HTMLElement} scenario @param {HTMLElement[]} steps */
function topBar(scenario, steps) {
  const { crossfit, hull } = existing(liveData());
  const evaluated = crossfit
    ? 'judged on cases the rule was not tuned on'
    : hull.convex
      ? 'judged on the same rows'
      : 'judged on rows of their own';
  const views = shownViews().map((name, k) =>
    button(EXPLAINED[name], () => show(name), { 'data-view-key': name, title: `Key ${k + 1}` }),
  );
  const theme = button('', () => elementOf('theme-button').click(), { 'aria-label': 'Light or dark' });
  theme.className = 'quiet icon-button';
  const icon = make('span', 'icon');
  icon.style.setProperty('--icon', 'var(--icon-theme)');
  theme.append(icon);
  const end = button('Leave', leave);
  end.classList.add('present-leave');
  end.append(make('kbd', '', 'Esc'));
  const name = make(
    'p',
    'present-file',
    make('span', 'logo'),
    make('span', '', [presentDataset().name, evaluated, textAt('.decision .chipw')].filter(Boolean).join(' · ')),
    scenario,
  );
  const choice = make('div', 'present-views', ...views);
  choice.setAttribute('role', 'group');
  choice.setAttribute('aria-label', 'View');
  return make('div', 'present-bar-top', name, choice, make('div', 'present-end', ...steps, theme, end));
}

function build() {
  const [scenario, alone, rule, outcome] = [
    make('b', ''),
    make('div', 'present-only'),
    make('h2', ''),
    make('p', 'present-outcome'),
  ];
  const [main, ledger, plot] = [make('div', 'present-main'), make('div', 'present-side'), make('div', 'present-plot')];
  main.tabIndex = 0; // it scrolls on a phone
  const sliders = makeSliders();
  const steps = stepButtons();
  const validity = make('p', 'present-validity');
  sliders.node.append(validity);
  const notes = make('div', '');
  const words = make('div', 'present-words', rule, outcome, notes);
  const root = make('div', '', topBar(scenario, steps), alone, words, main, ledger, plot, sliders.node);
  Object.assign(root, { id: 'presentation', tabIndex: -1 });
  for (const [name, value] of Object.entries({ role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Presentation' })) {
    root.setAttribute(name, value);
  }
  return {
    root,
    scenario,
    back: steps[0],
    on: steps[1],
    alone,
    rule,
    outcome,
    notes,
    main,
    ledger,
    plot,
    sliders,
    validity,
  };
}

/** What lies behind the presentation can be neither reached nor read. @param {boolean} inert */
function setBehind(inert) {
  for (const other of document.body.children) if (other.id !== 'presentation') other.toggleAttribute('inert', inert);
}

/** A browser may have no full screen, or refuse it: then the window is used. @param {boolean} on */
function setFullScreen(on) {
  const root = document.documentElement;
  if (on && root.requestFullscreen) root.requestFullscreen().catch(() => {});
  if (!on && document.fullscreenElement) document.exitFullscreen().catch(() => {});
}

function enter() {
  if (stage || !lastAnswer() || !currentConditions()) return;
  opening = { ...presentConditions() };
  step = -1;
  stage = build();
  document.body.append(stage.root);
  document.body.classList.add('presenting');
  setBehind(true);
  setFullScreen(true);
  show(shownViews().includes(view) ? view : VIEWS[0]);
  stage.root.focus();
}

/* The button that opened the presentation, or the menu with this button on a narrow page. */
function focusOpener() {
  const openers = elementsOf('#present, .head-menu');
  [...openers].find((opener) => opener.checkVisibility())?.focus();
}

function leave() {
  if (!stage) return;
  stage.root.remove();
  stage = null;
  document.body.classList.remove('presenting');
  setBehind(false);
  setFullScreen(false);
  focusOpener();
  if (step < 0) return; // what the sliders changed stays
  backToOpening();
  notify(BACK);
}

document.addEventListener('click', (event) => {
  if (around(event.target, '#present')) enter();
});
document.addEventListener('keydown', onKey, true);
// In full screen the browser handles Escape itself and sends no key event.
document.addEventListener('fullscreenchange', () => {
  if (document.fullscreenElement) return;
  if (stage) leave();
  else focusOpener(); // the page has its width back
});
window.addEventListener('resize', paintSoon);
on('panels-moved', paintSoon);
on('answer', paintSoon);
on('conditions-moved', paintSoon);
on('conditions-shown', paintSoon);
