import { spawn } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { temporaryDirectory } from '../../temporary-directory.ts';

/** The pipeline in docs/embedded-platform.md, with a stand-in that makes the calls of Terraform. */

const root = join(import.meta.dirname, '..', '..', '..');
const page = readFileSync(join(root, 'docs', 'embedded-platform.md'), 'utf8');
const example = /```yaml\n(name: terraform\n[\s\S]*?)```/.exec(page)?.[1] ?? '';
const steps = parse(example).jobs.test.steps as { readonly name?: string; readonly run?: string }[];
const script = (name: string): string => steps.find((step) => step.name === name)?.run ?? '';

const asNode = '#!/usr/bin/env node\n';

/** Creates, reads and deletes one service, as the provider does. */
const terraform = `${asNode}
const [verb] = process.argv.slice(2);
const base = process.env.AIVEN_WEB_URL + '/v1/project/sandbox';
const call = async (method, path, body) => {
  const headers = { authorization: 'aivenv1 ' + process.env.AIVEN_TOKEN };
  const answer = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(method + ' ' + path + ': ' + answer.status);
  return answer.json();
};
const run = {
  init: async () => {},
  apply: async () => {
    await call('GET', '/static-ips');
    const wanted = { service_name: 'made', service_type: 'pg', plan: 'startup-4', cloud: 'aws-eu-west-1' };
    await call('POST', '/service', wanted);
    while ((await call('GET', '/service/made')).service.backups.length === 0);
  },
  plan: async () => {
    const { service } = await call('GET', '/service/made');
    await call('GET', '/service/made/no-such-thing').catch(() => {});
    if (service.backups.length !== 2) process.exit(2);
  },
  destroy: async () => call('DELETE', '/service/made'),
};
run[verb]().catch((error) => { console.error(error.message); process.exit(1); });
`;

/** The same as curl, as far as the example uses it. */
const curl = `${asNode}
const argv = process.argv.slice(2);
const at = argv.indexOf('--data');
const init = at === -1 ? {} : { method: 'POST', body: argv[at + 1] };
fetch(argv.at(-1), init).then(async (answer) => {
  process.stdout.write(await answer.text());
  process.exit(answer.ok ? 0 : 22);
});
`;

it('the example pipeline applies, lets a week pass, finds no drift, and says what was not served', async () => {
  const folder = temporaryDirectory();
  const headroom = `#!/bin/sh\nexec node --import ${import.meta.resolve('tsx')} ${join(root, 'bin', 'headroom.ts')} "$@"\n`;
  for (const [name, text] of Object.entries({ terraform, curl, headroom })) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
  const environment = join(folder, 'environment');
  writeFileSync(environment, '');
  // Steps of a job: what one writes to the environment is there in the next; what it starts lives on.
  const shared = 'set -a; . "$GITHUB_ENV"; set +a';
  const text = [
    `PATH="${folder}:$PATH"; export GITHUB_ENV="${environment}"`,
    'set -e; trap "kill %1" EXIT',
    script('start the platform').replace('--control', '--port 0 --control'),
    shared,
    script('apply, let a week pass, and find no drift'),
    script('what the platform did not serve'),
  ].join('\n');
  const bash = spawn('bash', ['--noprofile', '--norc', '-c', text], {
    cwd: folder,
  });
  onTestFinished(() => void bash.kill());
  const out: string[] = [];
  const err: string[] = [];
  bash.stdout.on('data', (chunk) => out.push(String(chunk)));
  bash.stderr.on('data', (chunk) => err.push(String(chunk)));
  const status = await new Promise((resolve) => bash.on('close', resolve));
  expect([status, err.join('')]).toEqual([0, '']);
  expect(out.join('')).toContain('"GET /v1/project/sandbox/service/made/no-such-thing","count":1');
});
