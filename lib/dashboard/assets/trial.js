// Tries a policy while it is edited, and shows what is known so far. Without this script the form has a button.
const quietMs = 600;
let waiting;
let running;

const [status, results] = [
  () => document.getElementById('trial-status'),
  () => document.getElementById('trial-results'),
];

/** Shows the newest of the lines that came; each is all that is known. */
const show = (line) => {
  const { text, html } = JSON.parse(line);
  status().textContent = text;
  results().innerHTML = html;
};

const follow = async (answer, isCurrent) => {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ; ) {
    const { done, value } = await reader.read();
    if (done || !isCurrent()) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    if (lines.length > 0) show(lines.at(-1));
  }
};

/** An answer to what the reader has typed over is late: its request ends, and the dashboard's work for it too. */
const run = async (form) => {
  clearTimeout(waiting);
  running?.abort();
  const own = new AbortController();
  running = own;
  results().setAttribute('aria-busy', 'true');
  status().textContent = 'Counting; what is below is of the text before.';
  try {
    const body = new URLSearchParams(new FormData(form));
    const headers = { accept: 'application/x-ndjson' };
    const answer = await fetch(form.action, { method: 'POST', body, headers, signal: own.signal });
    if (answer.ok) await follow(answer, () => running === own);
    else status().textContent = await answer.text();
  } catch {
    if (running === own) status().textContent = 'The dashboard does not answer; what is below may be of another text.';
  }
  if (running === own) results().removeAttribute('aria-busy');
};

const formOf = (target) => target.closest('form.trial');

document.addEventListener('input', ({ target }) => {
  const form = formOf(target);
  if (form === null) return;
  form.dataset.edited = '';
  clearTimeout(waiting);
  waiting = setTimeout(() => run(form), quietMs);
});

document.addEventListener('submit', (event) => {
  const form = formOf(event.target);
  // The patch is a file, which the browser saves.
  if (form === null || event.submitter?.hasAttribute('formaction')) return;
  event.preventDefault();
  form.dataset.edited = '';
  void run(form);
});

document.addEventListener('click', (event) => {
  const line = event.target.closest('a[data-line]');
  if (line === null) return;
  event.preventDefault();
  const text = document.getElementById('policy-text');
  const lines = text.value.split('\n');
  const place = Number(line.dataset.line) - 1;
  const start = lines.slice(0, place).join('\n').length + Number(place > 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[place] ?? '').length);
});
