/* For a large screen and people around it: large type; decision, panels and sliders alone, on the whole screen. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});
  const MARGIN = { l: 62, r: 12, t: 14, b: 58, pad: 0 };
  const [TICK, TITLE, LABEL] = [15, 16, 12]; // pixels of letters
  const presents = () => document.body.classList.contains('present');

  function turn(on) {
    if (presents() === on) return;
    document.body.classList.toggle('present', on);
    document.body.classList.remove('rail-open');
    const button = document.getElementById('present');
    const label = button.querySelector('.mantine-Button-label') || button;
    label.textContent = on ? 'Leave (Esc)' : 'Present';
    button.setAttribute('aria-pressed', String(on));
    fill(on);
    costdash.page.redraw(); // in the letters of now, and in its new place
    window.dispatchEvent(new Event('resize'));
    window.scrollTo(0, 0);
    button.focus({ preventScroll: on });
  }

  /* A browser may have no full screen, or refuse it: then the window is what there is. */
  function fill(on) {
    const root = document.documentElement;
    if (on && root.requestFullscreen) root.requestFullscreen().catch(() => {});
    if (!on && document.fullscreenElement) document.exitFullscreen().catch(() => {});
  }

  const lettered = (axis) =>
    axis && { ...axis, tickfont: { size: TICK }, title: { ...axis.title, font: { size: TITLE } } };

  costdash.present = {
    /* A figure with letters that are read from the back of the room. */
    enlarged(figure) {
      if (!presents()) return figure;
      const { layout } = figure;
      const annotations = (layout.annotations || []).map((one) => ({ ...one, font: { ...one.font, size: LABEL } }));
      const axes = { xaxis: lettered(layout.xaxis), yaxis: lettered(layout.yaxis) };
      return { ...figure, layout: { ...layout, ...axes, annotations, margin: MARGIN } };
    },
    /* A strip keeps its letters and stands under such a figure. */
    aligned(strip) {
      if (!presents()) return strip;
      const { l, r } = MARGIN;
      return { ...strip, layout: { ...strip.layout, margin: { ...strip.layout.margin, l, r } } };
    },
  };

  document.addEventListener('click', (event) => {
    if (event.target.closest('#present')) turn(!presents());
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') turn(false);
  });
  // Escape in full screen is the browser's own, and no key is heard.
  document.addEventListener('fullscreenchange', () => {
    if (!document.fullscreenElement) turn(false);
    window.dispatchEvent(new Event('resize'));
  });
})();
