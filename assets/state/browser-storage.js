/* What this browser remembers between visits; a browser may forbid it, and nothing breaks. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});

  costdash.memory = {
    read(key, otherwise) {
      try {
        const kept = JSON.parse(window.localStorage.getItem(key));
        return kept === null ? otherwise : kept;
      } catch (error) {
        return otherwise;
      }
    },
    write(key, value) {
      try {
        window.localStorage.setItem(key, JSON.stringify(value));
      } catch (error) {
        // not remembered, then
      }
    },
  };
})();
