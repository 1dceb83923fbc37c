import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { enableAll, even, organizationOf, pg } from '../../workflow/scenarios.ts';
import { openShell } from './shell.ts';

const policyFile = (text: string): string => {
  const file = join(temporaryDirectory(), 'policy.yaml');
  writeFileSync(file, text);
  return file;
};

describe('headroom validate', () => {
  it('says that a good document is valid', async () => {
    const shell = await openShell(even(1, 1));
    const file = policyFile(enableAll(200));
    const { status, out } = await shell.run('validate', file);
    expect(status).toBe(0);
    expect(out).toBe(`${file}: valid; mode enforce, 1 rules\n`);
  });

  it('gives every error of a bad one with its place, and exits 1', async () => {
    const shell = await openShell(even(1, 1));
    const file = policyFile('version: 1\nmode: enforced\nrules:\n  - { name: a, effect: enable }\n');
    const { status, err } = await shell.run('validate', file);
    expect(status).toBe(1);
    expect(err.split('\n').filter((line) => line.includes(`${file}:`)).length).toBeGreaterThanOrEqual(2);
    expect(err).toContain(`${file}:2:7 mode: `);
    expect(err).toContain(`${file}:4:`);
  });
});

describe('headroom explain', () => {
  const scenario = organizationOf([{ name: 'shop', services: [pg('orders', { tags: { team: 'a' } })] }]);

  it('says one sentence and then the chain', async () => {
    const shell = await openShell(scenario);
    const { status, out } = await shell.run('explain', 'shop/orders', '--policy', policyFile(enableAll(200)));
    expect(status).toBe(0);
    const [sentence, ...chain] = out.split('\n');
    expect(sentence).toMatch(
      /^shop\/orders .*autoscaler with a maximum of 200 GB.*create-endpoint, create-integration/,
    );
    expect(chain.join('\n')).toContain('team=a (service)');
    expect(shell.platform.requests().writes).toBe(0);
  });

  it('exits 1 for a service that is not there, 2 for something that names none', async () => {
    const shell = await openShell(scenario);
    const policy = policyFile(enableAll(200));
    const unknown = await shell.run('explain', 'shop/nothing', '--policy', policy);
    expect(unknown.status).toBe(1);
    expect(unknown.err).toContain('error: project shop has no service nothing; see headroom plan --project shop\n');
    expect((await shell.run('explain', 'shop', '--policy', policy)).status).toBe(2);
  });
});

describe('help', () => {
  it.each(['start', 'platform', 'validate', 'plan', 'apply', 'explain'])('of %s has an example', async (command) => {
    const shell = await openShell(even(1, 1));
    const { status, out } = await shell.run(command, '--help');
    expect(status).toBe(0);
    expect(out).toMatch(new RegExp(`Example:\\n {2}headroom ${command} `));
  });
});
