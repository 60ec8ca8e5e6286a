/* Event bus: modules announce changes to modules that they must not import.
 *
 * panel-drawn (name)          plotly has drawn a panel
 * panels-moved (results)      scripts have redrawn the panels for a new operating point; null: new live data
 * point-moved (conditions)    prior, costs or ranges changed
 * point-returned ()           the panels are back at the conditions of the last answer
 * point-forgotten ()          another data set: the point of the old one does not hold any more
 * pcf-dragged (pcf)           the user drags the operating point along PC(+)
 * prior-dragged (prior)       the user drags the operating point along the share of positives
 * pcf-released ()             the user has released it
 * drag-cancelled ()           the browser has taken the pointer: the values before the drag hold again
 * conditions-moved (now)      the conditions change while a control is dragged
 * conditions-shown (now)      all controls are to show these conditions
 * view-shown (dataset)        all controls are to show the current view
 * question-changed ()         conditions or view need a new answer
 * answer (answer, previous)   the newest question is answered
 * figures-outdated ()         the last answer has to be drawn again
 * ranges-worded (words)       sentence and table rows for the ranges while they are dragged
 * address-visited (fields)    back or forward in the browser's history
 */

const listeners = new Map();

/**
 * @param {string} event
 * @param {(...details: any[]) => void} listener
 */
export function on(event, listener) {
  if (!listeners.has(event)) listeners.set(event, []);
  listeners.get(event).push(listener);
}

/**
 * Calls the listeners of an event in the order in which they were added.
 * @param {string} event
 * @param {...any} details
 */
export function emit(event, ...details) {
  for (const listener of listeners.get(event) || []) listener(...details);
}
