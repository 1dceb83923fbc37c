import { describe, expect, it } from 'vitest';
import { parseMoney } from '../../../../lib/core/model/money.ts';
import { even } from '../../../workflow/scenarios.ts';
import { openShell } from '../shell.ts';

describe('headroom cost', () => {
  it('prints a line for each thing that is paid for, and the sum at the end', async () => {
    const shell = await openShell(even(1, 1));
    const { status, out } = await shell.run('cost', '--services', '10000', '--projects', '100', '--events', '500');
    expect(status).toBe(0);
    expect(out).toContain('Step Functions, state transitions');
    expect(out.trim().split('\n').at(-1)).toMatch(/^Cost: \d+\.\d\d USD\/month for 10000 services in 100 projects\.$/);
  });

  it('gives the same as JSON, in exact amounts that add up', async () => {
    const shell = await openShell(even(1, 1));
    const { out } = await shell.run('cost', '--services', '2500', '--json', '--allowances');
    const estimate = JSON.parse(out);
    expect(estimate).toMatchObject({ services: 2500, projects: 25, events: 100, currency: 'USD' });
    const sum = estimate.lines.reduce(
      (total: bigint, { cost }: { cost: string }) => total + (parseMoney(cost) ?? 0n),
      0n,
    );
    expect(sum).toBe(parseMoney(estimate.monthly));
  });

  it('counts no free allowance unless asked to, because an organization shares them', async () => {
    const shell = await openShell(even(1, 1));
    const monthly = async (...more: string[]) => JSON.parse((await shell.run('cost', '--json', ...more)).out);
    const [asIs, free] = [await monthly(), await monthly('--allowances')];
    expect(asIs.lines.every(({ free: part }: { free: number }) => part === 0)).toBe(true);
    expect(free.lines.some(({ free: part }: { free: number }) => part > 0)).toBe(true);
    expect(parseMoney(asIs.monthly)).toBeGreaterThan(parseMoney(free.monthly) ?? 0n);
    expect((await shell.run('cost')).err).toContain('--allowances');
  });

  it('prices 50,000 services in 5,000 projects, of which a pass reads a part', async () => {
    const shell = await openShell(even(1, 1));
    const { status, out, err } = await shell.run('cost', '--services', '50000', '--projects', '5000');
    expect([status, err]).toEqual([0, expect.stringContaining('Oldest reading of a project: at most 6 hours.')]);
    expect(out).toContain('USD/month for 50000 services in 5000 projects.');
  });

  it('prints the promised age of readings, and warns above a day', async () => {
    const shell = await openShell(even(1, 1));
    const { err, status } = await shell.run('cost', '--projects', '500');
    expect([status, err]).toEqual([0, expect.stringContaining('Oldest reading of a project: at most 2 hours.')]);
    expect(err).toContain('A new service that no pipeline announces has its autoscaler within 2 hours');
    expect((await shell.run('cost', '--projects', '79')).err).toContain('has its autoscaler within 8 minutes.');
    const many = await shell.run('cost', '--projects', '50000', '--calls-per-minute', '20');
    expect(many.err).toContain('more than a day: set callsPerMinute to 196 or more.');
    const shared = await shell.run('cost', '--projects', '50000', '--calls-per-minute', '20', '--tokens', '10');
    expect(shared.err).not.toContain('more than a day');
    const secrets = async (tokens: string) => {
      const { lines } = JSON.parse((await shell.run('cost', '--tokens', tokens, '--json')).out);
      return lines.find(({ item }: { item: string }) => item === 'Secrets Manager, secrets').quantity;
    };
    expect([await secrets('1'), await secrets('10')]).toEqual([1, 10]);
    const { out } = await shell.run('cost', '--projects', '500', '--json');
    expect(JSON.parse(out)).toMatchObject({ readings: { promisedMinutes: 120, remedy: null } });
  });

  it('prices passes of another interval, and what they promise', async () => {
    const shell = await openShell(even(1, 1));
    const asked = ['--services', '50000', '--projects', '5000', '--calls-per-minute', '1000'];
    const often = await shell.run('cost', ...asked, '--pass-every', '15');
    expect(often.err).toContain('Oldest reading of a project: at most 45 minutes.');
    expect(often.err).toContain('a pass every 15 minutes');
    const monthly = async (...more: string[]) =>
      parseMoney(JSON.parse((await shell.run('cost', ...asked, '--json', ...more)).out).monthly) ?? 0n;
    const hourly = await monthly();
    expect(await monthly('--pass-every', '60')).toBe(hourly);
    expect(await monthly('--pass-every', '15')).toBeGreaterThan((17n * hourly) / 10n);
    expect((await shell.run('cost', '--pass-every', '4')).status).toBe(2);
  });

  it('refuses what one run at a time cannot decide and write, and says what to change', async () => {
    const shell = await openShell(even(1, 1));
    const { status, err, out } = await shell.run('cost', '--events', '1000000', '--calls-per-minute', '10000');
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(/of the 730 hours of a month, and only one run does so at a time; plan for fewer --events/);
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
