/* Asks what follows from the three stores; only the newest question is answered. Dash, which looks
   at all of the page whenever it hears of anything, hears of a move once its answer is painted. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const LONGEST = 500; // ms that dash may have to wait
  const untold = new Map();
  let open = null; // what ends the question that is going on
  let planned = false;
  let telling = null;

  function question() {
    const dataset = costdash.conditions.file();
    const [conditions, view] = [costdash.conditions.settled(), costdash.view.now()];
    const known = dataset && conditions && view;
    const one = known && [conditions, view].every(({ revision }) => revision === dataset.revision);
    return one ? { dataset, conditions, view } : null;
  }

  async function send() {
    planned = false;
    const asked = question();
    if (!asked) return;
    if (open) open.abort();
    const own = (open = new AbortController());
    costdash.waiting.begin();
    const headers = { 'Content-Type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(asked), signal: own.signal };
    try {
      const response = await fetch('/answer', request);
      const told = await response.json();
      await costdash.built;
      if (own === open) take(told, response.status);
    } catch {
      // waiting.js asks again
    } finally {
      if (own === open) open = null;
    }
  }

  function take(told, status) {
    if (told.figures) {
      costdash.page.show(told);
      requestAnimationFrame(() => setTimeout(tell, 0));
      return;
    }
    if (!costdash.conditions.furnished()) return; // a guess, about data that may be gone
    if (told.notices) window.dash_clientside.set_props('notices', { sendNotifications: told.notices });
    else if (told.error && status < 500) costdash.notices.say(told.error);
    else return;
    costdash.waiting.end();
  }

  function tell() {
    clearTimeout(telling);
    const tellers = [...untold.values()];
    untold.clear();
    for (const teller of tellers) teller();
  }

  costdash.answer = {
    /* Soon, and once for all that changes now. */
    ask() {
      if (!planned) queueMicrotask(send);
      planned = true;
    },
    /* Dash is told after the answer; of two tellers with one name the later one tells. */
    afterwards(name, teller) {
      untold.set(name, teller);
      clearTimeout(telling);
      telling = setTimeout(tell, LONGEST);
    },
    isOpen: () => planned || open !== null || untold.size > 0,
  };
})();
