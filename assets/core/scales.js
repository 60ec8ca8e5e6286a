/* How the sliders lay out what they hold: a prior by its log-odds, a cost ratio by its logarithm. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const LOW_PRIOR = 0.001;
  const HIGH_PRIOR = 0.999;
  const RATIO_END = 3; // decades

  const logit = (p) => Math.log(p / (1 - p));
  const unlogit = (x) => 1 / (1 + Math.exp(-x));
  const round3 = (x) => Number(x.toPrecision(3));
  const roundPrior = (p) => (p <= 0.5 ? round3(p) : Number((1 - round3(1 - p)).toPrecision(12)));
  const lowest = () => Math.min(LOW_PRIOR, costdash.conditions.file().prevalence / 10);

  /* place: where a value stands; at: the value, rounded, that stands there; ends: of the slider. */
  function scale(place, at, ends) {
    return {
      place,
      at,
      parked(value) {
        const [low, high] = ends();
        return Math.min(Math.max(place(value), low), high);
      },
      beyond(values) {
        const [low, high] = ends();
        return { low: place(values[0]) < low, high: place(values[values.length - 1]) > high };
      },
    };
  }

  const prior = scale(logit, (x) => roundPrior(unlogit(x)), () => [logit(lowest()), logit(HIGH_PRIOR)]);
  const ratio = scale(Math.log10, (x) => Math.pow(10, x), () => [-RATIO_END, RATIO_END]);

  /* Ends and marks of a slider of priors, with the file's prevalence among them. */
  prior.marked = (prevalence) => {
    const text = costdash.format.prior;
    const at = (p, label) => ({ value: logit(p), label });
    const marks = [at(lowest(), text(lowest())), at(prevalence, 'file'), at(HIGH_PRIOR, '99.9 %')];
    return { min: logit(lowest()), max: logit(HIGH_PRIOR), marks };
  };

  costdash.scales = { prior, ratio, round3 };
})();
