/* The header of a dialog is no second banner of the page. Mantine makes it a `header` without a way to say so. */

const HEADER = '.mantine-Modal-header';

/** @param {ParentNode} portal */
function demote(portal) {
  for (const header of portal.querySelectorAll(HEADER)) header.setAttribute('role', 'none');
}

const dialogs = new MutationObserver((changes) =>
  changes.forEach(({ target }) => demote(/** @type {Element} */ (target))),
);

/** Dialogs lie in portals, which React adds to the body. @param {Iterable<Node>} nodes */
function watch(nodes) {
  for (const node of nodes) {
    if (!(node instanceof Element) || !node.matches('[data-portal]')) continue;
    demote(node);
    dialogs.observe(node, { childList: true, subtree: true });
  }
}

new MutationObserver((changes) => changes.forEach(({ addedNodes }) => watch(addedNodes))).observe(document.body, {
  childList: true,
});
watch(document.body.children);
