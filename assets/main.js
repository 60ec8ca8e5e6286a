/* Entry and map of the browser scripts.

   Every script of the page is listed once, by layer: a script imports only from its own layer or from a layer above it
   in this list. This file registers the clientside callbacks and asks the first question. */

// core: mathematics and geometry, without the page
import './core/boot-data.js'; // the registries and limits that Python gives to the scripts
import './core/cost-axes.js'; // the axes of the cost panel: what x and y mean, and where a threshold lies
import './core/criteria.js'; // the rows of the criteria, and what they choose on the hull
import './core/criteria/*.js'; // each criterion whose choice moves with the operating point
import './core/existing.js'; // values that must be there
import './core/label-placement.js'; // where labels fit
import './core/moved-range.js'; // a condition and its range, moved as a whole
import './core/operating-point.js'; // costs, rates and the cheapest rule at one prior and one pair of costs
import './core/panels.js'; // the rows of the panels and of their modes, and the code of each
import './core/polyline.js'; // curves as SVG paths
import './core/ranges.js'; // which rules are cheapest within ranges of prior and costs
import './core/recolour.js'; // light palette to dark palette
import './core/review-zone.js'; // two thresholds with cases between them looked at
import './core/scales.js'; // log-odds, logarithms, normal deviates, round ticks
import './core/tabs.js'; // the rows of the tabs
import './core/threshold-places.js'; // where a threshold lies in each panel
import './core/zoom-windows.js'; // windows around the operating point

// text: numbers, sentences and the address as text
import './text/address.js'; // conditions and view as a query, and back
import './text/bars.js'; // the bars of the compared rules
import './text/case-unit.js'; // the number of cases that amounts are for
import './text/conditions.js'; // the conditions in one line, with the limit
import './text/csv.js'; // rows of a CSV file
import './text/decision.js'; // the sentences of the decision
import './text/ledger.js'; // counts times prices, adding up
import './text/names.js'; // short names of models
import './text/numbers.js'; // numbers, amounts and percentages as text
import './text/parse.js'; // typed text as numbers
import './text/sensitivity.js'; // the sentences and the table of the ranges
import './text/steps.js'; // one step of undo in words
import './text/threshold.js'; // the sentences about one threshold

// state: what the page knows, its only writers, the server and the browser
import './state/address.js'; // the address bar
import './state/answer.js'; // the question to the server and its newest answer
import { firstDataset } from './state/boot.js'; // the first data set, and when the page is built
import './state/breakpoints.js'; // the widths of the window at which the page changes
import { readTabStore } from './state/browser-storage.js'; // localStorage and sessionStorage
import { beginConditions } from './state/conditions.js'; // prior, costs, ranges, criterion, matrix, case unit, scenarios
import './state/dash-store.js'; // Dash's store, which asks all components less often
import { PlainHtml } from './state/dash.js'; // properties of Dash components
import './state/elements.js'; // elements of the page
import './state/events.js'; // the event bus: all events with their meaning
import './state/first-answer.js'; // the answer that came with the page, and the first look at it
import './state/first-question.js'; // whether a store holds what the first question took for granted
import { loadScript } from './state/late-scripts.js'; // plotly.js and the grid, which the page does without at first
import './state/notices.js'; // short notices
import { rememberOpenTab } from './state/open-tab.js'; // the open tab and the compared pair
import './state/recent-data.js'; // the files that this browser showed before
import { rememberTabModels } from './state/tab-models.js'; // the models chosen in the tabs
import { askForSlow, tabChanges, tabRequests } from './state/tab-requests.js'; // requests of the open tab
import './state/timer.js'; // timers, and calls in the next frame
import { beginView } from './state/view.js'; // models shown, level, today's rule, trial threshold

