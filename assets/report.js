/* The script of the report: draws the figures in the theme of the browser, and saves them as pictures. */

import { bootData } from './core/boot-data.js';
import { fitName } from './core/label-placement.js';
import { darkRecolouring } from './core/recolour.js';
import { elementOf } from './state/elements.js';
import './panels/cost-axes/*.js';
import './panels/linked/*.js';
import './panels/modes/*.js';
import { labelGraph } from './report/labels.js';
import { savePicture } from './report/pictures.js';
import { addSliders } from './report/what-if.js';

/** @import { Figure, Graph } from './core/types.js' */
/** @import { Reported } from './report/what-if.js' */

/* Plotly comes compressed; the content security policy knows the hash of what it unpacks to. */
async function loadPlotly() {
  const packed = Uint8Array.from(atob(elementOf('plotly').textContent), (c) => c.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const script = document.createElement('script');
  script.textContent = await new Response(unpacked).text();
  document.head.append(script);
}

/** @type {{ panels: Record<string, Figure & { config: { toImageButtonOptions: { filename: string } } }>, whatIf: Reported | null }} */
const { panels, whatIf } = JSON.parse(elementOf('figures').textContent);
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const toDark = darkRecolouring(bootData.palettes);

/** With a viewBox the pictures take any width, so that they fit the printed page too. @param {Graph} graph */
function fit(graph) {
  graph.querySelectorAll('.barlayer .point').forEach(fitName);
  for (const svg of graph.querySelectorAll('.main-svg')) {
    svg.setAttribute('viewBox', `0 0 ${svg.getAttribute('width')} ${svg.getAttribute('height')}`);
  }
  labelGraph(graph);
}

/* On paper every picture has a fixed size in pixels: half a page or a whole page wide. */
const PAPER = [334, 236];
const WIDE_PAPER = [686, 246];
const PAPER_PAIR = [430, 310]; // drawn smaller, so that its labels have room

/** @param {string} id of a graph */
function sizeOf(id) {
  const row = bootData.panels.find(({ graph }) => graph === id);
  if (!row) return PAPER_PAIR;
  return row.wide ? WIDE_PAPER : PAPER;
}

/** @param {string} theme @param {boolean} [onPaper] */
function draw(theme, onPaper = false) {
  for (const [id, { data, layout, config }] of Object.entries(panels)) {
    const graph = /** @type {Graph} */ (elementOf(id));
    if (graph.closest('details:not([open])')) continue; // without a width; drawn when it opens
    const figure = structuredClone(theme === 'dark' ? toDark({ data, layout }) : { data, layout });
    const [width, height] = onPaper ? sizeOf(id) : [undefined, undefined];
    Object.assign(figure.layout, { width, height, autosize: !onPaper });
    window.Plotly.react(graph, figure.data, figure.layout, config).then(() => {
      fit(graph);
      graph.removeAllListeners?.('plotly_afterplot');
      graph.on?.('plotly_afterplot', () => fit(graph));
    });
  }
}

/* The part for whoever checks the numbers is folded on the screen, and open on paper. */
const evidence = /** @type {HTMLDetailsElement} */ (elementOf('evidence'));
let wasOpen = false;

const present = () => (dark.matches ? 'dark' : 'light');
loadPlotly().then(() => {
  draw(present());
  if (whatIf) addSliders(whatIf);
  dark.addEventListener('change', () => draw(present()));
  evidence.addEventListener('toggle', () => evidence.open && draw(present()));
  window.addEventListener('beforeprint', () => {
    wasOpen = evidence.open;
    evidence.open = true;
    draw('light', true);
  });
  window.addEventListener('afterprint', () => {
    evidence.open = wasOpen;
    draw(present());
  });
});

/* The first page alone: the decision, its conditions and the three panels. */
elementOf('print-first-page').addEventListener('click', () => {
  document.documentElement.classList.add('first-page');
  window.print();
});
window.addEventListener('afterprint', () => document.documentElement.classList.remove('first-page'));

document.addEventListener('click', (event) => {
  const { save, kind } = /** @type {HTMLElement} */ (event.target).dataset;
  if (!save || !kind) return;
  const { filename } = panels[save].config.toImageButtonOptions;
  savePicture(save, kind, filename);
});
