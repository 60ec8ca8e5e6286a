/* Light or dark, set before the first paint; figures are recoloured here, colour for colour. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const KEY = 'costdash-theme';
  const media = window.matchMedia('(prefers-color-scheme: dark)');
  const stored = costdash.memory.read(KEY, null);
  let theme = ['dark', 'light'].includes(stored) ? stored : media.matches ? 'dark' : 'light';

  const { palettes } = costdash.opening;
  // from a colour of the light theme to its partner
  const swap = new Map(Object.entries(palettes.light).map(([name, colour]) => [colour, palettes.dark[name]]));

  function paint() {
    document.documentElement.setAttribute('data-mantine-color-scheme', theme);
    for (const [name, colour] of Object.entries(palettes[theme])) {
      document.documentElement.style.setProperty('--' + name.replace(/_/g, '-'), colour);
    }
  }

  paint();

  function recolour(value) {
    if (typeof value === 'string') return swap.get(value) || value;
    if (Array.isArray(value)) return typeof value[0] === 'number' ? value : value.map(recolour);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, recolour(part)]));
  }

  costdash.theme = {
    /* A server's figure (light) in the theme of the page. */
    dressed: (figure) => (theme === 'dark' ? recolour(figure) : figure),
    /* The clientside callback of a figure below the panels: its store, the theme and its box, in. */
    dress(figure, now, box) {
      if (figure) costdash.draw(box, costdash.theme.dressed(figure));
    },
    /* The clientside callback of the theme button. */
    turn(clicks) {
      if (clicks) {
        theme = theme === 'dark' ? 'light' : 'dark';
        costdash.memory.write(KEY, theme);
        paint();
        costdash.page.redraw();
      }
      return theme;
    },
    now: () => theme,
  };

  window.dash_clientside = Object.assign({}, window.dash_clientside, { costdash_theme: costdash.theme });
})();
