/* The field of the review: a price, who looks and how many. Off until it is added; Undo brings a removed one back. */

import { existing } from '../../core/existing.js';
import { limitPrice } from '../../core/review-zone.js';
import { roundToThree } from '../../core/scales.js';
import { formatNumber, shortenName } from '../../text/numbers.js';
import { caseLimitTexts, formatBoxCost, parseAmount, parseCaseLimit, parseWholeShare } from '../../text/parse.js';
import { lastAnswer } from '../../state/answer.js';
import { dragConditions, presentConditions, presentDataset, setConditions } from '../../state/conditions.js';
import { on } from '../../state/events.js';
import { moveReview } from '../../panels/decision-text.js';
import { isAskingCaseRate, takeCaseRate } from './case-rate.js';
import { showSlider } from './slider.js';

/** @import { CompleteConditions } from '../../core/types.js' */
/** @import { Review } from '../../core/wire.js' */

const PRICE_HELP = 'A price, such as 2 or 0.5.';
const SHARE_HELP = 'A share from 0 to 100.';
const CAPACITY_HELP = 'A share, such as 5 %, or a number, such as 100 a day.';
const NO_HELP = 'A reviewer who is right no more often than chance cannot help.';
const START = 0.4; // of the limit price, for a review that is added
const DECADES = 2.5; // of the slider, below the limit price
const LONGEST_WHO = 16; // letters of the column that decides

/** @param {string} id */
const at = (id) => document.getElementById(id);

/** @param {string} label @param {(text: string) => string} take returns why a text is refused, or "" */
function makeBox(label, take) {
  const input = document.createElement('input');
  input.className = 'review-box';
  input.autocomplete = 'off';
  input.setAttribute('aria-label', label);
  input.addEventListener('change', () => {
    const error = take(input.value);
    input.toggleAttribute('aria-invalid', error !== '');
    if (error) input.setAttribute('aria-invalid', 'true');
    input.title = error;
    say(error);
  });
  input.addEventListener('keydown', ({ key }) => key === 'Enter' && input.dispatchEvent(new Event('change')));
  input.addEventListener('blur', () => {
    if (!isAskingCaseRate() && !input.hasAttribute('aria-invalid')) show(presentConditions());
  });
  return input;
}

/** @param {string} text */
function say(text) {
  const note = at('review-note');
  if (note && note.textContent !== text) note.textContent = text;
}

/** @param {Partial<Review>} fields @returns {Review | null} */
function changed(fields) {
  const { review } = presentConditions();
  return review ? { ...review, ...fields } : null;
}

/** @param {string} text */
function takePrice(text) {
  const price = text.trim() === '' ? null : parseAmount(text);
  if (text.trim() === '') setConditions({ review: null });
  else if (price === null || price < 0) return PRICE_HELP;
  else setConditions({ review: changed({ price }) });
  return '';
}

/** A share of 100 positives or negatives. @param {'sensitivity' | 'specificity'} key */
const takeShare = (key) => (/** @type {string} */ text) => {
  const typed = parseAmount(text.replace('%', ''));
  const share = typed === null ? null : typed / 100;
  const review = share === null ? null : changed({ [key]: share });
  if (!review || share === null || share < 0 || share > 1) return SHARE_HELP;
  if ((review.sensitivity ?? 1) + (review.specificity ?? 1) <= 1) return NO_HELP;
  setConditions({ review });
  return '';
};

/** The share that a number of cases is: 300 of those that amounts are for, or 100 a day. @param {string} text */
function shareOfCount(text) {
  const unit = presentConditions().case_unit;
  const number = text.includes('%') ? null : parseAmount(text);
  if (number !== null && number >= 1 && unit && number <= unit.cases) return number / unit.cases;
  return parseCaseLimit(text, unit);
}

/** A share such as 5 %, a number of cases, or nothing. @param {string} text */
function takeCapacity(text) {
  const rate = takeCaseRate(text, existing(capacity.closest('label')), (share, unit) =>
    setConditions({ review: changed({ capacity: share }), case_unit: unit }),
  );
  if (rate) return rate === true ? '' : rate;
  const share = shareOfCount(text) ?? parseWholeShare(text);
  if (text.trim() === '') setConditions({ review: changed({ capacity: null }) });
  else if (share === null) return CAPACITY_HELP;
  else setConditions({ review: changed({ capacity: share }) });
  return '';
}

const box = makeBox('Price of a review', takePrice);
const capacity = makeBox('Largest share or number of cases that can be reviewed', takeCapacity);
const finds = makeBox('Finds, of 100 positives', takeShare('sensitivity'));
const clears = makeBox('Clears, of 100 negatives', takeShare('specificity'));
const verdicts = makeVerdicts();

/** Whether the verdicts of the file's reviewer decide, in place of two shares. */
function makeVerdicts() {
  const input = Object.assign(document.createElement('input'), { type: 'checkbox' });
  input.addEventListener('change', () => {
    setConditions({ review: changed({ column: input.checked ? presentDataset().reviewer : null }) });
  });
  return input;
}