// panels: what scripts draw and read on the panels
import './panels/cost-axes/*.js'; // each axis of the cost panel: its formulas, labels and windows
import { checkCrossover } from './panels/crossover.js'; // where two cost curves cross
import './panels/decision-text.js'; // the decision card while the pointer drags
import './panels/drawn-traces.js'; // the elements of a trace
import './panels/hover.js'; // pointer and keys on the curves
import './panels/linked/*.js'; // each panel: what moves in it, its labels and windows
import './panels/live-point.js'; // the operating point during a drag
import './panels/modes/*.js'; // each mode with axes of its own
import './panels/overlays/criterion.js'; // the choice of another criterion
import './panels/overlays/free-area.js'; // what labels keep clear of
import './panels/overlays/label-layout.js'; // where each label lies
import './panels/overlays/labels.js'; // names and labels on the curves
import './panels/overlays/ranges.js'; // the shaded ranges
import './panels/overlays/reliability-steps.js'; // steps of the reliability diagram and their loss
import './panels/overlays/review-zone.js'; // both thresholds of a review, the share between them and their envelope
import './panels/overlays/strip.js'; // the strip of cheapest models
import './panels/overlays/text.js'; // text elements and their boxes
import './panels/pcf-handle.js'; // the PC(+) line as a slider
import { drawWaiting } from './panels/plotly-adapter.js'; // all that knows how Plotly draws
import './panels/plotly-moved.js'; // a panel at another operating point, without plotly's layout
import './panels/range-highlight.js'; // the highlight of a range of PC(+)
import './panels/redraw.js'; // Plotly's elements at a new operating point
import './panels/slide.js'; // panels as a picture for slides
import './panels/threshold-highlight.js'; // the highlight and the tooltip of one threshold
import './panels/zone-handles.js'; // drags both thresholds of a review
import './panels/zoom.js'; // windows of the panels

// controls: what the user sets
import './controls/compare.js'; // the Compare tab
import './controls/conditions-map.js'; // the map of all conditions
import './controls/conditions/capacity.js'; // the box for the most cases that may be flagged
import './controls/conditions/case-rate.js'; // a limit typed as cases a day, where the page asks how many come
import { controlCaseUnit } from './controls/conditions/case-unit.js'; // the case unit
import { controlConditions } from './controls/conditions/condition-controls.js'; // boxes of prior and costs, undo, reset
import './controls/conditions/conditions-bar.js'; // the bar with prior and costs
import './controls/conditions/next-box.js'; // Tab from one typed box to the next
import './controls/conditions/plain-box.js'; // a box for a condition, beside the rule while the page is scrolled or presented
import { controlRanges } from './controls/conditions/ranges.js'; // boxes of the ranges
import './controls/conditions/recent-scores.js'; // the prior from a file of recent scores
import './controls/conditions/review.js'; // the field of the review
import './controls/conditions/share-meaning.js'; // "Read 0.6 as 60 %."
import './controls/conditions/slider.js'; // a slider with one or two thumbs
import { useCostMatrix } from './controls/cost-matrix.js'; // the dialog of the four costs
import './controls/counts-dialog.js'; // the dialog of confusion matrices
import { controlCriterion } from './controls/criterion.js'; // the select of the criterion
import './controls/frame/dialog-headers.js'; // headers of dialogs are no banners
import './controls/frame/head-menu.js'; // the menu of a narrow top bar
import './controls/frame/help.js'; // the dialog of terms and shortcuts
import './controls/frame/narrow-page.js'; // panels and conditions in a narrow window
import './controls/frame/popovers.js'; // boxes that a button opens
import './controls/frame/recent-data.js'; // earlier files
import './controls/frame/select-on-click.js'; // a click into a box of a number selects it
import './controls/frame/sticky-bar.js'; // the decision in a bar while the page is scrolled
import './controls/frame/typed-choice.js'; // Tab takes the highlighted option of a list that is typed into
import './controls/frame/undo-typing.js'; // Escape in a box for a number
import './controls/judge.js'; // stated error rates of a judge who gave the labels
import './controls/labels.js'; // rows without a label: the question and its answer
import './controls/limit-prices.js'; // what each limit would cost
import './controls/loading-pairs.js'; // marks Compare and Folds while their answers are computed
import './controls/models/chip-card.js'; // the card of a model
import './controls/models/chips.js'; // the models as chips
import { controlPositiveClass } from './controls/positive-class.js'; // the select of the positive class
import './controls/scenarios.js'; // named conditions
import './controls/segment.js'; // the segment that the panels show
import './controls/summary-line.js'; // the settings in one line
import './controls/tabs/notes/*.js'; // what each tab answers, in a few words
import './controls/tabs/tab-answer.js'; // the line beside the tabs
import './controls/tabs/tab-rows.js'; // tabs as rows in a narrow window
import { provideGrid } from './controls/thresholds/grid.js'; // the grid of the table, loaded when its tab is opened
import './controls/thresholds/handle.js'; // the handle of the threshold
import './controls/thresholds/histogram.js'; // the scores by class
import './controls/thresholds/score-axis.js'; // the axis of the scores
import { showSearchedThreshold, showThresholds } from './controls/thresholds/thresholds.js'; // the Thresholds tab
import './controls/thresholds/wheel.js'; // the wheel over its table scrolls the page
import './controls/today.js'; // the form of today's rule
import './controls/trial.js'; // what waits while a threshold is tried, and Escape
import { controlView } from './controls/view-controls.js'; // models, level, and what else is drawn
import { controlWeighting } from './controls/weighting.js'; // how likely the values in the ranges are

