/* The widths of the window at which the page changes: the style sheets use the same ones. */

import { bootData } from '../core/boot-data.js';

/**
 * A query that matches while the window is narrower than a breakpoint.
 * @param {'phone' | 'narrow' | 'middle' | 'wide'} name
 */
export const windowBelow = (name) => window.matchMedia(`(width < ${bootData.breakpoints[name]}px)`);
