/* The box in which today's rule is typed: a model, and its threshold or the share of cases that it flags. */

import { formatPrior, parseDecimal, parsePrior, parseRule, parseWholeShare, priorNear } from '../text/parse.js';
import { lastAnswer } from '../state/answer.js';
import { presentDataset } from '../state/conditions.js';
import { setProps } from '../state/dash.js';
import { around, elementOf, firstOf, inputOf } from '../state/elements.js';
import { on } from '../state/events.js';
import { presentView } from '../state/view.js';
import { liveData } from '../panels/live-point.js';
import { forgetShareMeaning, showShareMeaning } from './conditions/share-meaning.js';

/** @import { StoredRule, TodaysRule, View } from '../core/wire.js' */

const FEW = 12; // scores that are offered in a list
const EVEN = 0.5;
/** @type {Record<string, string>} */
const written = {}; // last properties written to each box, as JSON

/** @param {string} id @param {Record<string, unknown>} props */
function write(id, props) {
  const text = JSON.stringify(props);
  if (written[id] === text) return;
  written[id] = text;
  setProps(id, props);
}

/** @type {string | null} */
let picked = null; // the model of a rule that has no threshold yet

/* The models that are on: the recommended model, or the cheapest if none is recommended, then the others. */
const offered = () => [...new Set([...(lastAnswer()?.cheapest ?? []), ...presentView().models])];

/* The model of the box: the model of today's rule, the picked model, or the first that is offered. */
const modelShown = () => presentView().today?.model || picked || offered()[0] || presentDataset().models[0].name;

/** @param {string} name */
const liveModel = (name) => {
  const live = liveData();
  return (live && live.models.find((candidate) => candidate.name === name)) || null;
};

/** The scores of a model with few distinct scores, as they can be typed; empty for other models.
   @param {string} name */
function fewScores(name) {
  const model = liveModel(name);
  const scores = model ? [...new Set(model.text.filter((text) => text))].reverse() : [];
  return scores.length <= FEW ? scores : [];
}

/** Whether the threshold lies among the scores of a model. @param {string} name @param {number} threshold */
function hasScoresAround(name, threshold) {
  const scores = (liveModel(name)?.text ?? []).filter((text) => text).map(Number);
  return threshold >= Math.min(...scores) && threshold <= Math.max(...scores);
}

/** The model of a threshold that was typed without a name: that of the box; if nobody chose it and it has no such
   scores, one that has. @param {number} threshold */
function modelOf(threshold) {
  const isChosen = presentView().today || picked;
  return (!isChosen && offered().find((name) => hasScoresAround(name, threshold))) || modelShown();
}

/** @type {{ model: string, index: number | null, asked: string } | null} */
let nearest = null; // the rule that is nearest to the share that was typed, and that share
/** @type {Set<string>} */
const typing = new Set(); // boxes whose text is not yet committed: no answer overwrites it

/** "Saved: rf at 0.37." "Saved: flags nothing (above the highest score, 5)."
   @param {TodaysRule} today @param {string[]} scores */
function savedWords(today, scores) {
  const rule = today.text
    ? `${today.model} at ${today.text}`
    : `flags nothing (above the highest score, ${today.highest})`;
  const near = isNearest(today) ? ` ${today.share}: the nearest rule to ${nearest?.asked}.` : '';
  return `Saved: ${rule}.${near}${wordsOfScores(scores)}`;
}

/** "rf ≥ 0.37", in the button that opens the box. @param {TodaysRule} today */
const ruleWords = (today) => (today.text ? `${today.model} ≥ ${today.text}` : 'flags nothing');

/** @param {string[]} scores */
const wordsOfScores = (scores) => (scores.length > 0 ? ` Its scores: ${scores.join(', ')}.` : '');

/** @param {string} model @param {string[]} scores */
const askedWords = (model, scores) =>
  `Type the threshold of ${model} today, or the share of cases that it flags.${wordsOfScores(scores)}`;

/** @param {TodaysRule} today */
const isNearest = ({ model, index, share }) =>
  nearest !== null && nearest.model === model && nearest.index === index && nearest.asked !== share;

/** @param {TodaysRule | null} today */
function say(today) {
  const place = document.getElementById('today-sentence');
  if (!place) return;
  const model = today?.model ?? modelShown();
  const scores = fewScores(model);
  place.textContent = today ? savedWords(today, scores) : askedWords(model, scores);
  elementOf('today-scores').replaceChildren(...scores.map((score) => new Option(score, score)));
}

/** The page knows the model of today's rule; nothing is compared with a threshold that nobody has typed.
   @param {string} model */
