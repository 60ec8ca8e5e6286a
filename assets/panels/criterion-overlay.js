/* What another criterion chooses while the hand moves, as core/choices finds it on the hull; at rest
   the server's answer stands. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const ROOM = 1e-12; // by which rounding may seem to overstep a limit
  const TRIVIAL = { none: 'call none', all: 'call all' };
  let told = null; // {kind, limit, fpr, tpr} of the newest answer

  function ruleAt(hull, vertex) {
    const call = vertex === 0 ? 'none' : vertex === hull.tie.length ? 'all' : 'some';
    return { vertex, call, owner: hull.owner[vertex], text: hull.text[vertex], fpr: hull.fpr[vertex], tpr: hull.tpr[vertex] };
  }

  const one = (rule) => ({ rules: [rule], share: [1], fpr: rule.fpr, tpr: rule.tpr });

  /* Along the hull to the edge that the limit cuts; a level top edge gains nothing. */
  function mixture(hull, used, limit) {
    const top = hull.tpr[hull.tpr.length - 1];
    let last = hull.tpr.length - 1;
    while (last > 0 && hull.tpr[last - 1] >= top) last -= 1;
    let under = 0;
    while (under < last && used[under + 1] <= limit + ROOM) under += 1;
    if (under === last || used[under] >= limit - ROOM) return one(ruleAt(hull, under));
    const part = (limit - used[under]) / (used[under + 1] - used[under]);
    const rules = [ruleAt(hull, under), ruleAt(hull, under + 1)];
    const [fpr, tpr] = ['fpr', 'tpr'].map((rate) => rules[0][rate] + part * (rules[1][rate] - rules[0][rate]));
    return { rules, share: [1 - part, part], fpr, tpr };
  }

  /* Of criteria that ask for no conditions the rates stay as the answer has them. */
  const CHOICES = {
    capacity(hull, { prior }, { limit }) {
      const used = hull.fpr.map((fpr, v) => prior * hull.tpr[v] + (1 - prior) * fpr);
      return mixture(hull, used, limit);
    },
    error(hull, { prior }) {
      const best = costdash.geometry.bestCall(hull, { prior, cost_fn: 1, cost_fp: 1 });
      return one(best.vertex === null ? ruleAt(hull, best.call === 'none' ? 0 : hull.tie.length) : ruleAt(hull, best.vertex));
    },
  };

  function choose(live, point) {
    if (!told || !live.hull.tie.length) return null;
    return told.kind in CHOICES ? CHOICES[told.kind](live.hull, point, told) : { fpr: told.fpr, tpr: told.tpr };
  }

  /* To a tenth of a percent, halves to the even one: so two shares make up a whole. */
  function shareWords(share) {
    const x = 100 * share;
    const half = (4 * x) % 2 === 1; // no others are halves of a tenth, but for rounding
    const coarse = half ? (2 * Math.round(5 * x)) / 10 : Number(x.toFixed(1));
    return coarse > 0 && coarse < 100 ? `${costdash.numbers.number(coarse)} %` : costdash.numbers.percent(share);
  }

  /* As report/choice.mixture_words; undefined where the answer's words hold. */
  function mixtureWords(live, { rules, share }) {
    if (!rules) return undefined;
    const named = (rule) => live.models.find(({ i }) => i === rule.owner).name;
    const words = (rule) => TRIVIAL[rule.call] || `${named(rule)} at ${rule.text}`;
    const [first, second] = rules;
    if (!second) {
      if (first.call !== 'some') return `${words(first)} positive`;
      return `use ${named(first)} and call positive at a score of ${first.text} or more`;
    }
    const use = (rule) => (rule.call === 'some' ? 'use ' : '') + words(rule);
    const again = first.call === 'some' ? words(second) : use(second);
    return `${use(first)} for ${shareWords(share[0])} of cases and ${again} for ${shareWords(share[1])}`;
  }

  const LIMITS = {
    capacity({ limit }, { prior }) {
      const [n, ends] = [1 - prior, [Math.max(0, (told.limit - prior) / (1 - prior)), Math.min(1, limit / (1 - prior))]];
      return [ends, ends.map((x) => (limit - n * x) / prior)];
    },
    error(_, { prior }, { fpr, tpr }) {
      const { x, y } = costdash.geometry.isoLine({ prior, cost_fn: 1, cost_fp: 1 }, fpr, tpr);
      return [x, y];
    },
  };

  function drawRoc(panel, point, choice) {
    const { line } = costdash.curves;
    costdash.redraw.mark(panel, 'choice', choice.fpr, choice.tpr);
    if (told.kind in LIMITS) {
      costdash.redraw.path(panel, 'choice-limit', 'js-line', line(panel, ...LIMITS[told.kind](told, point, choice)));
    }
    if (!choice.rules) return;
    const [fpr, tpr] = ['fpr', 'tpr'].map((rate) => choice.rules.map((rule) => rule[rate]));
    costdash.redraw.path(panel, 'choice-edge', 'js-line', line(panel, fpr, tpr));
  }

  function drawPrecision(panel, point, { fpr, tpr }) {
    const precision = costdash.geometry.precision(fpr, tpr, point.prior);
    if (precision !== null) costdash.redraw.mark(panel, 'choice', tpr, precision);
    costdash.redraw.reveal(panel, 'choice', precision !== null);
  }

  function drawCost(panel, point, choice) {
    const pcf = costdash.geometry.pcfOf(point);
    const across = (uid, rule) =>
      costdash.redraw.path(panel, uid, 'js-line', costdash.curves.line(panel, [0, 1], [rule.fpr, 1 - rule.tpr]));
    const { prior } = point;
    if (told.kind === 'error') {
      costdash.redraw.mark(panel, 'choice-mark', prior, choice.fpr * (1 - prior) + (1 - choice.tpr) * prior);
    }
    costdash.redraw.mark(panel, 'choice', pcf, choice.fpr * (1 - pcf) + (1 - choice.tpr) * pcf);
    if (!choice.rules) return;
    across('choice-line', choice);
    const mixed = choice.rules.length > 1;
    for (const k of [0, 1]) {
      if (mixed) across(`choice-part-${k}`, choice.rules[k]);
      costdash.redraw.reveal(panel, `choice-part-${k}`, mixed);
    }
    costdash.redraw.reveal(panel, 'choice-vertex', mixed);
    if (!mixed) return;
    const tie = costdash.live.data().hull.tie[choice.rules[0].vertex];
    costdash.redraw.mark(panel, 'choice-vertex', tie, choice.rules[0].fpr * (1 - tie) + (1 - choice.rules[0].tpr) * tie);
  }

  const DRAWN = { roc: drawRoc, pr: drawPrecision, cost: drawCost };

  const form = ({ fpr, tpr }) => (fpr === tpr && (fpr === 0 || fpr === 1) ? fpr : 'some');

  /* A sentence that was made for a trivial rule is not filled with what another finds, nor the other way. */
  function say(live, point, found, choice) {
    const outdated = form(choice) !== form(told);
    for (const headline of document.querySelectorAll('.headline.held')) headline.classList.toggle('outdated', outdated);
    if (outdated) return;
    const cost = costdash.geometry.expectedCost(point, choice.fpr, choice.tpr);
    const texts = { ...costdash.headline.texts(live, point, { ...found, ...choice, cost }), mixture: mixtureWords(live, choice) };
    for (const element of document.querySelectorAll('[data-choice]')) {
      const text = texts[element.dataset.choice];
      if (text !== undefined && element.textContent !== text) element.textContent = text;
    }
  }

  function follow(found) {
    const [live, point] = [costdash.live.data(), costdash.live.point()];
    const choice = found && live && choose(live, point);
    if (!choice) return;
    for (const [name, draw] of Object.entries(DRAWN)) {
      const panel = costdash.graphs.get(name);
      if (panel) draw(panel, point, choice);
    }
    say(live, point, found, choice);
  }

  costdash.choosing = {
    choose,
    mixtureWords,
    settle(choice) {
      told = choice || null;
      document.body.classList.toggle('choosing', Boolean(told));
    },
  };

  (costdash.onMove = costdash.onMove || []).push(follow);
})();
