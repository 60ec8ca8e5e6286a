/* The view in the address bar: the models that are on, the level, what is drawn beside; never data. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const LEVELS = [0, 0.8, 0.9, 0.95, 0.99];
  const escaped = (name) => name.replace(/%/g, '%25').replace(/~/g, '%7E');
  const unescaped = (text) => text.replace(/%7E/g, '~').replace(/%25/g, '%');
  const flag = (on) => (on ? '1' : null);

  costdash.viewed = {
    write(view, { models }, beginning) {
      const all = view.models.length === models.length;
      const texts = [
        ['models', all ? null : view.models.map(escaped).join('~')],
        ['level', String(view.level)],
        ['choose', view.choose === 'same' ? null : view.choose],
        ['lines', flag(view.lines)],
        ['word', flag(view.score_driven)],
        ['whole', flag(view.roc_whole)],
        ['estimate', flag(view.estimated_prior)],
      ];
      costdash.address.put(texts, beginning);
    },
    /* What the address says of these data; without a word on models it means `otherwise`. */
    read({ models, choose_on }, otherwise) {
      const ways = ['other', ...(choose_on ? ['split'] : [])];
      const query = new URLSearchParams(window.location.search);
      if (!query.has('level')) return {};
      const asked = query.has('models') ? query.get('models').split('~').map(unescaped) : null;
      const on = asked ? models.map(({ name }) => name).filter((name) => asked.includes(name)) : otherwise;
      const level = Number(query.get('level'));
      return {
        models: on.length > 0 || (asked && asked[0] === '') ? on : otherwise,
        ...(LEVELS.includes(level) ? { level } : {}),
        choose: ways.includes(query.get('choose')) ? query.get('choose') : 'same',
        lines: query.get('lines') === '1',
        score_driven: query.get('word') === '1',
        roc_whole: query.get('whole') === '1',
        estimated_prior: query.get('estimate') === '1',
      };
    },
  };
})();
