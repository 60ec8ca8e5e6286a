/* Type definitions that several modules share; nothing imports this file at run time. What the server sends and gets is
   in wire.d.ts. */

/** @import { CaseRates, Conditions, Dataset, OperatingPoint, Ranges, View } from './wire.js' */

/**
 * The stores of the page, which writes all their fields.
 * @typedef {Required<Conditions>} CompleteConditions
 * @typedef {Required<View>} CompleteView
 */

/**
 * Prior and costs, and their ranges.
 * @typedef {OperatingPoint & { ranges?: Ranges | null }} ConditionPoint
 * @typedef {keyof OperatingPoint} ConditionKey
 */

/**
 * Lower and upper limit.
 * @typedef {[number, number]} Interval
 */

/**
 * x and y, in the units of a panel's axes.
 * @typedef {[number, number]} Place
 */

/**
 * Takes the points of a curve: pixels, and the index of a threshold.
 * @typedef {(x: number, y: number, at: number) => void} Emit
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
 * @property {Record<'phone' | 'narrow' | 'middle' | 'wide', number>} breakpoints of the window's width, in pixels
 * @property {Dataset | { token: null }} [dataset]
 * @property {number} [level] of the bands at first
 */

/**
 * The choice of a criterion: one hull vertex or a mixture of two; without `rules`, only the rates are given.
 * @typedef {{ fpr: number, tpr: number, rules?: Call[], share?: number[] }} Choice
 */

/**
 * A trace of Plotly, as far as scripts read it; uid is given by costdash.figures.
 * @typedef {object} Trace
 * @property {string} uid
 * @property {string} [name]
 * @property {string} [type]
 * @property {string} [mode]
 * @property {number} [opacity]
 * @property {number[]} x
 * @property {number[]} y
 * @property {number[]} width of bars
 * @property {string[]} [text]
 * @property {{ color: string }} line
 * @property {{ line: { color: string } }} marker
 * @property {any} meta what the trace gives to scripts, by its kind
 */

/**
 * @typedef {object} LayoutAxis
 * @property {Interval} [range]
 * @property {Interval} domain
 * @property {{ text?: string }} [title]
 * @property {boolean} [showticklabels]
 */

/**
 * A layout of Plotly, as far as scripts read it.
 * @typedef {object} Layout
 * @property {FigureMeta} meta
 * @property {{ text: string, name?: string }[]} [annotations]
 * @property {LayoutAxis} xaxis
 * @property {LayoutAxis} yaxis
 * @property {LayoutAxis} [yaxis2]
 * @property {{ t: number, b: number }} margin
 * @property {number} [width]
 * @property {number} [height]
 */

/**
 * What a figure gives to scripts (layout.meta).
 * @typedef {object} FigureMeta
 * @property {{ layout: object, caption: object }} saved how the figure looks as a picture
 * @property {object[]} [labels] annotations of the picture
 * @property {string} [alt]
 * @property {CostAxisFigure} [cost_axis]
 * @property {FigureMode & { prior: number }} [rate_axes]
 * @property {FigureMode | null} [panel_mode]
 * @property {FigureMode} [overlay]
 * @property {number} [foot] pixels below the curves
 * @property {{ count: number, height: number }} [multiples] small panels in a grid
 * @property {ReliabilityModel[]} [steps]
 * @property {number} [described] the model that the text of the reliability diagram describes
 */

/**
 * A mode of a panel, as its figure names it; table: its CSV file.
 * @typedef {{ key: string, title: string, table?: string }} FigureMode
 */

/**
 * The axes of the cost panel as its figure describes them. Each pair of axes has only the fields that it needs.
 * @typedef {object} CostAxisFigure
 * @property {string} key
 * @property {string} [title]
 * @property {string} [table] the CSV file
 * @property {number} cases of the amounts
 * @property {Interval} window of x
 * @property {Interval} ends of x
 * @property {boolean} [log] whether x is logarithmic
 * @property {number} [model] place of the model whose thresholds lie along x
 * @property {number} [flat] share by which a threshold of the flat zone may cost more than the best
 * @property {string[]} zone label of the flat zone
 * @property {[number, string][]} benefits place and net benefit of the best models
 * @property {Record<number, { pcf: number[], low: number[], high: number[] }>} [limits] bands by place of the model
 */

/**
 * Reliability steps of a model, and the corners of its hull: one corner more than steps. Arrays of one entry per step,
 * but pcf, nec and step: the cost of the scores along PC(+), and the step in which their threshold lies.
 * @typedef {{ i: number, name: string } & Record<
 *   'first' | 'last' | 'observed' | 'rows' | 'miscalibration' | 'excess' | 'fpr' | 'tpr' | 'pcf' | 'nec' | 'step', number[]
 * >} ReliabilityModel
 */

/** @typedef {{ data: Trace[], layout: Layout }} Figure */

/**
 * The element that Plotly has drawn a figure into.
 * @typedef {HTMLElement & Figure & { _fullLayout: any, _fullData?: Trace[], on?: (event: string, listener: () => void) => void }} Graph
 */

/**
 * The pixel geometry of one panel, as panels/plotly-adapter.js reads it.
 * @typedef {object} Panel
 * @property {string} name
 * @property {Graph} graph
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
