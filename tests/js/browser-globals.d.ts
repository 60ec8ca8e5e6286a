/* Globals that other scripts of the page define. */

interface Window {
  Plotly: any;
  dash_clientside: any;
  dashAgGridFunctions: any;
}
