// Follows the runs: when the state changes, the page's main part is fetched anew. Without this script a reload does it.
const status = document.querySelector('.live');
const stateAddress = new URL('../state', document.currentScript.src);
const everyMs = 1000;

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

const showProgress = ({ runId, done, all, text }) => {
  for (const place of document.querySelectorAll('.progress')) {
    if (place.dataset.run !== runId) continue;
    const bar = place.querySelector('progress');
    if (all !== null) Object.assign(bar, { max: all, value: done });
    place.querySelector('span').textContent = text;
  }
};

/** @returns what to say of the connection */
const look = async () => {
  const answer = await fetch(stateAddress);
  // A dashboard that started again has another key, and lets only its new address in.
  if (answer.status === 403 || answer.status === 404) return 'ended: open the address that the command prints';
  if (!answer.ok) return 'reconnecting';
  const { stamp, progress } = await answer.json();
  if (stamp !== document.body.dataset.stamp) await refresh();
  progress.forEach(showProgress);
  return 'live';
};

const follow = async () => {
  // A page that no one sees asks for nothing.
  if (!document.hidden) {
    const says = await look().catch(() => 'reconnecting');
    if (status.textContent !== says) status.textContent = says;
    status.classList.toggle('lost', says !== 'live');
  }
  setTimeout(follow, everyMs);
};
void follow();
