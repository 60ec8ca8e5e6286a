/* The grid of the table of thresholds: 1.3 MB of script, which the page loads when the tab that holds it is first
   opened. Until then Dash finds a component here that draws nothing and becomes the grid. */

import { loadScript } from '../../state/late-scripts.js';

/** Resolves when the place of the grid is shown: never while its tab is closed.
   @param {Element} place @returns {{ shown: Promise<void>, stop: () => void }} */
function opening(place) {
  let stop = () => {};
  /** @type {Promise<void>} */
  const shown = new Promise((resolve) => {
    const observer = new ResizeObserver(() => place.getClientRects().length && resolve());
    observer.observe(place);
    stop = () => observer.disconnect();
  });
  return { shown, stop };
}

/** @param {Record<string, any>} props */
export function AgGrid(props) {
  const { React, dash_ag_grid: present } = window;
  const [Grid, become] = React.useState(() => (present.AgGrid === AgGrid ? null : present.AgGrid));
  const place = React.useRef(null);
  React.useEffect(() => {
    if (!place.current) return;
    const { shown, stop } = opening(place.current);
    shown.then(() => loadScript('grid')).then(() => become(() => window.dash_ag_grid.AgGrid));
    return stop;
  }, []);
  if (Grid) return React.createElement(Grid, props);
  return React.createElement('div', { id: props.id, className: props.className, ref: place });
}
AgGrid.dashRenderType = true; // as the grid's own: Dash says who changed a property
