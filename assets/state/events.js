/* Event bus: modules announce changes to modules that they must not import.
 *
 * Listeners of an event must not depend on the order in which they are called: it follows from the order of the imports.
 * If an action must follow another, call both from one listener, or emit a second event. Tests call the listeners in
 * the reverse order as well (`reverseListeners`).
 */

/** @import { CompleteConditions, Results } from '../core/types.js' */
/** @import { Answer, Conditions, Dataset } from '../core/wire.js' */

/**
 * The events with what they tell.
 * @typedef {{
 *   'panel-drawn': [name: string], // plotly has drawn a panel
 *   'panels-moved': [results: Results | null], // scripts have redrawn the panels; null if live data are new
 *   'point-moved': [conditions: CompleteConditions], // prior, costs or ranges changed
 *   'point-returned': [], // the panels are back at the conditions of the last answer
 *   'point-forgotten': [], // another data set is shown: the operating point of the old data set is void
 *   'pcf-dragged': [pcf: number], // the user drags the operating point along PC(+)
 *   'prior-dragged': [prior: number], // the user drags the operating point along the share of positives
 *   'pcf-released': [], // the user has released the operating point
 *   'drag-cancelled': [], // the browser has taken the pointer: the values before the drag apply again
 *   'conditions-moved': [now: CompleteConditions], // the conditions change while a control is dragged
 *   'conditions-shown': [now: CompleteConditions], // all controls are to show these conditions
 *   'view-shown': [dataset: Dataset], // all controls are to show the current view
 *   'question-changed': [], // conditions or view need a new answer
 *   'answer': [answer: Answer, previous: Answer | null], // the newest question is answered
 *   'unanswered': [], // the newest question has no answer, of which a notice says why
 *   'figures-outdated': [], // the last answer has to be drawn again
 *   'ranges-worded': [rows: string[][]], // table rows for the ranges while they are dragged
 *   'typing-undone': [box: HTMLInputElement], // Escape: the box is to show the value in use, without an error
 *   'address-visited': [fields: Partial<Conditions>], // back or forward in the browser's history
 * }} Events
 */

/** @type {Map<string, ((...details: any[]) => void)[]>} */
const listeners = new Map();
let reversed = false; // in tests only

/**
 * @template {keyof Events} E
 * @param {E} event
 * @param {(...details: Events[E]) => void} listener
 */
export function on(event, listener) {
  listeners.set(event, [...(listeners.get(event) || []), listener]);
}

/**
 * Calls all listeners of an event.
 * @template {keyof Events} E
 * @param {E} event
 * @param {Events[E]} details
 */
export function emit(event, ...details) {
  const added = listeners.get(event) || [];
  for (const listener of reversed ? added.toReversed() : added) listener(...details);
}

/** For tests: from now on, listeners are called in the reverse of the order so far. */
export function reverseListeners() {
  reversed = !reversed;
}
