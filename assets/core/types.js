/* Type definitions that several modules share; nothing imports this file at run time. What the server sends and gets is
   in wire.d.ts. */

/** @import { CaseRates, Conditions, CriterionChoice, Dataset, LiveData, LiveHull, LiveModel, LiveReview, OperatingPoint, Ranges, Rates, View } from './wire.js' */

/**
 * The stores of the page, which writes all their fields.
 * @typedef {Required<Conditions>} CompleteConditions
 * @typedef {Required<View>} CompleteView
 */

/**
 * Prior and costs, their ranges, and how likely the values of these are; within ranges the means, and the typed values
 * if they are the most likely ones.
 * @typedef {OperatingPoint & {
 *   ranges?: Ranges | null, weighting?: Conditions['weighting'], likely?: OperatingPoint | null
 * }} ConditionPoint
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
 * A point in pixels; at: the index of a threshold.
 * @typedef {{ x: number, y: number }} Spot
 * @typedef {{ x: number, y: number, wide: number, high: number }} Box x and y of its middle
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
 * @property {CaseRates} [tuned] rates on other rows than those that chose the threshold
 * @property {CaseRates} [expected] rates whose cost allows for the choice of the model too
 * @property {number} [models] number of models among which the model was chosen
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
 * Rates of a threshold that may have a place on every axis: its score as text, and the place of its model.
 * @typedef {Rates & { text?: string | null, owner?: number, i?: number }} PlacedRates
 */

/**
 * A vertex of a hull with the PC(+) interval in which it is best.
 * @typedef {{ fpr: number, tpr: number, low: number, high: number }} OptimalRange
 */

/**
 * A threshold that is highlighted: its rates, its score as text, its model, and its place among those drawn.
 * @typedef {Rates & { model: LiveModel, at: number, text: string, i: number }} HighlightedThreshold
 */

/**
 * A panel: what `PANELS` in costdash/figures/panels says of it to the scripts.
 * @typedef {object} PanelRow
 * @property {string} name
 * @property {string} graph id of the element that it is drawn into
 * @property {string} places how thresholds lie on its axes, see core/threshold-places.js; '': they have no place
 * @property {boolean} wide whether it takes a whole row on paper
 * @property {boolean} strip whether the strip of the best models lies below its curves
 * @property {boolean} cost_axes whether it has the axes of the cost panel
 */

/**
 * A mode of a panel: what `PANEL_MODES` says of it.
 * @typedef {object} ModeRow
 * @property {string} panel
 * @property {string} title heading of the panel
 * @property {string} table CSV file of its points; '': that of the panel
 * @property {boolean} axes whether the curves lie on other axes
 * @property {boolean} places whether thresholds keep a place
 */

/**
 * A criterion: what `CRITERIA` says of it.
 * @typedef {object} CriterionRow
 * @property {string} key
 * @property {string} label
 * @property {boolean} ranged whether it needs ranges of prior or costs
 * @property {boolean} restricts whether it is a limit of least cost
 * @property {Record<string, { start: any, label: string, small: boolean, of_cases: boolean }>} fields by name: the value at
 *   first, the words beside the control, whether a share of a percent or less is likely, and whether it is of all cases
 */

/**
 * A tab: what `TABS` says of it.
 * @typedef {object} TabRow
 * @property {string} key
 * @property {boolean} asks whether it asks the server while it is open
 * @property {string[]} figures stores of its figures
 * @property {string[]} texts elements that are emptied when another data set is opened
 * @property {string[]} choosers selects of a model; two of them are the compared pair
 */

/**
 * How a criterion follows the operating point. Each part may be missing.
 * @typedef {object} CriterionCode
 * @property {(hull: LiveHull, point: OperatingPoint, served: CriterionChoice) => Choice} [choose]
 * @property {(served: CriterionChoice, point: OperatingPoint, choice: Choice) => [number[], number[]]} [limitLine] in ROC
 *   space
 * @property {(point: OperatingPoint, choice: Choice) => Place} [costMark] in cost space
 */

/**
 * What Python gives to the scripts: on the page `of_page` in costdash/web/callbacks/boot_data.py, with the first data
 * set; in the report only `shared` in costdash/report/boot_data.py.
 * @typedef {object} BootData
 * @property {PanelRow[]} panels from left to right
 * @property {{ key: string, table: string, handle: string }[]} cost_axes axes of the cost panel; the first is the default
 * @property {Record<string, ModeRow>} modes of the panels, by their key
 * @property {CriterionRow[]} criteria in the order of the select; the first is the default
 * @property {TabRow[]} tabs in their order; the first is open at first
 * @property {string[]} mounted_later closed tabs and dialogs that are built after the first drawing
 * @property {{ light: Record<string, string>, dark: Record<string, string> }} palettes
 * @property {{ none: string, all: string }} trivial names of the trivial classifiers
 * @property {Record<string, string>} ledger words of its lines, by their kind
 * @property {{ currency_sign: string, currency_form: string, whole: number, days_of_a_month: number }} amounts
 *   patterns of a typed currency and of 5 in it; numbers this close to a whole one, relatively, are whole
 * @property {Record<'phone' | 'narrow' | 'middle' | 'wide', number>} breakpoints of the window's width, in pixels
 * @property {Dataset | { token: null }} [dataset]
 * @property {{ conditions: Conditions, view: View }} [first] the question whose answer came with the page
 * @property {number} [level] of the bands at first
 */

