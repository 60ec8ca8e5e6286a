/* Entry of the browser scripts: registers the clientside callbacks and asks the first question. */

import './controls/band/band.js';
import { controlBasis } from './controls/band/basis.js';
import { controlConditions } from './controls/band/condition-controls.js';
import { controlRanges } from './controls/band/ranges.js';
import './controls/compare.js';
import './controls/conditions-map.js';
import { useMatrix } from './controls/cost-matrix.js';
import { controlCriterion } from './controls/criterion.js';
import { controlPositiveClass } from './controls/positive-class.js';
import './controls/scenarios.js';
import './controls/shell/chips.js';
import './controls/shell/counts.js';
import './controls/shell/head-menu.js';
import './controls/shell/help.js';
import './controls/shell/narrow.js';
import './controls/shell/popovers.js';
import './controls/shell/recent-data.js';
import './controls/shell/sticky-bar.js';
import './controls/shell/summary-line.js';
import './controls/shell/tab-answer.js';
import './controls/shell/tab-rows.js';
import { showFound, showThresholds } from './controls/thresholds/thresholds.js';
import { controlView } from './controls/view-controls.js';
import { controlWeighting } from './controls/weighting.js';
import './page/apply-answer.js';
import './page/clipboard.js';
import './page/confirm.js';
import { exportThresholds } from './page/download.js';
import './page/navigation.js';
import './page/present/card-image.js';
import './page/present/present.js';
import './page/present/print.js';
import { shareLink } from './page/share.js';
import { showPairs } from './page/tables.js';
import { drawInTheme, switchTheme } from './page/theme.js';
import './page/upload.js';
import { checkCrossover } from './panels/crossover.js';
import './panels/overlays/labels.js';
import './panels/overlays/reliability-steps.js';
import './panels/overlays/strip.js';
import './panels/pcf-handle.js';
import './panels/range-highlight.js';
import { firstDataset } from './state/boot.js';
import { readTabStore } from './state/browser-storage.js';
import { rememberChosen } from './state/chosen-models.js';
import { beginConditions } from './state/conditions.js';
import { Frame } from './state/dash.js';
import { rememberOpen } from './state/open-tab.js';
import { tabRequests } from './state/tab-requests.js';
import { beginView } from './state/view.js';

/* The functions by the names that the Dash app knows. */
Object.assign((window.dash_clientside = window.dash_clientside || {}), {
  costdash_asking: tabRequests,
  costdash_basis: { control: controlBasis },
  costdash_chosen: { remember: rememberChosen },
  costdash_classes: { control: controlPositiveClass },
  costdash_conditions: { control: controlConditions },
  costdash_criterion: { control: controlCriterion },
  costdash_export: { asked: exportThresholds },
  costdash_likely: { control: controlWeighting },
  costdash_matrix: { use: useMatrix },
  costdash_open: { remember: rememberOpen },
  costdash_pairs: { show: showPairs },
  costdash_ranges: { control: controlRanges },
  costdash_share: { address: shareLink },
  costdash_tangent: { check: checkCrossover },
  costdash_theme: { dress: drawInTheme, turn: switchTheme },
  costdash_thresholds: { find: showFound, show: showThresholds },
  costdash_view: { control: controlView },
});

/* The component by the names that the Dash app knows. */
window.plain_html = { Frame };

/* The first question leaves long before Dash has started. */
const dataset = firstDataset();
if (dataset) {
  beginConditions(dataset, readTabStore('conditions'));
  beginView(dataset, readTabStore('view'));
}
