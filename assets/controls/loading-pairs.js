/* Marks the tabs Compare and Folds while their answers are computed, so that what is out of date fades.

   Not by :has() in the style sheet: beside the universal selectors of what fades, every change anywhere on the page
   would style all of it anew. */

/** @param {Element | null} element */
const loads = (element) => element?.getAttribute('data-dash-is-loading') === 'true';

function mark() {
  for (const body of document.querySelectorAll('.pair-body')) {
    body.classList.toggle('answer-loads', loads(body.querySelector('.pair-lead')));
    body.classList.toggle('list-loads', loads(body.querySelector('#pair-band')));
  }
}

new MutationObserver(mark).observe(document.body, {
  attributes: true,
  attributeFilter: ['data-dash-is-loading'],
  subtree: true,
});
