/* What the tab Data answers: how many cases there are. */

import { groupDigits } from '../../../text/numbers.js';
import { presentDataset } from '../../../state/conditions.js';
import { addTabNote } from '../tab-rows.js';

addTabNote('data', () => `${groupDigits(String(presentDataset().rows))} cases`);