/**
 * The choice of a criterion: one hull vertex or a mixture of two; without `rules`, only the rates are given.
 * @typedef {Call & { vertex: number }} ChosenRule
 * @typedef {{ fpr: number, tpr: number, rules?: ChosenRule[], share?: number[] }} Choice
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
 * @property {boolean | 'legendonly'} [visible]
 * @property {string} [fill]
 * @property {string} [fillcolor]
 * @property {{ color: string, dash?: string, width?: number }} line
 * @property {{ color?: string, size?: number | number[], symbol?: string, line: { color: string, width?: number } }} marker
 * @property {TraceMeta} [meta]
 */

/**
 * What a trace gives to scripts: a rule with its label; a band or a curve along PC(+); an operating range; or a range of
 * the strip with the places of its models; or the path of a segment's curve, and its odds of being positive in units of
 * everybody's.
 * @typedef {Partial<{
 *   fpr: number, tpr: number, text: string | null, i: number, label: string,
 *   pcf: number[] | null, nec: number[], low: number[], high: number[],
 *   useful: number[] | null, owners: number[], sentence: string,
 *   odds_ratio: number, path: { fpr: number[], tpr: number[] }, others: string, lines: string[]
 * }>} TraceMeta
 */

/** @typedef {{ text: string, name?: string, x: number, y: number, opacity?: number }} Annotation */

/**
 * @typedef {object} LayoutAxis
 * @property {Interval} [range]
 * @property {Interval} domain
 * @property {{ text?: string }} [title]
 * @property {boolean} [showticklabels]
 */

/**
 * A layout of Plotly, as far as scripts read it; the small panels of a grid have numbered axes.
 * @typedef {LayoutFields & Record<`xaxis${number}` | `yaxis${number}`, LayoutAxis>} Layout
 * @typedef {object} LayoutFields
 * @property {FigureMeta} meta
 * @property {Annotation[]} [annotations]
 * @property {LayoutAxis} xaxis
 * @property {LayoutAxis} yaxis
 * @property {LayoutAxis} [yaxis2]
 * @property {{ t: number, b: number }} margin
 * @property {number} [width]
 * @property {number} [height]
 */

/**
 * A label as plotly's annotations have it; line: the trace whose name it is.
 * @typedef {object} DrawnLabel
 * @property {string} text
 * @property {number} x
 * @property {number} y
 * @property {string} xref
 * @property {string} yref
 * @property {string} [xanchor]
 * @property {string} [yanchor]
 * @property {number} [xshift]
 * @property {number} [yshift]
 * @property {{ color?: string, weight?: number }} [font]
 * @property {string} [name]
 * @property {string} [line]
 * @property {boolean} [must] whether it may lie closer to other lines
 */

/**
 * What a figure gives to scripts (layout.meta).
 * @typedef {object} FigureMeta
 * @property {string} [title] heading of its picture
 * @property {DrawnLabel[]} [labels] in the plot area, of a graph whose labels do not follow the pointer
 * @property {string} [alt]
 * @property {string} [note] on the lines of the panel
 * @property {string} [band] on its band
 * @property {CostAxisFigure} [cost_axis]
 * @property {{ key: string, prior?: number }} [mode] of the panel; prior: of its axes
 * @property {number} [foot] pixels below the curves
 * @property {{ count: number, height: number }} [multiples] small panels in a grid
 * @property {ReliabilityModel[]} [steps]
 * @property {number} [described] the model that the text of the reliability diagram describes
 */

/**
 * The axes of the cost panel as its figure describes them. Each pair of axes has only the fields that it needs.
 * @typedef {{ key: string } & Partial<CostAxisFields>} CostAxisFigure
 * @typedef {object} CostAxisFields
 * @property {number} cases of the amounts
 * @property {Interval} window of x
 * @property {Interval} ends of x
 * @property {boolean} log whether x is logarithmic
 * @property {number} model place of the model whose thresholds lie along x
 * @property {number} flat share by which a threshold of the flat zone may cost more than the best
 * @property {string[]} zone label of the flat zone
 * @property {[number, string][]} benefits place and net benefit of the best models
 * @property {Record<number, { pcf: number[], low: number[], high: number[] }>} limits bands by place of the model
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
 * An axis as Plotly has drawn it: its place and length in pixels; l2p: pixels of a value, p2l: back.
 * @typedef {{
 *   range: Interval, _offset: number, _length: number, l2p: (value: number) => number, p2l: (pixel: number) => number
 * }} DrawnAxis
 */

