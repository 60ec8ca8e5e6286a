/* What the tab What if answers: where the recommended model stays recommended. */

import { addTabNote } from '../tab-rows.js';

addTabNote('what-if', () => document.getElementById('tab-answer')?.dataset.short ?? '');
