/* The bar that stays when the decision has scrolled out of view: rule, total, saving, three boxes, PC(+). */

import { pcfOf } from '../../core/operating-point.js';
import { CONDITION_KEYS, pcfRange } from '../../core/ranges.js';
import { caseUnitAt } from '../../text/case-unit.js';
import { formatNumber } from '../../text/numbers.js';
import { shortSpan } from '../../text/sensitivity.js';
import { currentConditions } from '../../state/conditions.js';
import { dataOf, elementOf, elementsOf, firstOf } from '../../state/elements.js';
import { on } from '../../state/events.js';
import { makePlainBox, showInBox } from '../conditions/plain-box.js';
import { isRange } from '../conditions/ranges.js';

/** @import { ConditionKey } from '../../core/types.js' */

const bar = () => elementOf('sticky-bar');
/** @param {string} name */
const part = (name) => firstOf(`[data-sticky="${name}"]`, bar());
/** @param {Element | null | undefined} node */
const textOf = (node) => (node ? node.textContent.trim() : '');

function makeBoxes() {
  for (const place of elementsOf('[data-sticky-box]', bar())) {
    if (place.querySelector('input')) continue;
    const key = /** @type {ConditionKey} */ (dataOf(place, 'stickyBox'));
    const { box, meaning } = makePlainBox(key);
    place.append(box, meaning);
  }
}

/** @param {(Node | string)[]} nodes */
function putRule(nodes) {
  part('rule').replaceChildren(...nodes.map((node) => (node instanceof Node ? node.cloneNode(true) : node)));
}

function isCut() {
  const model = part('rule').querySelector('[data-role="model"]');
  return [part('rule'), model].some((node) => node && node.scrollWidth > node.clientWidth);
}

/* The headline, with its colours, in fewer words; "logistic ≥ 0.069" where there is little room. */
function writeRule() {
  const headline = document.querySelector('#decision .headline');
  if (!headline) return;
  putRule([...headline.childNodes]);
  const first = part('rule').firstChild;
  if (first?.textContent) first.textContent = first.textContent.replace('Flag a case when', 'Flag when');
  const [models, thresholds] = ['model', 'threshold'].map((role) => headline.querySelectorAll(`[data-role="${role}"]`));
  const simple = models.length === 1 && thresholds.length === 1;
  if (simple && isCut()) putRule([models[0], ' ≥ ', thresholds[0]]);
}

/* "saves $153,000 against today's rule": against today's rule if it is set, else against no model. */
function savingWords() {
  const line = document.querySelector('.decision .against-line');
  for (const [role, whom] of Object.entries({ 'against-today': "today's rule", saving: 'no model' })) {
    const amount = line && line.querySelector(`[data-role="${role}"]`);
    if (!amount) continue;
    return textOf(amount.nextElementSibling).endsWith(` against ${whom}`)
      ? `saves ${textOf(amount)} against ${whom}`
      : '';
  }
  return '';
}

function write() {
  const now = currentConditions();
  if (!document.getElementById('sticky-bar') || !now) return;
  makeBoxes();
  writeRule();
  const total = textOf(document.querySelector('.decision .total'));
  part('cost').textContent = total;
  part('per').textContent = total ? caseUnitAt(now.case_unit, now.prior).per : '';
  part('saving').textContent = savingWords();
  part('saving').setAttribute('title', textOf(document.querySelector('.decision .against-line')));
  part('pcf').textContent = now.ranges ? shortSpan(...pcfRange(now.ranges)) : formatNumber(pcfOf(now));
  for (const key of CONDITION_KEYS) {
    showInBox(/** @type {HTMLInputElement} */ (firstOf(`[data-sticky-box="${key}"] input`, bar())), key, now);
  }
  const anyRange = CONDITION_KEYS.some((key) => isRange(now.ranges, key));
  bar().classList.toggle('with-ranges', anyRange);
}

const watched = new WeakSet();
/* The bar comes when the decision goes. */
function watchDecision() {
  const decision = document.querySelector('.decision');
  if (!decision || watched.has(decision)) return;
  watched.add(decision);
  const margin = '-48px 0px 0px 0px'; // the top bar covers that much
  new IntersectionObserver(
    ([{ isIntersecting, boundingClientRect }]) => {
      const away = !isIntersecting && boundingClientRect.top < 0;
      bar().hidden = !away || document.body.classList.contains('present');
      if (!bar().hidden) writeRule();
    },
    { rootMargin: margin },
  ).observe(decision);
}

const writeSoon = () => requestAnimationFrame(write);
on('answer', () => {
  watchDecision();
  setTimeout(write, 0);
});
window.addEventListener('resize', writeSoon);
on('panels-moved', writeSoon);
on('conditions-shown', writeSoon);
