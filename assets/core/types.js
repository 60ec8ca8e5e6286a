/* Type definitions that several modules share; nothing imports this file at run time. What the server sends and gets is
   in wire.d.ts. */

/** @import { CaseRates } from './wire.js' */

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
 * @property {CaseRates} [cases] rates in cases, where costs differ from case to case
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
 * @property {Record<string, number>} [breakpoints] of the window's width, in pixels
 * @property {any} [dataset]
 * @property {number} [level] of the bands at first
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
