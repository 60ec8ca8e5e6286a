/* The decision as text, and the rule as a line of code, to the clipboard. */
(function () {
  'use strict';
  const SHOWN = 1500; // ms of the confirmation
  const costdash = (window.costdash = window.costdash || {});
  const said = (selector) => {
    const place = document.querySelector('#decision ' + selector);
    return place ? place.innerText : '';
  };
  const TEXTS = {
    'copy-text': () => ['.headline', '.detail', '.sensitivity'].map(said).filter(Boolean).join('\n'),
    'copy-code': () => costdash.page.answer().code,
  };

  /* Without a secure address there is no clipboard but the old way through a selection. */
  async function write(text) {
    try {
      await window.navigator.clipboard.writeText(text);
      return true;
    } catch {
      const area = document.createElement('textarea');
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand('copy');
      area.remove();
      return done;
    }
  }

  document.addEventListener('click', async (event) => {
    const button = event.target.closest('#copy-text, #copy-code');
    if (!button || !costdash.page.answer() || button.dataset.busy) return;
    const label = button.querySelector('.mantine-Button-label') || button;
    const before = label.textContent;
    const text = TEXTS[button.id]();
    button.dataset.busy = '1';
    label.textContent = (await write(text)) ? 'Copied' : 'Copy it by hand';
    costdash.copied = text; // the last thing taken
    document.getElementById('lit-text').textContent = `${label.textContent}: ${text}`; // for who cannot see it
    button.focus();
    setTimeout(() => {
      label.textContent = before;
      delete button.dataset.busy;
    }, SHOWN);
  });
})();
