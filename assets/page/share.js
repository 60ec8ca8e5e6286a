/* The link to share: the path that the server gave, under the conditions of this moment; and the way back from a view. */
(function () {
  'use strict';
  const costdash = (window.costdash = window.costdash || {});

  costdash.share = {
    /* The clientside callback: path, in -> link, out; conditions and view only say when. */
    address(path) {
      return path ? window.location.origin + path + window.location.search : '';
    },
  };

  /* Without a secure address there is no clipboard: the link is selected, and the hand copies it. */
  async function copy() {
    const link = document.getElementById('share-link');
    if (!link || !link.value) return;
    link.select();
    try {
      await window.navigator.clipboard.writeText(link.value);
      costdash.notices.say('The link was copied.');
    } catch {
      link.focus();
    }
  }

  document.addEventListener('click', (event) => {
    if (event.target.closest('#share-copy')) copy();
    const back = event.target.closest('[data-back]');
    if (back) window.dash_clientside.set_props('upload-token', { data: { token: back.dataset.back, back: true, at: Date.now() } });
  });

  window.dash_clientside = Object.assign({}, window.dash_clientside, { costdash_share: costdash.share });
})();
