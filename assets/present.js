/* For a large screen and people around it: large type; decision, panels and sliders alone. */
(function () {
  'use strict';

  function turn(on) {
    if (document.body.classList.contains('present') === on) return;
    document.body.classList.toggle('present', on);
    document.body.classList.remove('rail-open');
    const button = document.getElementById('present');
    const label = button.querySelector('.mantine-Button-label') || button;
    label.textContent = on ? 'Leave (Esc)' : 'Present';
    window.dispatchEvent(new Event('resize')); // the graphs fill their new places
    window.scrollTo(0, 0);
  }

  document.addEventListener('click', (event) => {
    if (event.target.closest('#present')) turn(!document.body.classList.contains('present'));
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') turn(false);
  });
})();
