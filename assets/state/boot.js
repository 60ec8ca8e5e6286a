/* What the head of the page says, and when dash has built the rest of it. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const LAST = 'strip-panel'; // of the boxes that are drawn into
  const CLOSED = ['compare', 'folds', 'thresholds', 'data']; // tabs
  const LONGEST = 250; // ms until they are built, where nothing is painted

  costdash.opening = JSON.parse(document.getElementById('opening').textContent);

  costdash.built = new Promise((resolve) => {
    const look = () => {
      if (!document.getElementById(LAST)) return;
      watcher.disconnect();
      resolve();
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document.body, { childList: true, subtree: true });
  });

  /* Closed tabs are built after the first drawing, but before dash has anything to tell them: it
     would be lost on what is not built. */
  costdash.built.then(() => {
    const build = () => {
      for (const tab of CLOSED.splice(0)) window.dash_clientside.set_props(`tabs-panel-${tab}`, { keepMounted: true });
    };
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(build, 0)));
    setTimeout(build, LONGEST);
  });

  const kept = (store) => {
    try {
      return JSON.parse(window.sessionStorage.getItem(store));
    } catch {
      return null;
    }
  };

  /* The first question leaves when the last of the scripts has run, long before dash has started: of
     what this tab had, else of what is new. */
  queueMicrotask(() => {
    const [fresh, own] = [costdash.opening.dataset, kept('dataset')];
    const dataset = own && own.token && own.opened === fresh.opened ? own : fresh;
    if (!dataset.token) return;
    costdash.conditions.begin(dataset, kept('conditions'));
    costdash.view.begin(dataset, kept('view'));
  });
})();
