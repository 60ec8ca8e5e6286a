/* Type definitions that several modules share; nothing imports this file at run time. */

/**
 * @typedef {object} OperatingPoint
 * @property {number} prior share of positives where the model is used
 * @property {number} cost_fn cost of a missed positive
 * @property {number} cost_fp cost of a false alarm
 */

/**
 * fpr and tpr. Where costs differ from case to case, fpr and tpr are shares of costs, and `cases` has the rates in cases.
 * @typedef {{ fpr: number, tpr: number, cases?: { fpr: number, tpr: number } }} Rates
 */

/**
 * Prior and costs as ranges.
 * @typedef {object} Ranges
 * @property {[number, number]} prior
 * @property {[number, number]} cost_fn
 * @property {[number, number]} cost_fp
 */

/**
 * A ROC convex hull; the arrays have one entry per vertex, `tie` one per pair of neighbours.
 * @typedef {object} Hull
 * @property {number[]} fpr
 * @property {number[]} tpr
 * @property {number[]} tie pcf at which two neighbouring vertices cost the same
 * @property {number[]} owner place of the model of each vertex
 * @property {(string | null)[]} text threshold of each vertex as it can be typed
 * @property {number[]} index place of each vertex among its model's thresholds
 * @property {[string, number, number][][]} [rounded] the text of each vertex in 1, 2, ... digits, with fpr and tpr
 * @property {boolean} [convex]
 * @property {{ fpr: number[], tpr: number[] }} [cases] rates in cases, where costs differ from case to case
 * @property {[number, string][][]} [shared] all [model, threshold] pairs of each vertex
 */

/**
 * @typedef {object} LiveModel
 * @property {number} i place of the model in the data set
 * @property {string} name
 * @property {{ fpr: number[], tpr: number[] }} [cases] rates in cases, where costs differ from case to case
 * @property {boolean} [hard] whether it only calls cases positive or negative
 * @property {number[]} fpr
 * @property {number[]} tpr
 * @property {number[]} index
 * @property {(string | null)[]} text
 * @property {number[]} hull places of the hull's vertices in the other arrays
 * @property {number[]} tie
 */

/**
 * A confidence band of the ROC curve: false positive rates at each recall.
 * @typedef {{ i: number, recall: number[], low: number[], high: number[] }} LiveBand
 */

/**
 * The recommended rules along PC(+): from tie[i - 1] to tie[i], vertex[i] of the common hull.
 * @typedef {{ tie: number[], vertex: number[] }} RecommendedRules
 */

/**
 * Cross-fitted rates of the recommended rule, constant between two ties.
 * @typedef {{ tie: number[], fpr: number[], tpr: number[] }} CrossFit
 */

/**
 * What the server sends so that scripts can redraw while the pointer drags.
 * @typedef {object} LiveData
 * @property {string} [revision]
 * @property {LiveModel[]} models
 * @property {LiveBand[]} bands
 * @property {Hull} hull
 * @property {RecommendedRules} recommended_rules
 * @property {CrossFit | null} crossfit null if costs are of the same rows
 */

/**
 * Classifying by one hull vertex, or by a trivial rule.
 * @typedef {object} Call
 * @property {'none' | 'all' | 'some'} call
 * @property {number | null} vertex
 * @property {number} owner
 * @property {string | null} text
 * @property {number | null} index
 * @property {number} fpr
 * @property {number} tpr
 * @property {{ fpr: number, tpr: number }} [cases] rates in cases, where costs differ from case to case
 */

/**
 * @typedef {Call & { precision: number | null, nec: number, cost: number }} CostedCall
 */

/**
 * Everything that follows from live data and an operating point.
 * @typedef {CostedCall & {
 *   pcf: number, slope: number, trivial: CostedCall, saving: number, iso: { x: number[], y: number[] }
 * }} Results
 */

/**
 * What Python gives to the scripts: `shared` in costdash/report/boot_data.py; on the page also the first data set.
 * @typedef {object} BootData
 * @property {{ name: string, title: string, graph: string, note?: string, axes: string[] }[]} panels
 * @property {Record<string, number | null>} criteria the limit that each starts with; null: it has none
 * @property {{ light: Record<string, string>, dark: Record<string, string> }} palettes
 * @property {{ none: string, all: string }} trivial names of the trivial classifiers
 * @property {any} [dataset]
 * @property {number} [level] of the bands at first
 */

/**
 * The number of cases that amounts refer to.
 * @typedef {{ cases: number, period?: string }} CaseUnit
 */

/**
 * The choice of the selected criterion, as the server sent it last.
 * @typedef {{
 *   kind: string, limit: number, fpr: number, tpr: number,
 *   single: { call: 'none' | 'all' | 'some', fpr: number, tpr: number },
 * }} ServerChoice
 */

/**
 * The choice of a criterion: one hull vertex or a mixture of two; without `rules`, only the rates are given.
 * @typedef {{ fpr: number, tpr: number, rules?: Call[], share?: number[] }} Choice
 */

/**
 * The pixel geometry of one panel, as panels/plotly-adapter.js reads it.
 * @typedef {object} Panel
 * @property {string} name
 * @property {any} graph the element that plotly draws into
 * @property {number} width
 * @property {number} height
 * @property {number} left
 * @property {number} top
 * @property {(value: number) => number} x pixels of a value; of fpr in the ROC panel, if its axis needs no tpr
 * @property {(value: number) => number} y pixels of a value; of tpr in the ROC panel
 * @property {(x: number, y: number) => [number, number]} units of values: places on the axes
 * @property {(x: number, y: number) => [number, number]} at pixels of values
 * @property {(pixel: number) => number} valueAt
 * @property {(pixel: number) => number} valueAtY
 * @property {(x: number, y: number) => boolean} contains
 * @property {[number, number, number, number]} linear
 * @property {import('./scales.js').RateAxes} axes where values lie in the units of the axes
 */

export {};
