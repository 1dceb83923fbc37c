import { describe, expect, it } from 'vitest';
import { parseMoney } from '../../../lib/core/money.ts';
import { even } from '../../workflow/scenarios.ts';
import { openShell } from './shell.ts';

describe('headroom cost', () => {
  it('prints a line for each thing that is paid for, and the sum at the end', async () => {
    const shell = await openShell(even(1, 1));
    const { status, out } = await shell.run('cost', '--services', '10000', '--projects', '100', '--events', '500');
    expect(status).toBe(0);
    expect(out).toContain('Step Functions, state transitions');
    expect(out.trim().split('\n').at(-1)).toMatch(/^Cost: \d+\.\d\d USD a month for 10000 services in 100 projects\.$/);
  });

  it('gives the same as JSON, in exact amounts that add up', async () => {
    const shell = await openShell(even(1, 1));
    const { out } = await shell.run('cost', '--services', '2500', '--json', '--no-allowances');
    const told = JSON.parse(out);
    expect(told).toMatchObject({ services: 2500, projects: 25, events: 100, currency: 'USD' });
    const sum = told.lines.reduce((total: bigint, { cost }: { cost: string }) => total + (parseMoney(cost) ?? 0n), 0n);
    expect(sum).toBe(parseMoney(told.monthly));
  });

  it('asks no platform and needs no connection', async () => {
    const shell = await openShell(even(1, 1));
    const nowhere = { HEADROOM_BASE_URL: '', HEADROOM_TOKEN: '', HEADROOM_ORGANIZATION: '' };
    expect((await shell.runWith({ environment: nowhere }, 'cost')).status).toBe(0);
    expect(shell.platform.requests()).toMatchObject({ reads: 0, writes: 0 });
  });

  it.each([
    ['--services', '-1'],
    ['--projects', '0'],
    ['--events', 'many'],
  ])('refuses %s %s', async (...argv) => {
    const shell = await openShell(even(1, 1));
    expect((await shell.run('cost', ...argv)).status).toBe(2);
  });
});