// page: what happens with an answer, a file or the whole page
import './page/apply-answer.js'; // an answer becomes texts, tables and figures
import './page/cases.js'; // the rows of the file behind a count
import './page/clipboard.js'; // copied text
import './page/confirm.js'; // a second click before irreversible actions
import './page/dom.js'; // plain components become elements
import { exportThresholds } from './page/download.js'; // report, JSON, CSV, pictures
import './page/navigation.js'; // buttons and links that lead somewhere
import './page/panel-picture.js'; // panels as pictures, with what the page says of them
import './page/present/card-image.js'; // the decision as an image
import './page/present/icons.js'; // 1,000 cases as icons
import './page/present/present.js'; // the full-screen presentation
import './page/present/print.js'; // the page on paper
import './page/present/sliders.js'; // sliders of the presentation
import './page/present/threshold-plot.js'; // cost against threshold
import './page/present/views.js'; // the four views of the presentation
import './page/rule-code.js'; // the panel with the rule in words, Python, SQL and JSON
import { shareLink } from './page/share.js'; // the link to share
import { showPairs } from './page/tables.js'; // tables that scripts write
import { drawInTheme, switchTheme } from './page/theme.js'; // light and dark
import './page/tour.js'; // three hints on a first visit
import './page/upload.js'; // file upload

/* The functions by the names that the Dash app knows: their own. */
Object.assign((window.dash_clientside = window.dash_clientside || {}), {
  costdash: {
    askForSlow,
    checkCrossover,
    controlCaseUnit,
    controlConditions,
    controlCriterion,
    controlPositiveClass,
    controlRanges,
    controlView,
    controlWeighting,
    drawInTheme,
    exportThresholds,
    rememberOpenTab,
    rememberTabModels,
    shareLink,
    showPairs,
    showSearchedThreshold,
    showThresholds,
    switchTheme,
    useCostMatrix,
  },
  costdash_tab_changes: tabChanges,
  costdash_tab_requests: tabRequests,
});

/* The components by the names that the Dash app knows. */
window.plain_html = { PlainHtml };
provideGrid();

loadScript('plotly').then(drawWaiting);

/* The first question leaves long before Dash has started. */
const dataset = firstDataset();
if (dataset) {
  beginConditions(dataset, readTabStore('conditions'));
  beginView(dataset, readTabStore('view'));
}
