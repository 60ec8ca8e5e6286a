/* What the head of the page says, and when dash has built the rest of it. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const LAST = 'strip-panel'; // of the boxes that are drawn into

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
