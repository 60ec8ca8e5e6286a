/* The grid of the table of thresholds: 1.3 MB of script, which the page loads when the tab that holds it is first
   opened. Until then Dash finds a component here that draws nothing and becomes the grid. */

import { loadScript } from '../../state/late-scripts.js';
import { oncePerFrame } from '../../state/timer.js';

const TABLE = 'threshold-table';

/** @typedef {{ rowIndex: number | null }} RowNode
 * @typedef {{ getRowNode: (key: string) => RowNode | undefined, redrawRows: () => void,
 *   getRenderedNodes: () => RowNode[],
 *   ensureNodeVisible: (row: RowNode, place: string) => void,
 *   addEventListener: (event: string, call: () => void) => void }} GridApi */

/** @type {string | null} */
let wanted = null; // the key of the row to show as soon as the grid has it

/** @returns {GridApi | null} null until the grid is drawn */
function gridApi() {
  const { dash_ag_grid: grids } = window;
  try {
    return grids?.getApi?.(TABLE) ?? null;
  } catch {
    return null;
  }
}

/* Scrolls to the wanted row. The grid has a height only while its tab is open, has its rows only some frames after Dash
   has passed them on, and does not scroll before it has measured itself. */
function showWanted() {
  const api = gridApi();
  const row = wanted !== null && document.getElementById(TABLE)?.clientHeight && api?.getRowNode(wanted);
  if (!api || !row || row.rowIndex === null) return;
  api.ensureNodeVisible(row, 'middle');
  if (api.getRenderedNodes().includes(row)) wanted = null;
  else nextFrame();
}

const nextFrame = oncePerFrame(showWanted);

/* Listens to the grid as soon as it is drawn. */
async function hear() {
  const api = await window.dash_ag_grid.getApiAsync(TABLE);
  for (const event of ['firstDataRendered', 'rowDataUpdated', 'gridSizeChanged'])
    api.addEventListener(event, showWanted);
  showWanted();
}

/** Scrolls the table to a row, as soon as the table has it and is in sight. @param {string} key */
export function scrollToRow(key) {
  wanted = key;
  showWanted();
}

/** Draws the rows again, with their marks. Returns whether there is a table. */
export function redrawRows() {
  const api = gridApi();
  api?.redrawRows();
  return api !== null;
}

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

/** @type {((props: Record<string, any>) => any) | null} */
let Grid = null; // the component of the script

/**
 * Gives Dash the grid. Dash looks a component up at every rendering: what it finds must stay what it is, or it makes the
 * grid anew, without what listens to it. So the component stays when the script sets the name, because Dash may render
 * before anybody hears that the script has run.
 */
export function provideGrid() {
  let library = { AgGrid };
  Object.defineProperty(window, 'dash_ag_grid', {
    get: () => library,
    set(loaded) {
      if (loaded.AgGrid === AgGrid) return; // the library sets what it has read: the grid would draw itself
      const { getApi, getApiAsync } = loaded;
      Grid = loaded.AgGrid;
      library = Object.assign({ AgGrid }, { getApi, getApiAsync });
    },
  });
}

/** @param {Record<string, any>} props */
export function AgGrid(props) {
  const { React } = window;
  const [loaded, setLoaded] = React.useState(Grid !== null);
  const place = React.useRef(null);
  React.useEffect(() => {
    if (!place.current) return;
    const { shown, stop } = opening(place.current);
    shown.then(() => loadScript('grid')).then(() => setLoaded(true));
    return stop;
  }, []);
  React.useEffect(() => {
    if (loaded) hear();
  }, [loaded]);
  if (loaded) return React.createElement(Grid, props);
  return React.createElement('div', { id: props.id, className: props.className, ref: place });
}
AgGrid.dashRenderType = true; // as the grid's own: Dash says who changed a property