/** @param {string} before @param {HTMLInputElement} box @param {string} after */
function row(before, box, after) {
  const label = document.createElement('label');
  label.className = 'control-row';
  label.append(before, box, after);
  return label;
}

/* The boxes are put into their places when the page is there. */
function build() {
  const [field, menu] = [at('review-field'), at('review-menu')];
  if (!field || !menu || box.isConnected) return;
  field.append(box);
  const heading = document.createElement('h3');
  heading.textContent = 'Who looks, and how many';
  const rows = [
    row('At most', capacity, 'of cases'),
    row('', verdicts, ''),
    row('finds, of 100 positives', finds, ''),
    row('clears, of 100 negatives', clears, ''),
  ];
  menu.append(heading, ...rows);
  at('review-add')?.addEventListener('click', add);
  at('review-remove')?.addEventListener('click', () => setConditions({ review: null }));
  at('review-who')?.addEventListener('click', () => requestAnimationFrame(() => menu.hidden || capacity.focus()));
  capacity.addEventListener('focus', () => capacity.select());
  at('review-best')?.addEventListener('click', () => setConditions({ review: changed({ between: null }) }));
}

/** A review of a price that pays. */
function add() {
  const now = presentConditions();
  const { reviewer } = presentDataset();
  const price = { price: roundToThree(START * limitPrice({}, now)) };
  setConditions({ review: reviewer ? { ...price, column: reviewer } : price });
  show(presentConditions()); // at once: what is typed next is the price
  box.focus();
  box.select();
}

/** @param {number} share */
const capacityWords = (share) => caseLimitTexts(share, presentConditions().case_unit)[0];

/** Who looks and how many, in a few words. @param {Review} review */
function whoWords({ sensitivity = 1, specificity = 1, capacity: share, column }) {
  const most = share === null || share === undefined ? 'No limit' : `At most ${capacityWords(share)}`;
  if (column) return `${most}, as ${shortenName(column, LONGEST_WHO)}`;
  const perfect = sensitivity === 1 && specificity === 1;
  const right = perfect ? 'perfect' : `${formatNumber(100 * sensitivity)} and ${formatNumber(100 * specificity)}`;
  return `${most}, ${right}`;
}

/** @param {HTMLInputElement} box @param {string} text */
function write(box, text) {
  if (box !== document.activeElement && box.value !== text) box.value = text;
}

/** The price up to which a review pays; by a column of verdicts only the server knows it.
   @param {Review} review @param {CompleteConditions} now */
function limitOf(review, now) {
  return (review.column && lastAnswer()?.review_state?.limit_price) || limitPrice(review.column ? {} : review, now);
}

/** @param {CompleteConditions} now */
function follow(now) {
  const { review } = now;
  moveReview(review);
  if (!review) return;
  const limit = limitOf(review, now);
  write(box, formatBoxCost(review.price));
  const place = at('review-limit');
  if (place) place.textContent = `pays up to ${formatBoxCost(roundToThree(limit))}`;
  const share = Math.log10(Math.max(review.price, limit * 10 ** -DECADES) / limit) / DECADES + 1;
  showSlider('review-slider', {
    places: [Math.min(Math.max(share, 0), 1)],
    labels: ['Price of a review'],
    texts: [formatBoxCost(review.price)],
    ticks: [],
    onSlide: (at) => dragConditions({ review: changed({ price: roundToThree(limit * 10 ** ((at - 1) * DECADES)) }) }),
  });
}

/** The boxes of who looks and how many. @param {Review} review */
function showWho(review) {
  const { sensitivity = 1, specificity = 1, capacity: share = null } = review;
  write(capacity, share === null ? '' : capacityWords(share));
  write(finds, formatNumber(100 * sensitivity));
  write(clears, formatNumber(100 * specificity));
  const { reviewer } = presentDataset();
  const [line, ...shares] = [verdicts, finds, clears].map((each) => existing(each.closest('label')));
  line.hidden = !reviewer;
  verdicts.checked = Boolean(review.column);
  existing(line.lastChild).textContent = `its verdicts are in the file: ${shortenName(reviewer ?? '', LONGEST_WHO)}`;
  for (const each of shares) each.hidden = Boolean(review.column);
  const best = at('review-best');
  if (best) best.hidden = !review.between;
  const who = at('review-who');
  if (who) who.textContent = whoWords(review);
}

/** @param {CompleteConditions} now */
function show(now) {
  build();
  const [bar, condition, door] = [at('conditions-bar'), at('review-condition'), at('review-add')];
  if (!bar || !condition || !door) return;
  const { review } = now;
  bar.classList.toggle('with-review', Boolean(review));
  [condition.hidden, door.hidden] = [!review, Boolean(review)];
  if (!review) return;
  showWho(review);
  follow(now);
  say(lastAnswer()?.review_state?.note ?? '');
}

on('conditions-shown', show);
on('conditions-moved', follow);
on('answer', (answer) => {
  say(answer.review_state?.note ?? '');
  if (presentConditions().review?.column) follow(presentConditions());
});
