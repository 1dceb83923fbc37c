// Shows what matches while a reader types, and copies names. Without this script filters have a button.
const quietMs = 200;
let waiting;
let asked = 0;

const showMatches = async (form) => {
  const fields = [...new FormData(form)].filter(([, value]) => value !== '');
  const address = `${new URL(form.action).pathname}?${new URLSearchParams(fields)}`;
  asked += 1;
  const own = asked;
  const answer = await fetch(address, { headers: { accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const [old, fresh] = [document, page].map((one) => one.querySelector('.results'));
  // An answer to what the reader has typed over is late.
  if (own !== asked || !answer.ok || old === null || fresh === null) return;
  old.replaceWith(fresh);
  history.replaceState(null, '', address);
  document.dispatchEvent(new Event('renewed'));
};

document.addEventListener('input', ({ target }) => {
  const form = target.closest('form[role="search"]');
  if (form === null) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => showMatches(form).catch(() => {}), quietMs);
});

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button.copy');
  if (button === null) return;
  await navigator.clipboard.writeText(button.dataset.copy);
  button.classList.add('done');
});
