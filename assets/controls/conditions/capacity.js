/* The box for the most cases that may be flagged, such as 600 a month: the limit of least cost that is one of cases. */

import { bootData } from '../../core/boot-data.js';
import { criterionFields } from '../../core/criteria.js';
import { existing } from '../../core/existing.js';
import { caseLimitTexts, parseLimit, parsePrior, typedCaseLimit } from '../../text/parse.js';
import { presentConditions, setConditions, setLimit } from '../../state/conditions.js';
import { elementOf, make } from '../../state/elements.js';
import { on } from '../../state/events.js';
import { forgetCaseRate, takeCaseRate } from './case-rate.js';
import { showShareMeaning } from './share-meaning.js';

/** @import { CaseUnit } from '../../core/wire.js' */

const HELP = 'A number, such as 600 a month or 100 a day, or a share, such as 10 %.';
let present = ''; // what the box shows of the limit in force

/** @returns {HTMLInputElement} */
function makeBox() {
  const box = Object.assign(make('input', 'limit-box'), { id: 'capacity-box', placeholder: 'no limit' });
  box.autocomplete = 'off';
  box.setAttribute('aria-label', 'Flag at most');
  box.setAttribute('aria-describedby', 'capacity-note');
  elementOf('capacity-field').append(box);
  return box;
}

const boxOf = () => elementOf('capacity-field').querySelector('input') ?? makeBox();

/** The limit of least cost that is one of cases. */
const capacity = () =>
  existing(bootData.criteria.find(({ restricts, fields }) => restricts && fields.limit?.of_cases)).key;

/** The limit in force; null if there is none of cases. */
function limitInForce() {
  const { criterion } = presentConditions();
  return (criterion?.kind === capacity() && criterion.limit) || null;
}

/** @param {string} text why the box is refused */
function say(text) {
  elementOf('capacity-note').textContent = text;
  boxOf().setAttribute('aria-invalid', String(Boolean(text)));
}

/** @param {number} limit @param {CaseUnit | null} [unit] */
const limitCases = (limit, unit = presentConditions().case_unit) => setLimit(capacity(), limit, { case_unit: unit });

/** A bare number from 1 on is one of cases a month, such as "50": 50 % has its sign. @param {string} text */
const withPeriod = (text) => (/^[1-9][\d,.\s]*k?$/i.test(text) ? `${text} a month` : text);

/** @param {string} text */
function take(text) {
  forgetCaseRate();
  say('');
  if (!text) {
    if (limitInForce() !== null) setConditions({ criterion: null });
    return;
  }
  const rate = takeCaseRate(withPeriod(text), elementOf('capacity-note'), limitCases);
  if (rate === true) return;
  const field = criterionFields(capacity()).limit;
  const limit = parseLimit(text, field, limitInForce() ?? field.start, presentConditions().case_unit);
  if (rate || limit === null) {
    say(rate || HELP);
    return;
  }
  limitCases(limit);
  showShareMeaning(elementOf('capacity-note'), text, (meant) => limitCases(existing(parsePrior(meant))), limit);
}

/** Not over a text that is being typed or was refused. */
function show() {
  const box = boxOf();
  const limit = limitInForce();
  const [text, other] = limit === null ? ['', ''] : caseLimitTexts(limit, presentConditions().case_unit);
  const shown = limit === null ? '' : typedCaseLimit(limit, presentConditions().case_unit);
  if (shown === present && (box === document.activeElement || box.getAttribute('aria-invalid') === 'true')) return;
  present = shown;
  box.value = shown;
  box.title = other && `${text}, ${other}`;
  say('');
}

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.id === 'capacity-box') take(target.value.trim());
});
on('conditions-shown', show);
