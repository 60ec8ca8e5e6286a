/* What the tab Compare answers: the cost difference of the next cheapest model. It may be negative, as models are chosen
   by their costs on all rows. */

import { lastAnswer } from '../../../state/answer.js';
import { addTabNote } from '../tab-rows.js';

addTabNote('compare', () => {
  const { models = [], best } = lastAnswer() || {};
  const [first, next] = models.toSorted((a, b) => a.nec - b.nec);
  if (!next) return 'needs a second model';
  const other = first.name === best?.model ? next : first;
  return `${other.name} costs ${other.more || 'the same'}`;
});
