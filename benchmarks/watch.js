/* Put into the page by the benchmarks: when is what was asked for painted? Times are in ms. */
(function () {
  'use strict';
  const PANELS = ['roc-panel', 'pr-panel', 'cost-panel'];
  const graph = (id) => document.getElementById(id);
  const { modules } = document.querySelector('script[src*="/scripts/"]');
  const { lastAnswer } = modules['state/answer.js'];
  const { conditionsSeq } = modules['state/conditions.js'];
  const twice = (then) => requestAnimationFrame(() => requestAnimationFrame(then));

  /* Pointer moves while the button is down, until all three panels, or another picture, have changed and are painted. */
  function drags(places = PANELS.map((id) => `#${id} .main-svg`)) {
    const waiting = [];
    const latency = [];
    const frames = new Set();
    const changed = {};
    const observers = places.map((id) => {
      const observer = new MutationObserver(() => {
        changed[id] = performance.now();
        check();
      });
      const options = { subtree: true, attributes: true, attributeFilter: ['d', 'transform', 'width'] };
      observer.observe(document.querySelector(id), options);
      return observer;
    });
    function check() {
      const all = Math.min(...places.map((id) => changed[id] || 0));
      const ready = waiting.filter((at) => at <= all);
      if (ready.length === 0) return;
      waiting.splice(0, waiting.length, ...waiting.filter((at) => at > all));
      requestAnimationFrame(() => {
        const now = performance.now();
        frames.add(now);
        latency.push(...ready.map((at) => now - at));
      });
    }
    const move = (event) => event.buttons && waiting.push(event.timeStamp);
    window.addEventListener('pointermove', move, true);
    return {
      stop() {
        window.removeEventListener('pointermove', move, true);
        observers.forEach((observer) => observer.disconnect());
        return { latency, updates: frames.size };
      },
    };
  }

  /* The floor: what the browser takes for the same moves when nothing follows them. */
  function nothing() {
    const latency = [];
    const move = (event) => twice(() => latency.push(performance.now() - event.timeStamp));
    window.addEventListener('pointermove', move, true);
    return {
      stop() {
        window.removeEventListener('pointermove', move, true);
        return latency;
      },
    };
  }

  /* From the pointer's release until sentence, table and exact figures are painted. */
  function release() {
    let start = null;
    let changedAt = null;
    const fresh = new Set();
    const calls = document.getElementById('rules');
    const seen = new MutationObserver(() => (changedAt = performance.now()));
    seen.observe(calls, { subtree: true, childList: true, characterData: true });
    const drawn = PANELS.map((id) => [graph(id), () => start !== null && fresh.add(id)]);
    drawn.forEach(([node, note]) => node.on('plotly_afterplot', note));
    window.addEventListener('pointerup', (event) => (start = event.timeStamp), { once: true, capture: true });
    return new Promise((resolve) => {
      (function look() {
        const answer = lastAnswer();
        const newest = answer && answer.conditions_seq === conditionsSeq();
        if (start === null || changedAt === null || changedAt < start || !newest || fresh.size < 3) {
          return void requestAnimationFrame(look);
        }
        seen.disconnect();
        drawn.forEach(([node, note]) => node.removeListener('plotly_afterplot', note));
        twice(() => resolve(performance.now() - start));
      })();
    });
  }

  /* From a file's arrival until its figures are painted; window.settled: until nothing is provisional. */
  function upload() {
    const old = lastAnswer()?.live.revision;
    let start = null;
    document
      .getElementById('upload-file')
      .addEventListener('change', () => (start = performance.now()), { once: true, capture: true });
    const fresh = () => start !== null && lastAnswer()?.live.revision !== old;
    window.settled = new Promise((resolve) => {
      (function look() {
        if (!fresh() || lastAnswer().refining) return void requestAnimationFrame(look);
        twice(() => resolve(performance.now() - start));
      })();
    });
    return new Promise((resolve) => {
      (function look() {
        const revision = lastAnswer()?.live.revision;
        const there = PANELS.every((id) => graph(id)?._fullLayout?.uirevision === revision);
        if (start === null || revision === old || !there) return void requestAnimationFrame(look);
        twice(() => resolve(performance.now() - start));
      })();
    });
  }

  window.watch = { drags, nothing, release, upload };
})();
