/* The ROC panel on normal deviates of the error rates (DET). */

import { addMode } from '../../core/panels.js';
import { deviate } from '../../core/scales.js';

addMode('det', { axes: { x: deviate, y: (tpr) => deviate(1 - tpr), bent: true } });
