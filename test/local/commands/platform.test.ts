import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { even } from '../../workflow/scenarios.ts';
import { openShell } from './shell.ts';

it('headroom platform says that a port is taken and what to do, and exits 2', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const { run } = await openShell(even(1, 1));
  expect(await run('platform', '--port', String(port))).toEqual({
    status: 2,
    out: '',
    err: `error: port ${port} is taken; give another with --port, or 0 for any free one\n`,
  });
});
