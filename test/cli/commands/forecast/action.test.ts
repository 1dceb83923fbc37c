import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayOf, type ServiceHistory } from '../../../../lib/core/forecast/project-history.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { sampleOrganization } from '../../../sample-organization.ts';
import { putSection } from '../../../stored-section.ts';
import { until } from '../../../until.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { openShell, type Shell } from '../shell.ts';

const today = dayOf(Date.now());
const days = Array.from({ length: 40 }, (_, ago) => today - 39 + ago);

/** A service of 80 GB that uses `gbNow` today and grew by so many GB a day. */
const used = (name: string, gbNow: number, slope: number): ServiceHistory => ({
  name,
  lastDay: today,
  provisioned: [[today - 39, 80 * 1024]],
  used: days.map((day): [number, number] => [day, Math.round((gbNow - slope * (today - day)) * 1024)]),
  measuredDay: today,
});

/** Two projects of three services with an autoscaler of 40 GB, of which the first has a history. */
const withHistory = async (): Promise<Shell> => {
  const shell = await openShell(even(2, 3));
  await shell.run('apply', '--policy', policyFile(enableAll(40)));
  const services = [used('service-0', 40, 0.1), used('service-1', 76, 2)];
  putSection(shell.store, keys.history('project-0'), { days, services });
  return shell;
};

const rows = (out: string) => out.split('\n').filter((line) => line.includes('service-'));

describe('headroom forecast', () => {
  it('lists all services by urgency, with a confidence range, and the reason for an unknown forecast', async () => {
    const shell = await withHistory();
    const { status, out } = await shell.run('forecast');
    expect(status).toBe(0);
    const [first, second, ...others] = rows(out);
    expect(first).toMatch(/project-0.*service-1.*40.*80.*2.*9 \(\d–\d+\)/);
    expect(second).toMatch(/project-0.*service-0/);
    expect(others).toHaveLength(4);
    expect(out.replaceAll(/\s+/g, ' ')).toContain('needs 13 more days of history');
    expect(out.trimEnd().split('\n').at(-1)).toBe(
      'Forecast: of 6 services, 1 may reach the maximum within 14 days (P90), 0 at the maximum, 4 unknown.',
    );
  });

  it('knows the growth of an organization on the first day, whatever the clock of the platform says', async () => {
    const shell = await openShell(sampleOrganization());
    await shell.run('apply', '--policy', policyFile(enableAll(40)), '--calls-per-minute', 'off');
    const { out } = await shell.run('forecast', '--json');
    type Rows = { readonly services: readonly { readonly forecast: { readonly kind: string } }[] };
    const known = (JSON.parse(out) as Rows).services.filter(({ forecast }) => forecast.kind === 'known');
    expect(known.length).toBeGreaterThan(20);
  });

  it('speaks of one service alone, and of one that is not there with exit status 1', async () => {
    const shell = await withHistory();
    const { status, out } = await shell.run('forecast', 'project-0/service-1', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      soonDays: 14,
      services: [
        {
          project: 'project-0',
          service: 'service-1',
          maximum: { kind: 'additional', gb: 40 },
          provisionedGb: 80,
          forecast: { kind: 'known', basis: 'used', daysToThreshold: 0, daysToMaximum: 9, isReached: false },
        },
      ],
      unread: [],
    });
    const gone = await shell.run('forecast', 'project-0/none');
    expect(gone.status).toBe(1);
    expect(gone.err).toContain(
      'error: project project-0 has no service none; see headroom forecast --project project-0\n',
    );
    expect((await shell.run('forecast', 'project-0')).status).toBe(2);
    expect((await shell.run('forecast', '--project', 'other')).status).toBe(1);
  });

  it('shows the days until the disk is full, and the limit of the plan where that comes first', async () => {
    const shell = await withHistory();
    const [first] = rows((await shell.run('forecast')).out);
    expect(first).toMatch(/project-0.*service-1.*\d+ \(\d+–\d+\) *│ *\d+ \(\d+–\d+\)/);
    const { out } = await shell.run('forecast', '-o', 'csv');
    expect(out.split('\r\n')[0]).toMatch(/,days to full,limited by$/);
    expect(rows(out)[0]).toMatch(/,maximum\r$/);
    const large = await openShell(even(1, 1, { usedGb: 70, growthGbPerDay: 0.1 }));
    await large.run('apply', '--policy', policyFile(enableAll(500)));
    const services = [used('service-0', 70, 2)];
    putSection(large.store, keys.history('project-0'), { days, services });
    const [row] = rows((await large.run('forecast')).out);
    expect(row).toMatch(/, plan *│/);
  });

  it('puts a disk without an autoscaler that fills up before those that last, and counts it in the last line', async () => {
    const shell = await openShell(even(1, 3));
    await shell.run('plan', '--policy', policyFile(enableAll(40)));
    const services = [used('service-0', 40, 0.01), used('service-1', 40, 0.01), used('service-2', 70, 2)];
    putSection(shell.store, keys.history('project-0'), { days, services });
    const { out } = await shell.run('forecast');
    expect(rows(out)[0]).toContain('service-2');
    expect(out.trimEnd().split('\n').at(-1)).toBe(
      'Forecast: of 3 services, 0 may reach the maximum within 14 days (P90), 0 at the maximum, 1 without an autoscaler may be full within 14 days (P90), 0 unknown.',
    );
  });

  it('needs no policy and writes nothing to the platform', async () => {
    const shell = await withHistory();
    const before = shell.platform.requests().writes;
    const { out } = await shell.run('forecast');
    expect(out).toContain('1 may reach the maximum within 14 days (P90)');
    expect(shell.platform.requests().writes).toBe(before);
  });

  it('makes no call under stop', async () => {
    const shell = await withHistory();
    await shell.run('mode', 'stop');
    const before = shell.platform.requests().reads;
    const { status, err } = await shell.run('forecast');
    expect(status).toBe(1);
    expect(err).toBe('error: the mode is stop: no calls were made; see headroom mode\n');
    expect(shell.platform.requests().reads).toBe(before);
  });

  it('of an organization without a project is an error, because the token most likely lost its rights', async () => {
    const shell = await openShell(even(0, 0));
    const { status, out, err } = await shell.run('forecast');
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('the platform lists no project of the organization for this token');
  });

  it('reports an unreadable project, and shows the others', async () => {
    const shell = await withHistory();
    const fault = [{ operation: 'ServiceList', times: 1, status: 403 }];
    await fetch(`${shell.platform.url}/_control/faults`, { method: 'POST', body: JSON.stringify(fault) });
    const { status, out, err } = await shell.run('forecast');
    expect(status).toBe(0);
    expect(err).toContain('not read: project-');
    expect(rows(out)).toHaveLength(3);
  });
});

