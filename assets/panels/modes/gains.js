/* The ROC panel as a gains chart: positives found by the share of cases flagged, which depends on the prior. */

import { existing } from '../../core/existing.js';
import { addMode } from '../../core/panels.js';
import { linePath } from '../../core/polyline.js';
import { formatNumber, formatPercent } from '../../text/numbers.js';
import { redrawMark, redrawMarks, redrawPath, reword, ruleOf } from '../drawn-traces.js';

/** @import { ModeCode } from '../../core/types.js' */

/** @param {number} fpr @param {number} tpr @param {number} prior */
const shareFlagged = (fpr, tpr, prior) => prior * tpr + (1 - prior) * fpr;

/** Moves the lines to another prior; plotly's data belong to the prior of the drawn figure.
   @type {NonNullable<ModeCode['redraw']>} */
function redraw(panel, { fpr, tpr }, { prior }) {
  const drawn = existing(panel.graph.layout.meta.mode?.prior, 'prior of the axes');
  const share = shareFlagged(fpr, tpr, prior);
  const lift = share > 0 ? `, lift ${formatNumber(tpr / share)}` : '';
  reword(panel, 'Positives found', `Positives found (at ${formatPercent(prior)} positives${lift})`);
  for (const trace of panel.graph.data) {
    const { uid, x, y, mode } = trace;
    if (uid === 'iso') continue;
    const fprs = Array.from(x, (value, k) => (value - drawn * y[k]) / (1 - drawn));
    const d = mode === 'markers' ? '' : linePath(panel, fprs, Array.from(y));
    if (d) {
      redrawPath(panel, uid, 'js-line', d);
      redrawPath(panel, uid, 'js-fill', d + 'Z');
      continue;
    }
    const rule = ruleOf(trace);
    if (rule) redrawMark(panel, uid, rule.fpr, rule.tpr);
    else redrawMarks(panel, uid, fprs, Array.from(y));
  }
}

addMode('gains', {
  axes: { x: (fpr) => fpr, y: (tpr) => tpr, bent: false, across: shareFlagged },
  redraw,
  summary({ fpr, tpr }, { prior }) {
    const share = shareFlagged(fpr, tpr, prior);
    return share > 0 ? [['Lift', formatNumber(tpr / share)]] : [];
  },
});
