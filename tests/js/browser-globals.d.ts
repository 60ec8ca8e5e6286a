/* Globals that other scripts of the page define. */

interface Window {
  Plotly: {
    react(graph: HTMLElement, data: object[], layout: object, config: object): Promise<unknown>;
    relayout(graph: HTMLElement, change: object): Promise<unknown>;
    downloadImage(figure: object, options: object): Promise<string>;
    Plots: { resize(graph: HTMLElement): void };
  };
  React: any;
  dash_mantine_components: any;
  plain_html: any;
  dash_ag_grid: any;
  dash_clientside: any;
  dash_stores: any;
  dashAgGridFunctions: any;
}
