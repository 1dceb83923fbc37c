import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseScenario, type Scenario } from '../../../../lib/emulator/scenario/scenario.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { openShell, token } from '../shell.ts';

const policy = 'docs/policies/org-wide.yaml';

const pg = (name: string, usedGb: number, growthGbPerDay: number) => ({
  name,
  type: 'pg',
  plan: 'startup-4',
  cloud: 'cloud-a',
  usedGb,
  growthGbPerDay,
  tags: { team: name },
});

/** Two projects with three services, whose metrics reach back three months. */
const shops: Scenario = {
  organization: { name: 'Fjordline Retail' },
  startTime: '2026-03-02T08:00:00Z',
  historyDays: 90,
  clouds: { 'cloud-a': 'Cloud A' },
  plans: [{ type: 'pg', name: 'startup-4', diskGb: 100, capGb: 500, stepGb: 10 }],
  prices: [{ type: 'pg', plan: 'startup-4', cloud: 'cloud-a', base: '0.15', additionalGb: '0.000205' }],
  projects: [
    { name: 'shop-dev', services: [pg('carts', 50, 0.2)] },
    { name: 'shop-prod', services: [pg('orders', 80, 0.5), pg('payments', 60, 0.4)] },
  ],
};
const services = 3;

describe('headroom capture', () => {
  it('writes the organization to a file of its owner, with an estimate before and a summary after', async () => {
    const shell = await openShell(shops);
    const file = join(temporaryDirectory(), 'org.yaml');
    const { status, out, err } = await shell.run('capture', '--out', file);
    expect({ status, out }).toEqual({ status: 0, out: '' });
    expect(err).toMatch(/^\d+ calls to read plans, prices and disk use: about 1 minute at 100 calls a minute$/m);
    expect(err).toMatch(new RegExp(`^${services} services of 2 projects; the growth of \\d+ is unknown`, 'm'));
    expect(statSync(file).mode & 0o077).toBe(0);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain(token);
    expect(parseScenario(text, file).projects.map(({ name }) => name)).toEqual(['shop-dev', 'shop-prod']);
  });

  it('writes a scenario without names to standard output, which serves again', async () => {
    const shell = await openShell(shops);
    const { status, out } = await shell.run('capture', '--anonymize', '--days', '60');
    expect(status).toBe(0);
    expect(out).not.toMatch(/orders|payments|shop|fjordline/i);
    const scenario = parseScenario(out, 'org.yaml');
    expect(scenario.captured).toMatchObject({ anonymized: true, days: 60 });
    const served = await openShell(scenario);
    expect((await served.run('plan', '--policy', policy)).status).toBe(0);
  });

  it('takes the inventory and the histories of the store without a call', async () => {
    const shell = await openShell(shops);
    const early = await shell.run('capture', '--from-store');
    expect(early).toMatchObject({ status: 1, err: expect.stringContaining('this store has no inventory yet') });
    await shell.run('apply', '--policy', policy, '--yes');
    // A forecast measures every disk that was never measured, as far back as the platform's metrics go.
    await shell.run('forecast');
    const before = shell.platform.requests();
    const { status, out } = await shell.run('capture', '--from-store', '--json');
    expect(shell.platform.requests()).toEqual(before);
    const summary = JSON.parse(out) as {
      readonly unknownGrowth: readonly string[];
      readonly scenario: Scenario;
    };
    expect(status).toBe(0);
    expect(summary).toMatchObject({ from: 'store', services, calls: 0 });
    expect(summary.unknownGrowth).toEqual([]);
    expect(parseScenario(JSON.stringify(summary.scenario), 'org.json').projects).toHaveLength(2);
  });

  it('writes no file when it is interrupted', async () => {
    const shell = await openShell(shops);
    const file = join(temporaryDirectory(), 'org.yaml');
    const { status } = await shell.runWith({ signal: AbortSignal.abort() }, 'capture', '--out', file);
    expect(status).toBe(130);
    expect(() => statSync(file)).toThrow();
  });
});
