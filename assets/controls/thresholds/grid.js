/* The grid of the table of thresholds: 1.3 MB of script, which the page loads after its first drawing. Until then Dash
   finds a component here that draws nothing and becomes the grid. */

import { on } from '../../state/events.js';
import { loadScript } from '../../state/late-scripts.js';

const LONGEST = 4000; // ms after which a page without an answer loads it
/** @type {() => void} */
let begin = () => {};
/** @type {Promise<void>} */
const drawn = new Promise((resolve) => (begin = resolve));
const loaded = Promise.all([drawn, loadScript('plotly')]).then(() => loadScript('grid'));

/** @param {Record<string, any>} props */
export function AgGrid(props) {
  const { React, dash_ag_grid: present } = window;
  const [Grid, become] = React.useState(() => (present.AgGrid === AgGrid ? null : present.AgGrid));
  React.useEffect(() => {
    loaded.then(() => become(() => window.dash_ag_grid.AgGrid));
  }, []);
  return Grid ? React.createElement(Grid, props) : React.createElement('div', { id: props.id });
}
AgGrid.dashRenderType = true; // as the grid's own: Dash says who changed a property

on('answer', () => setTimeout(begin));
window.addEventListener('load', () => setTimeout(begin, LONGEST)); // without data no answer comes
