/* What the tab Folds answers: whose folds it shows. */

import { presentDataset } from '../../../state/conditions.js';
import { addTabNote } from '../tab-rows.js';

addTabNote('folds', () => {
  const { folds, counted } = presentDataset();
  if (counted) return 'need single rows';
  return folds ? 'those of the file' : '10 at random';
});