/**
 * A trace with Plotly's defaults, and a point of it in Plotly's own form; the first point holds the trace.
 * @typedef {Trace & {
 *   xaxis: string, yaxis: string, _input: Trace, _length: number, _module: TraceModule, line: { width?: number }
 * }} DrawnTrace
 * @typedef {{ t?: object, trace?: DrawnTrace }} DrawnPoint
 *
 * How Plotly computes and draws all traces of a type.
 * @typedef {{
 *   calc: (graph: Graph, trace: DrawnTrace) => DrawnPoint[], style: (graph: Graph) => void,
 *   plot: (graph: Graph, subplot: Subplot, traces: DrawnPoint[][], layer: object) => void
 * }} TraceModule
 * @typedef {{ plot: { select: (selector: string) => object } }} Subplot
 */

/**
 * The layout that Plotly has drawn.
 * @typedef {object} DrawnLayout
 * @property {FigureMeta} meta
 * @property {Record<string, Subplot>} _plots
 * @property {DrawnAxis} xaxis
 * @property {DrawnAxis} yaxis
 * @property {DrawnAxis} [yaxis2]
 * @property {Annotation[]} [annotations]
 * @property {number} width
 * @property {number} height
 */

/**
 * The element that Plotly has drawn a figure into.
 * @typedef {HTMLElement & Figure & {
 *   _fullLayout: DrawnLayout, _fullData?: DrawnTrace[], calcdata?: DrawnPoint[][],
 *   on?: (event: string, listener: () => void) => void, emit?: (event: string) => void,
 *   removeAllListeners?: (event: string) => void
 * }} Graph
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
 * @property {RateAxes} axes where values lie in the units of the axes
 * @property {string | undefined} mode key of the mode that is drawn
 */

/**
 * Where fpr and tpr lie on the axes of a panel, in their units.
 * @typedef {object} RateAxes
 * @property {(fpr: number) => number} x
 * @property {(tpr: number) => number} y
 * @property {boolean} bent whether straight lines of ROC space are curved there
 * @property {(fpr: number, tpr: number, prior: number) => number} [across] in place of x, if it takes more than fpr
 */

/** @typedef {(panel: Panel, model: LiveModel, point: OperatingPoint, emit: Emit) => void} Walk along a model's curve */

/**
 * How thresholds lie on the axes of a panel.
 * @typedef {object} Places
 * @property {(rates: PlacedRates, point: OperatingPoint) => Place | null} place of a threshold
 * @property {Walk} [walk] along a model's curve; without it, straight from place to place
 * @property {boolean} [byPiece] whether a piece of a curve belongs to the threshold where it begins
 */

/** @typedef {[Interval | null, Interval | null]} Window of a zoom: [x, y]; null keeps an axis as it is */

/**
 * What moves in a panel besides the mark of the best threshold; the labels that are made with a sheet; the construction of
 * a criterion.
 * @typedef {(panel: Panel, results: Results, live: LiveData, point: OperatingPoint) => void} Redraw
 * @typedef {(sheet: Sheet) => Element[]} MakeLabels
 * @typedef {(panel: Panel, choice: Choice, served: CriterionChoice, live: LiveData, point: OperatingPoint) => void}
 *   Construct
 */

/**
 * The path of the optimal ranges, '' for none; the paths of a model's reliability steps from one to another, each with its
 * class.
 * @typedef {(panel: Panel, ranges: OptimalRange[], point: OperatingPoint) => string} RangePath
 * @typedef {(panel: Panel, model: ReliabilityModel, from: number, to: number, live: LiveData, point: OperatingPoint) =>
 *   [string, string][]} StepPaths
 */

/**
 * What scripts do in a panel besides what they do in all. Each part may be missing.
 * @typedef {object} PanelCode
 * @property {Redraw} [redraw]
 * @property {() => void} [forget] called when plotly has drawn the panel
 * @property {MakeLabels} [labels]
 * @property {() => boolean} [named] whether models are named at their curves; without it they are
 * @property {{ text?: string, left?: boolean }} [today] the label of today's rule: its text, and whether it tries the left
 * @property {(panel: Panel, rates: Rates) => string} [line] path of a threshold that is highlighted, besides its ring
 * @property {RangePath} [range]
 * @property {StepPaths} [steps]
 * @property {Construct} [construction]
 * @property {(panel: Panel, results: Results, whole: number[][], live: LiveData, point: OperatingPoint) => Window | null}
 *   [window] the window around the operating point; whole: the window before the first zoom
 * @property {(results: Results) => [number | null, number | null]} [centre] of a zoom where it is not the best threshold
 */

