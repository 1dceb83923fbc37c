// Follows the runs: when the state changes, the page's main part is fetched anew. Without this script a reload does it.
const status = document.querySelector('.live');
const eventsAddress = new URL('../events', document.currentScript.src);

/** How long ago times were, beside the times themselves. */
const ago = (ms) => {
  const minutes = Math.floor(ms / 60000);
  if (minutes < 1) return 'just now';
  if (minutes < 120) return `${minutes} min ago`;
  return minutes < 2880 ? `${Math.floor(minutes / 60)} hours ago` : `${Math.floor(minutes / 1440)} days ago`;
};
const showAges = () => {
  for (const time of document.querySelectorAll('main time')) {
    const age = Date.now() - Date.parse(time.dateTime);
    if (age < 0) continue;
    const text = document.createElement('small');
    text.textContent = ` ${ago(age)}`;
    time.querySelector('small')?.remove();
    time.append(text);
  }
};
showAges();
setInterval(showAges, 30000);
document.addEventListener('renewed', showAges);

const refresh = async () => {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const main = document.querySelector('main');
  const fresh = page.querySelector('main');
  const { activeElement: focused } = document;
  const isTyping = main.contains(focused) && /^(INPUT|SELECT|TEXTAREA)$/.test(focused.tagName);
  // A text that its reader has edited stays.
  const isEdited = [...main.querySelectorAll('textarea')].some(({ value, defaultValue }) => value !== defaultValue);
  if (fresh === null || isTyping || isEdited) return;
  const open = new Set([...main.querySelectorAll('details[open] > summary')].map((summary) => summary.textContent));
  // The keyboard stays where it was, if that place is still there.
  const reachable = 'a[href], button, summary, [tabindex="0"]';
  const at = [...main.querySelectorAll(reachable)].indexOf(focused);
  main.replaceWith(fresh);
  for (const summary of fresh.querySelectorAll('summary')) summary.parentElement.open = open.has(summary.textContent);
  if (at >= 0) fresh.querySelectorAll(reachable)[at]?.focus({ preventScroll: true });
  document.body.dataset.stamp = page.body.dataset.stamp;
  showAges();
};

const follow = () => {
  const events = new EventSource(eventsAddress);
  events.addEventListener('open', () => {
    status.textContent = 'live';
    status.classList.remove('lost');
  });
  events.addEventListener('error', () => {
    // A dashboard that started again has another key, and lets only its new address in.
    const isOver = events.readyState === EventSource.CLOSED;
    status.textContent = isOver ? 'ended: open the address that the command prints' : 'reconnecting';
    status.classList.add('lost');
  });
  events.addEventListener('state', ({ data }) => {
    if (data !== document.body.dataset.stamp) refresh().catch(() => {});
  });
  events.addEventListener('progress', ({ data }) => {
    for (const { runId, done, all, text } of JSON.parse(data)) {
      for (const place of document.querySelectorAll('.progress')) {
        if (place.dataset.run !== runId) continue;
        const bar = place.querySelector('progress');
        if (all !== null) Object.assign(bar, { max: all, value: done });
        place.querySelector('span').textContent = text;
      }
    }
  });
  return events;
};

// A browser has six connections for one host: a page that no one sees must not keep one, or the seventh would never load.
let events;
const followWhileSeen = () => {
  if (!document.hidden) events ??= follow();
  else {
    events?.close();
    events = undefined;
  }
};
document.addEventListener('visibilitychange', followWhileSeen);
followWhileSeen();