it('a service has one forecast, whether explain is asked, for some projects, or for it alone; and for all once a run knows it', async () => {
  const shell = await openShell(sampleOrganization());
  const policy = ['--policy', 'docs/policies/org-wide.yaml', '--calls-per-minute', 'off'];
  const bandIn = (out: string): string | undefined => /\d+ \(\d+–\d+\)/.exec(out)?.[0];
  const row = (out: string) => out.split('\n').find((line) => line.includes(' orders-pg ')) ?? '';
  // The second run knows the use that the first forecast measured.
  for (let run = 0; run < 2; run += 1) {
    await shell.run('apply', ...policy);
    const some = bandIn(row((await shell.run('forecast', '--project', '*-prod')).out));
    expect(some).toBeDefined();
    expect(bandIn((await shell.run('forecast', 'shop-prod/orders-pg')).out)).toBe(some);
    expect(bandIn((await shell.run('explain', 'shop-prod/orders-pg', ...policy)).out)).toBe(some);
    const whole = bandIn(row((await shell.run('forecast')).out));
    if (run > 0) expect(whole).toBe(some);
  }
});

describe('the disks of an organization with a past', () => {
  type Row = { readonly service: string; readonly forecast: { readonly kind: string } };
  const kindsIn = (out: string) =>
    (JSON.parse(out) as { readonly services: readonly Row[] }).services.map(({ forecast }) => forecast.kind);
  /** More services than a run measures, without an autoscaler, and all with metrics of the days before. */
  const openGrown = () => openShell({ ...even(2, 17, { usedGb: 40, growthGbPerDay: 0.1 }), historyDays: 60 });
  const unlimited = ['--calls-per-minute', 'off'];
  const fail = ({ platform }: Shell, faults: readonly object[]) =>
    fetch(`${platform.url}/_control/faults`, {
      method: 'POST',
      body: JSON.stringify(faults.map((fault) => ({ operation: 'ServiceMetricsFetch', ...fault }))),
    });
  const measuredIn = ({ store }: Shell) =>
    ['project-0', 'project-1']
      .map((project) => join(store, keys.projectRecord(project)))
      .flatMap((file) => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).history?.services ?? []) : []))
      .filter((service: ServiceHistory) => service.measuredDay !== null && service.used.length > 0).length;

  it('are all measured by one call, also those without an autoscaler, with the number of calls before', async () => {
    const shell = await openGrown();
    const { out, err, status } = await shell.run('forecast', '--all', '--json', ...unlimited);
    expect(status).toBe(0);
    expect(kindsIn(out)).toEqual(Array(34).fill('known'));
    expect(err).toContain('68 calls to read disk use\n');
    expect(err).toContain('measuring disks: 34 of 34\n');
    const before = shell.platform.requests().reads;
    expect((await shell.run('forecast', '--all', '--json', ...unlimited)).err).not.toContain('disk use');
    expect(shell.platform.requests().reads - before).toBeLessThan(10);
  });

  it('stay measured when the command is interrupted, and the next call measures the rest', async () => {
    const shell = await openGrown();
    await fail(shell, [{ times: 20, delayMs: 0 }, { delayMs: 60_000 }]);
    const before = shell.platform.requests().reads;
    const interrupt = new AbortController();
    const ended = shell.runWith({ signal: interrupt.signal }, 'forecast', '--all', ...unlimited);
    await until(() => shell.platform.requests().reads >= before + 5 + 21);
    interrupt.abort();
    expect((await ended).status).not.toBe(0);
    expect(measuredIn(shell)).toBe(10);
    await shell.run('forecast', '--all', ...unlimited);
    expect(measuredIn(shell)).toBe(34);
  });

  it('are counted where the platform does not answer about them', async () => {
    const shell = await openGrown();
    await fail(shell, [{ times: 1_000, status: 501 }]);
    const { out, err } = await shell.run('forecast', '--all', '--json', ...unlimited);
    expect(kindsIn(out)).toEqual(Array(34).fill('unknown'));
    expect(err).toContain('31 disks not measured: the platform did not answer; run headroom forecast --all again\n');
  });

  it('are counted by the plan: how many have a forecast, and how to measure the others', async () => {
    const shell = await openGrown();
    const policy = ['--policy', policyFile(enableAll(40))];
    const first = 'Forecast known for 0 of 34 disks; the next runs measure the others\n';
    expect((await shell.run('plan', ...policy)).out).toContain(first);
    await shell.run('forecast', '--all', ...unlimited);
    expect((await shell.run('plan', ...policy)).out).not.toContain('Forecast known');
    await shell.run('apply', ...policy);
    expect((await shell.run('report', '--format', 'markdown')).out).toContain('Forecast known for 34 of 34 disks');
  });
});