/**
 * What scripts do in a mode of a panel. Each part may be missing.
 * @typedef {object} ModeCode
 * @property {RateAxes} [axes]
 * @property {(panel: Panel, results: Results, point: OperatingPoint) => void} [redraw]
 * @property {(rates: { fpr: number, tpr: number }, point: OperatingPoint) => [string, string][]} [summary] rows of the
 *   tooltip of a threshold
 */

/**
 * How scripts draw along an axis of the cost panel.
 * @typedef {object} CostAxisCode
 * @property {(rates: PlacedRates, point: OperatingPoint) => Place | null} place [x, y] of a threshold
 * @property {(model: LiveModel, point: OperatingPoint) => number[][]} curve [x, y, index of the threshold]
 * @property {(point: OperatingPoint) => number | null} here x of the operating point
 * @property {(x: number, point: OperatingPoint) => number | null} pcfAt PC(+) at x; null if the axis does not show it
 * @property {(pcf: number, point: OperatingPoint) => number} [placeOf] x of a PC(+), if it moves with the conditions
 * @property {(x: number, point: OperatingPoint) => ['pcf-dragged' | 'prior-dragged', number]} [drag] the event that moves the operating point to x
 * @property {(rates: { fpr: number, tpr: number }, x: number, point: OperatingPoint) => number} [height] y of a threshold
 *   at x, if curves, bands and marks change with the conditions
 * @property {(point: OperatingPoint) => number[][]} [trivial] corners of the cheaper trivial classifier
 * @property {(pcf: number, nec: number, point: OperatingPoint) => [number, number]} [ofNec] place of a point of the cost
 *   curve
 * @property {(model: LiveModel, review: LiveReview, point: OperatingPoint) => number[][]} [zone] corners of the curve of the
 *   model's best review zone, if that does not follow from `ofNec`
 * @property {(ranges: Ranges) => Interval} [ends] x of both limits of the ranges
 * @property {(point: OperatingPoint) => number[]} [moves] the conditions that curves, bands and strip depend on
 * @property {boolean} [upwards] whether more is better
 * @property {boolean} [oneModel] whether only one model is drawn, which the axis names
 * @property {MakeLabels} [labels]
 * @property {(point: OperatingPoint) => string} [pill] text on the vertical line
 * @property {(threshold: HighlightedThreshold, pcf: number, point: OperatingPoint) => [string, string][]} [underPointer] rows of the
 *   tooltip of a threshold: its value at the PC(+) under the pointer
 * @property {PanelCode['line']} [line]
 * @property {RangePath} [range]
 * @property {PanelCode['window']} [window]
 * @property {(model: ReliabilityModel, from: number, to: number, live: LiveData, point: OperatingPoint) => number[][]} [steps] corners
 *   of reliability steps, in place of what they lose
 * @property {(live: LiveData, point: OperatingPoint) => [number, number] | null} [flatZone] x of both ends of the
 *   thresholds that cost hardly more than the best
 */

/** @typedef {{ anchor?: string, kind?: string, fill?: string }} LabelStyle of a text; kind: its class */

/**
 * Lines of text around the height y.
 * @typedef {{ rows: { text: string, kind: string, fill: string }[], x: number, y: number, anchor: string }} Label
 */

/**
 * Where a label lies beside a line: how far along it, and how far from it.
 * @typedef {{ share: number, dx: number, dy: number }} LabelPlace
 */

/**
 * What the labels of a panel are made with. Each label has a key; its place is chosen when plotly draws the panel and stays
 * until it draws it again, so that nothing jumps during a drag. A label that would lie on something is left out.
 * @typedef {object} Sheet
 * @property {Panel} panel
 * @property {ConditionPoint} point
 * @property {LiveData} live
 * @property {Results | null} moved the results that the panel was redrawn for; null while the server's figure is shown
 * @property {(uid: string) => boolean} has whether a trace is drawn
 * @property {(uid: string) => number[] | null} mark [x, y] of a mark; null if it is not in sight
 * @property {(lines: string[], x: number, y: number, style?: LabelStyle) => Label} label
 * @property {(text: string, weight?: number) => number} widthOf in pixels
 * @property {(key: string, candidates: Label[]) => Element[]} put the first candidate that lies on nothing
 * @property {(key: string, label: Label) => Element[]} near where it is wished, or in the nearest free place
 * @property {(key: string, uid: string, lines: string[], style?: LabelStyle, must?: boolean) => Element[]} along beside a
 *   line, where most is free; must: closer to other curves if need be
 * @property {(i: number) => string} name of the model at a place, shortened
 * @property {(i: number) => string} colour of the model at a place
 */

export {};
