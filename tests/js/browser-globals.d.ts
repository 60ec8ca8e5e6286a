/* Globals that other scripts of the page define. */

interface Window {
  Plotly: any;
  React: any;
  plain_html: any;
  dash_clientside: any;
  dashAgGridFunctions: any;
}
