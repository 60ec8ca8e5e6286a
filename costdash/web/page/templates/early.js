/* Runs before anything is painted: sets the theme, and hides the first look where this tab asks something else. */
(() => {
  const root = document.documentElement;
  const read = (storage, key) => {
    try {
      return JSON.parse(window[storage].getItem(key));
    } catch {
      return null;
    }
  };
  const chosen = read('localStorage', 'costdash-theme');
  const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.setAttribute('data-mantine-color-scheme', ['dark', 'light'].includes(chosen) ? chosen : system);

  const { dataset, first } = JSON.parse(document.getElementById('boot-data').textContent);
  if (!first) return;
  const differs = (stored, asked) =>
    Object.keys(asked).some((key) => JSON.stringify(stored[key] ?? null) !== JSON.stringify(asked[key]));
  const tab = Object.fromEntries(
    ['dataset', 'conditions', 'view'].map((store) => [store, read('sessionStorage', store)]),
  );
  const recent = (read('localStorage', 'costdash-recent') || []).find(({ token }) => token === dataset.token);
  const query = new URLSearchParams(window.location.search);
  const conditions = tab.conditions || recent?.conditions;
  const level = read('localStorage', 'costdash-level') ?? first.view.level;
  const asksElse =
    (tab.dataset?.token && tab.dataset.revision !== dataset.revision) ||
    (!query.has('prior') && conditions && differs(conditions, first.conditions)) ||
    (!query.has('level') && (tab.view ? differs(tab.view, first.view) : level !== first.view.level));
  root.classList.toggle('asks-else', Boolean(asksElse));
})();
