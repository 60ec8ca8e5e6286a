/* The numbers of the decision follow the hand; the words around them wait for the answer. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});

  const INKS = 10; // colours of models, in turn

  /* What each role of report/decision.py says; undefined leaves the text alone. */
  function texts(live, point, found) {
    const say = costdash.numbers;
    const { cases, count, single } = costdash.basis.at(point.prior);
    const positives = cases * point.prior;
    const finds = positives * found.tpr;
    const alarms = say.number(cases * (1 - point.prior) * found.fpr);
    const money = say.amounts(point);
    const owner = live.models.find((model) => model.i === found.owner);
    return {
      model: owner && owner.name,
      threshold: found.text === null ? undefined : found.text,
      cases: count,
      positives: say.number(positives, say.digitsApart(positives, cases)),
      finds: single ? say.percent(found.tpr) : say.number(finds, say.digitsApart(finds, positives)),
      alarms: single ? say.percent(found.fpr) : alarms === '0' ? 'no' : alarms,
      cost: money.total(cases * found.cost),
      saving: found.saving < 0 ? money.more(-cases * found.saving) : money.less(cases * found.saving),
      trivial: found.trivial.call,
      prior: say.percent(point.prior),
      pcf: say.number(found.pcf),
      slope: say.number(found.slope),
      'ratio-words': say.times(point.cost_fn / point.cost_fp),
    };
  }

  /* A sentence that was made for another call is not filled with numbers that it does not mean. */
  function outdated(call) {
    for (const sentence of document.querySelectorAll('[data-live-call]')) {
      sentence.classList.toggle('outdated', call !== null && sentence.dataset.liveCall !== call);
    }
  }

  function show(live, point, found) {
    const said = texts(live, point, found);
    outdated(found.call);
    for (const element of document.querySelectorAll('[data-live]')) {
      const text = said[element.dataset.live];
      if (text === undefined || element.closest('.outdated')) continue;
      if (element.textContent !== text) element.textContent = text;
      if (element.dataset.live === 'model') dress(element, found.owner);
    }
  }

  /* A name wears its model's colour, by the class of page.css. */
  function dress(element, i) {
    const worn = Array.from(element.classList).find((name) => /^ink-\d+$/.test(name));
    if (worn) element.classList.replace(worn, 'ink-' + (i % INKS));
  }

  costdash.headline = { show, texts, settle: () => outdated(null) };
})();
