// Follows the runs: when the state changes, the page's main part is fetched anew. Without this script a reload does it.
const status = document.querySelector('.live');
const events = new EventSource('/events');

const refresh = async () => {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const main = document.querySelector('main');
  const fresh = page.querySelector('main');
  const isTyping =
    main.contains(document.activeElement) && /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
  if (fresh === null || isTyping) return;
  const open = new Set([...main.querySelectorAll('details[open] > summary')].map((summary) => summary.textContent));
  main.replaceWith(fresh);
  for (const summary of fresh.querySelectorAll('summary')) summary.parentElement.open = open.has(summary.textContent);
  document.body.dataset.stamp = page.body.dataset.stamp;
};

events.addEventListener('state', ({ data }) => {
  status.textContent = 'live';
  if (data !== document.body.dataset.stamp) refresh().catch(() => {});
});
events.addEventListener('error', () => {
  status.textContent = 'reconnecting';
});
