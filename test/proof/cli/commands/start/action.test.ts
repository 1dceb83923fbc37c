import { expect, it } from 'vitest';
import { openShell } from '../../../../cli/commands/shell.ts';
import { seen } from '../../../../dashboard/http/pages-of.ts';
import { signIn } from '../../../../dashboard/signed-in.ts';
import { even } from '../../../../workflow/scenarios.ts';

it('headroom start --once shows tables and the Plan line, growth and a picked up service, and exits 0', async () => {
  const { run } = await openShell(even(1, 1));
  const { status, out } = await run('start', '--once', '--port', '0');
  expect(status).toBe(0);
  expect(out).toMatch(/Plan: \d+ to enable, \d+ to raise \(\+\d+ GB/);
  expect(out).toContain('outcome: applied');
  expect(out).toContain('these disks grew');
  expect(out).toMatch(/event AutoscalerEnabled .*created-just-now/);
  expect(out).toMatch(/event RunCompleted outcome=applied confirmed=2 failed=0 findings=\d+$/m);
});

it('headroom start --once --json prints one document with plan, results, growth and what was picked up', async () => {
  const { run } = await openShell(even(1, 1));
  const { status, out } = await run('start', '--once', '--json', '--port', '0');
  expect(status).toBe(0);
  const document = JSON.parse(out);
  expect(document.outcome).toBe('applied');
  expect(document.results.every(({ status: ended }: { status: string }) => ended === 'confirmed')).toBe(true);
  expect(document.growth.length).toBeGreaterThan(0);
  expect(document.pickedUp.service).toBe('created-just-now');
});

it('headroom start ends with the address of its dashboard on port 8080 or the next free one, whose pages need its key', async () => {
  const { runWith } = await openShell(even(1, 1));
  const stop = new AbortController();
  const heard: string[] = [];
  let found = (_: string) => {};
  const address = new Promise<string>((resolve) => {
    found = resolve;
  });
  const listen = (text: string) => {
    heard.push(text);
    const line = /^dashboard: (\S+)$/m.exec(text)?.[1];
    if (line !== undefined) found(line);
  };
  const ended = runWith({ signal: stop.signal, listen }, 'start', '--port', '0');
  // A demo that fails before has no address.
  const { ask, url } = await signIn(await Promise.race([address, ended.then(({ err }) => Promise.reject(err))]));
  expect((await fetch(url)).status).toBe(403);
  const overview = seen(await (await ask('/')).text());
  stop.abort();
  expect((await ended).status).toBe(0);
  const port = Number(new URL(url).port);
  if (port !== 8080) expect(heard.join('')).toContain(`port 8080 is taken; the dashboard uses ${port}`);
  expect(port).toBeGreaterThanOrEqual(8080);
  expect(overview).toContain('Needs a person now');
  // The demo measures before it prints the address.
  expect(overview).not.toContain('disks nearly full unknown');
});
