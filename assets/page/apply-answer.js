/* Shows an answer of the server: texts, tables and figures. */

import { existing } from '../core/existing.js';
import { graphIdOf, modeRow, panelNames } from '../core/panels.js';
import { setCurrency, useCurrency } from '../text/numbers.js';
import { lastAnswer } from '../state/answer.js';
import { presentDataset, settledConditions } from '../state/conditions.js';
import { setProps, writeAfterAnswer } from '../state/dash.js';
import { dataOf, elementOf, elementsOf } from '../state/elements.js';
import { on } from '../state/events.js';
import { followModels, forgetTabModels } from '../state/tab-models.js';
import { makeTimer } from '../state/timer.js';
import { settleCard } from '../panels/decision-text.js';
import { setLiveData, settlePoint } from '../panels/live-point.js';
import { settleChoice } from '../panels/overlays/criterion.js';
import { drawFigure, watchPanels } from '../panels/plotly-adapter.js';
import { drawMoved } from '../panels/plotly-moved.js';
import { inWindow } from '../panels/zoom.js';
import { drawConditionsBar } from '../controls/conditions/conditions-bar.js';
import { fillElement } from './dom.js';
import { settleRangesTable } from './tables.js';
import { inTheme } from './theme.js';
import { beginTour, placeTour } from './tour.js';

/** @import { FigureMeta } from '../core/types.js' */
/** @import { Answer } from '../core/wire.js' */

const SPEAK_AFTER = 400; // ms, so that the live region speaks once and not at every step
/** id of an element -> the part of the answer that fills it @type {Record<string, keyof Answer>} */
const ELEMENTS = {
  decision: 'decision',
  'panels-key': 'key',
  'models-note': 'standing',
  validity: 'validity',
  rules: 'rules_table',
  confusion: 'confusion',
  against: 'against',
  'today-note': 'today_note',
  'scenario-table': 'scenarios',
};
const speaking = makeTimer();
let sameRows = '';

/** @param {string} text */
function speak(text) {
  speaking.start(() => {
    const liveRegion = document.getElementById('spoken-decision');
    if (liveRegion && liveRegion.textContent !== text) liveRegion.textContent = text;
  }, SPEAK_AFTER);
}

/** @param {Record<string, string>} labels */
function labelPanels(labels) {
  for (const [id, sentence] of Object.entries(labels)) {
    const card = document.querySelector(`[data-panel="${graphIdOf(id)}"]`);
    if (card) card.setAttribute('aria-label', sentence);
  }
}

/** Previews the evaluation on the same rows.
   @param {string} text */
function describeSameRows(text) {
  if (text === sameRows) return;
  sameRows = text;
  writeAfterAnswer('evaluation-same', () => setProps('evaluation-same', { description: text }));
}

/** @param {Answer} answer */
function showTexts(answer) {
  for (const [id, part] of Object.entries(ELEMENTS)) fillElement(id, answer[part]);
  panelNames().forEach((name, i) => fillElement(graphIdOf(name) + '-note', answer.notes[i]));
  // Not by :has() in the style sheet: on the body, every change anywhere would style the whole page anew.
  document.body.classList.toggle('lacks-probabilities', document.querySelector('.no-probabilities') !== null);
  settleRangesTable(answer.optimal_ranges);
  settleChoice(answer.choice);
  settleCard(answer);
  labelPanels(answer.labels);
  describeSameRows(answer.optimism);
  const rule = document.querySelector('.headline');
  if (rule) document.title = `${presentDataset().name}: ${rule.textContent}`;
  document.body.classList.toggle('refining', answer.refining);
  if (!answer.refining) speak(answer.spoken);
}

/** Of the explanations of a panel, that of its mode or axis is in sight, or the first.
   @param {string} id @param {string} [key] */
function explain(id, key) {
  const parts = elementsOf(`[data-explains="${id}"] > *`);
  const shown = parts.find(({ dataset }) => dataset.help === key) || parts[0];
  for (const part of parts) part.hidden = part !== shown;
}

/** The heading of a panel, its help and its name in the switch of a narrow page follow its mode; the note of one
   without thresholds, or with more than curves, is in sight.
   @param {string} id @param {FigureMeta} meta */
function entitle(id, { mode: shown, cost_axis: axis, steps }) {
  const mode = modeRow(shown?.key);
  const panel = document.querySelector(`[data-panel="${id}"]`);
  if (!panel) return;
  panel.toggleAttribute('data-read', Boolean(mode && !mode.axes));
  panel.toggleAttribute('data-steps', Boolean(steps));
  explain(id, (shown || axis)?.key);
  for (const name of elementsOf(`[data-panel="${id}"] h2, [data-shows-panel="${id}"]`)) {
    const curvesTitle = name.dataset.curvesTitle || name.textContent;
    name.dataset.curvesTitle = curvesTitle;
    const title = mode ? mode.title : curvesTitle;
    if (name.textContent !== title) name.textContent = title;
    nameButtons(panel, title);
  }
}

/** @param {Element} panel @param {string} title */
function nameButtons(panel, title) {
  for (const button of panel.querySelectorAll('.panel-help, .panel-more')) {
    const [what] = (button.getAttribute('aria-label') || '').split(': ');
    button.setAttribute('aria-label', `${what}: ${title}`);
  }
}

/** @param {Answer['figures']} figures */
function draw(figures) {
  for (const name of panelNames()) {
    const [figure, id] = [inTheme(figures[name]), existing(graphIdOf(name))];
    drawFigure(id, inWindow(name, figure), drawMoved);
    entitle(id, figure.layout.meta);
  }
  watchPanels();
}

/** The tabs show the recommended model and the two cheapest, until the user chooses others.
   @param {Answer} answer @param {boolean} fresh */
function followAnswer({ best, cheapest }, fresh) {
  const first = fresh ? presentDataset().models[0].name : undefined;
  const model = best ? best.model : first;
  const pair = fresh || cheapest.length === 2 ? cheapest : [];
  const [a, b] = fresh ? [pair[0] || null, pair[1] || null] : pair;
  writeAfterAnswer('tab_models', () => {
    if (fresh) forgetTabModels();
    followModels(model, [a, b]);
  });
}

on('answer', (answer, previous) => {
  document.documentElement.classList.toggle('viewing', Boolean(presentDataset().until));
  requestAnimationFrame(previous ? placeTour : beginTour);
  followAnswer(answer, !previous || previous.live.revision !== answer.live.revision);
  setCurrency(JSON.parse(dataOf(elementOf('page-body'), 'currency')));
  useCurrency(settledConditions()?.currency);
  setLiveData(answer.live);
  settlePoint(settledConditions());
  drawConditionsBar(); // it is on the page now, whenever Dash drew it
  showTexts(answer);
  draw(answer.figures);
});

/* Scripts have rewritten the card without what only the server knows, such as limits; no new answer comes. */
on('point-returned', () => {
  const answer = lastAnswer();
  if (answer) showTexts(answer);
});

on('figures-outdated', () => {
  const answer = lastAnswer();
  if (answer) draw(answer.figures);
});
