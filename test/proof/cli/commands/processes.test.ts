import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../../temporary-directory.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** The real program in a process of its own, with these variables alone, or with those of the test. */
const startWith = (variables: Readonly<Record<string, string>> | undefined, ...argv: string[]) => {
  const child: Child = spawn(process.execPath, [join(root, 'bin', 'headroom.cjs'), ...argv], {
    cwd: root,
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  const waiting: { pattern: RegExp; resolve: (line: string) => void }[] = [];
  const hear = (line: string) => {
    lines.push(line);
    for (const { pattern, resolve } of waiting) if (pattern.test(line)) resolve(line);
  };
  createInterface({ input: child.stdout }).on('line', hear);
  createInterface({ input: child.stderr }).on('line', hear);
  const ended = once(child, 'close').then(([status]) => status as number);
  /** The first line that matches, now or later. Fails when the process ends without one. */
  const heard = (pattern: RegExp): Promise<string> => {
    const already = lines.find((line) => pattern.test(line));
    if (already !== undefined) return Promise.resolve(already);
    const later = new Promise<string>((resolve) => waiting.push({ pattern, resolve }));
    const over = ended.then(() => {
      throw new Error(`ended without ${pattern}:\n${lines.join('\n')}`);
    });
    return Promise.race([later, over]);
  };
  return { child, lines, heard, ended };
};

const start = (...argv: string[]) => startWith(undefined, ...argv);

describe('a command that looks at AWS', () => {
  it('says in one line what it could not reach, and nothing of the clients it uses', async () => {
    const nowhere = { AWS_ENDPOINT_URL: 'http://127.0.0.1:1', AWS_REGION: 'eu-west-1', AWS_MAX_ATTEMPTS: '1' };
    const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
    const { lines, ended } = startWith({ ...nowhere, ...keys }, 'report', '--bucket', 'the-bucket');
    expect(await ended).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^error: cannot read .* in the bucket the-bucket/)]);
  });
});

describe('a command that reads a pipe to which nothing writes', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('ends on %s', async (signal) => {
    const pipe = join(temporaryDirectory(), 'policy.yaml');
    execFileSync('mkfifo', [pipe]);
    const { child, ended } = start('validate', pipe);
    // Opens only when the command has opened its end.
    const writer = await open(pipe, 'w');
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
    await writer.close();
    expect(await ended).toBe(130);
  });
});

describe('headroom platform', () => {
  it('says where it listens, where the token is and which organization, and ends on Ctrl-C leaving no token', async () => {
    const { child, lines, heard, ended } = start('platform', '--port', '0');
    const organization = (await heard(/^organization /)).split(' ')[1];
    expect(lines[0]).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/);
    expect(lines[1]).toMatch(/^token in \//);
    const url = lines[0]?.replace('listening on ', '') ?? '';
    const file = lines[1]?.replace('token in ', '') ?? '';
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const authorization = `Bearer ${readFileSync(file, 'utf8').trim()}`;
    const answer = await fetch(`${url}/v1/organization/${organization}/projects`, { headers: { authorization } });
    expect(answer.status).toBe(200);
    expect((await fetch(`${url}/_control/state`)).status).toBe(404);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(existsSync(file)).toBe(false);
    expect(lines.join('\n')).not.toContain(authorization.slice(7));
  });

  it('ends on SIGTERM too, as one process', async () => {
    const { child, heard, ended } = start('platform', '--port', '0');
    const file = (await heard(/^token in /)).replace('token in ', '');
    await heard(/^organization /);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(existsSync(file)).toBe(false);
  });
});

describe('headroom start', () => {
  it('exits cleanly after its output is closed', async () => {
    const { child, ended } = start('start', '--once', '--port', '0');
    child.stdout.once('data', () => child.stdout.destroy());
    await ended;
    expect(child.signalCode).toBeNull();
  });

  it('picks up a service created while it runs, uses the next port if one is taken, ends on Ctrl-C', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const { child, heard, lines, ended } = start('start', '--port', String(port));
    await heard(new RegExp(`^port ${port} is taken; using \\d+$`));
    await heard(/^Watching /);
    const url = (await heard(/^platform http/)).split(/[ ,]/)[1];
    const token = readFileSync((await heard(/^token in /)).replace('token in ', ''), 'utf8').trim();
    const answer = await fetch(`${url}/v1/project/shop-prod/service`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({
        service_name: 'late-pg',
        service_type: 'pg',
        plan: 'startup-4',
        cloud: 'aws-eu-west-1',
        tags: { 'disk-autoscaler': 'on' },
      }),
    });
    expect(answer.status).toBe(200);
    await heard(/event AutoscalerEnabled shop-prod\/late-pg/);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(lines.join('\n')).not.toContain(token);
  });
});