function pick(model) {
  picked = model;
  delete written['today-model'];
  say(null);
  elementOf('today-threshold').focus();
}

/** Forgets what was written, so that the next answer shows the value again. @param {string} id @param {string} error */
const refuse = (id, error) => {
  delete written[id];
  setProps(id, { error });
  return {};
};

/** The fields of the view that a new value of each control changes.
   @type {Record<string, (value: any) => Partial<View>>} */
export const TODAY = {
  'today-model'(value) {
    const { today } = presentView();
    forgetShareMeaning();
    if (value === modelShown()) return {};
    const scores = fewScores(value);
    const text = today?.text;
    if (text && (scores.length === 0 || scores.includes(text))) return { today: { model: value, index: 0, text } };
    pick(value);
    return today ? { today: null } : {};
  },
  'today-threshold'(value) {
    const { today } = presentView();
    typing.delete('today-threshold');
    forgetShareMeaning();
    if (value === '' || (today && today.text === value)) return {};
    const names = presentDataset().models.map(({ name }) => name);
    const { model: named, score } = parseRule(value, names);
    const threshold = parseDecimal(score);
    const model = named ?? modelOf(threshold);
    if (Number.isNaN(threshold)) return refuse('today-threshold', `A number, such as 0.5 or ${model} 0.5.`);
    return { today: { model, index: 0, text: String(threshold) } };
  },
  'today-share'(value) {
    const { today } = lastAnswer() || {};
    typing.delete('today-share');
    if (value === '' || (today && today.share === value)) return {};
    const present = parsePrior(today?.share || '') ?? EVEN; // without a rule a bare 0.3 is 30 %
    const share = priorNear(value, present) ?? parseWholeShare(value);
    if (share === null) return refuse('today-share', 'A share from 0 to 100 %, such as 5 %.');
    showShareMeaning(
      document.getElementById('today-share-meaning'),
      value,
      (text) => setProps('today-share', { value: text }),
      share,
    );
    nearest = null;
    delete written['today-share']; // shows the share of the rule, even if it has not changed
    return { today: { model: modelShown(), index: 0, text: null, share } };
  },
  'today-recommended'() {
    const { best } = lastAnswer() || {};
    return best ? { today: best } : {};
  },
};

/** Threshold and share of the rule, but not over a text that is being typed.
   @param {TodaysRule | null} today @param {StoredRule | null} stored */
function showBoxes(today, stored) {
  const asTyped = (stored && stored.share === undefined && stored.text) || ''; // where no score reaches it
  const values = today ? [today.text || asTyped, today.share] : ['', ''];
  ['today-threshold', 'today-share'].forEach((id, k) => {
    if (!typing.has(id)) write(id, { value: values[k], error: false });
  });
}

/** @type {string | null} */
let revision = null; // of the data that the boxes belong to

/* Texts that were typed beside other data. */
function forgetTyped() {
  if (revision === presentDataset().revision) return;
  revision = presentDataset().revision;
  picked = null;
  typing.clear();
  for (const id of ['today-threshold', 'today-share']) delete written[id];
}

on('answer', ({ today }) => {
  forgetTyped();
  const names = presentDataset().models.map(({ name }) => name);
  const { today: stored } = presentView();
  if (today) picked = null;
  firstOf('.today-chip').hidden = !today;
  const words = today ? ruleWords(today) : 'none';
  Object.assign(elementOf('today-open'), { textContent: words, title: words });
  write('today-model', { data: names, value: modelShown() });
  showBoxes(today, stored);
  const share = today ? stored?.share : undefined;
  if (today && typeof share === 'number')
    nearest = { model: today.model, index: today.index, asked: formatPrior(share) };
  say(today);
  if (!today || share === undefined) return;
  const { index, text } = today; // the share has become a threshold, which stays where conditions change
  setProps('panel-choice', { data: { what: 'today', model: today.model, index, text, at: Date.now() } });
});

on('typing-undone', ({ id }) => {
  if (id !== 'today-threshold' && id !== 'today-share') return;
  typing.delete(id);
  showBoxes(lastAnswer()?.today ?? null, presentView().today);
});

/* Who opens the box types at once. */
document.addEventListener('click', ({ target }) => {
  if (!around(target, '.today-open') || elementOf('today-box').hidden) return;
  requestAnimationFrame(() => inputOf('today-threshold').select());
});

document.addEventListener('input', ({ target }) => {
  const { id } = /** @type {HTMLElement} */ (target);
  if (id === 'today-threshold' || id === 'today-share') typing.add(id);
});
