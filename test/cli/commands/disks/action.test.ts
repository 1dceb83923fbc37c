import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayOf, type ServiceHistory } from '../../../../lib/core/forecast/project-history.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { putSection } from '../../../stored-section.ts';
import { enableAll, organizationOf, pg } from '../../../workflow/scenarios.ts';
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

/** Two projects of 80 GB disks with an autoscaler of 40 GB: one is full, one fills up, one was never measured. */
const fleet = async (): Promise<Shell> => {
  const shell = await openShell(
    organizationOf([
      {
        name: 'shop',
        tags: { owner: 'team-shop' },
        services: [pg('lasts'), pg('fills', { tags: { tier: 'gold' } }), pg('full')],
      },
      { name: 'web', services: [pg('never-measured')] },
    ]),
  );
  // The second run reads what the first one wrote.
  await shell.run('apply', '--policy', policyFile(enableAll(40)));
  expect((await shell.run('apply', '--policy', policyFile(enableAll(40)))).status).toBe(0);
  const services = [used('lasts', 10, 0), used('fills', 60, 1), used('full', 80, 1)];
  putSection(shell.store, keys.history('shop'), { days, services });
  putSection(shell.store, keys.history('web'), undefined);
  return shell;
};

interface Row {
  readonly service: string;
  readonly limitedBy: string | null;
  readonly limitGb?: number;
}

const rows = async (shell: Shell, ...flags: string[]) => {
  const { status, out, err } = await shell.run('disks', '-o', 'csv', ...flags);
  expect([status, err.includes('error:')]).toEqual([0, false]);
  const [head = [], ...cells] = out
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','));
  return cells.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
};

describe('headroom disks', () => {
  it('lists every disk, full ones first and unknown ones before those that last, without a call', async () => {
    const shell = await fleet();
    const { reads } = shell.platform.requests();
    expect(await rows(shell)).toEqual([
      expect.objectContaining({ disk: 'shop/full', 'use %': '100', 'free GB': '0', 'limited by': 'maintenance' }),
      expect.objectContaining({
        ...{ disk: 'shop/fills', 'use %': '75', 'used GB': '60', 'free GB': '20', 'size GB': '80' },
        ...{ 'threshold %': '85', 'limit GB': '120', 'limited by': 'maximum', owner: 'team-shop' },
        ...{ 'measured days ago': '0', 'at least': 'no', read: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
        'days left': expect.stringMatching(/^60( \(\d+–\d+\))?$/),
      }),
      expect.objectContaining({
        ...{ disk: 'web/never-measured', 'use %': 'unknown', 'used GB': 'unknown', 'free GB': 'unknown' },
        ...{ 'days left': 'unknown', 'measured days ago': '', owner: 'everything' },
      }),
      expect.objectContaining({ disk: 'shop/lasts', 'days left': '>365' }),
    ]);
    expect(shell.platform.requests().reads).toBe(reads);
  });

  it('counts what is known and unknown below the table, and how old the readings are', async () => {
    const { out } = await (await fleet()).run('disks');
    expect(out).toContain('Disks: use known of 3 of 4 disks, 1 nearly full; unknown of 1 disk');
    expect(out).toMatch(/^Oldest reading: .* ago\.$/m);
    expect(out).toContain("'headroom forecast --all' measures every disk.\n");
  });

  it('selects, sorts and limits rows, says that they are a part, and sorts unknown values last', async () => {
    const shell = await fleet();
    const names = async (...flags: string[]) => (await rows(shell, ...flags)).map(({ disk }) => disk);
    expect(await names('--service', 'f*')).toEqual(['shop/full', 'shop/fills']);
    expect(await names('--tag', 'tier=gold')).toEqual(['shop/fills']);
    expect(await names('--project', '!shop')).toEqual(['web/never-measured']);
    expect(await names('--sort', '-use %', '--limit', '2')).toEqual(['shop/full', 'shop/fills']);
    expect((await names('--sort', 'use %')).at(-1)).toBe('web/never-measured');
    expect((await shell.run('disks', '--project', 'shop')).out).toContain(
      'Disks: 3 of 4 disks shown; use known of 3 of 3 disks, ',
    );
    expect((await shell.run('disks', '--service', 'none')).err).toContain('error: --service none: no service matches');
    expect((await shell.run('disks', '--sort', 'nothing')).status).toBe(2);
  });

  it('is JSON with the facts as numbers, and null for what is unknown', async () => {
    const document = JSON.parse((await (await fleet()).run('disks', '-o', 'json')).out);
    expect(document).toMatchObject({
      format: 1,
      total: 4,
      counts: { known: 3, unknown: 1, nearlyFull: 1 },
      withoutReading: [],
    });
    const [full, fills, unknown] = document.disks;
    expect(full).toMatchObject({ service: 'full', usedPercent: 100, isNearlyFull: true, limitedBy: 'maintenance' });
    expect(fills).toMatchObject({ limitGb: 120, daysLeft: { days: 60 }, daysUnknown: null });
    expect(unknown).toMatchObject({ usedGb: null, daysLeft: null, daysUnknown: expect.any(String) });
  });

  it('fits 80 columns with the numbers of a disk on one line, and shows all columns with --details', async () => {
    const shell = await fleet();
    const { out } = await shell.runWith({ columns: 80 }, 'disks');
    const lines = out.split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(out).toMatch(/^shop\/fills\n +75 +60 +20 +80 +120 +maximum +60.* team-shop$/m);
    expect((await shell.runWith({ columns: 240 }, 'disks', '--details')).out).toContain('threshold %');
    expect((await shell.runWith({ columns: 240 }, 'disks', '--sort', 'threshold %')).status).toBe(0);
  });

  it('is a markdown table too', async () => {
    const { out } = await (await fleet()).run('disks', '-o', 'markdown');
    expect(out).toContain('| shop/full | 100 |');
  });

  it('names the projects whose disks are unknown because their reading is damaged', async () => {
    const shell = await fleet();
    writeFileSync(join(shell.store, keys.projectRecord('web')), '{"organization":');
    const { status, out, err } = await shell.run('disks', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(out).withoutReading).toEqual([{ project: 'web', message: expect.any(String) }]);
    expect(err).toContain('disks unknown: project web: ');
  });

  it('is limited by the plan where the plan allows less than the maximum', async () => {
    const shell = await openShell(organizationOf([{ name: 'shop', services: [pg('orders')] }]));
    await shell.run('apply', '--policy', policyFile(enableAll(500)));
    const { disks } = JSON.parse((await shell.run('disks', '--json')).out) as { disks: readonly Row[] };
    expect(disks).toEqual([expect.objectContaining({ service: 'orders', limitedBy: 'plan', limitGb: 400 })]);
  });

  it('has what the last run confirmed, until another run reads the project again', async () => {
    const shell = await openShell(organizationOf([{ name: 'shop', services: [pg('orders'), pg('users')] }]));
    const known = async () => {
      const { out, err } = await shell.run('disks', '--json');
      const { disks, changedSince } = JSON.parse(out) as { disks: readonly Row[]; changedSince: readonly string[] };
      return [disks.map(({ limitedBy, limitGb }) => [limitedBy, limitGb]), changedSince, err];
    };
    await shell.run('apply', '--policy', policyFile(enableAll(100)));
    const raised = [
      ['maximum', 180],
      ['maximum', 180],
    ];
    expect(await known()).toEqual([raised, [], expect.not.stringContaining('changed by a run')]);
    await shell.run('plan', '--policy', policyFile(enableAll(100)));
    expect(await known()).toEqual([raised, [], expect.any(String)]);
  });

  it('names the projects that a run without a report has changed since their reading', async () => {
    const shell = await openShell(organizationOf([{ name: 'shop', services: [pg('orders')] }]));
    await shell.run('apply', '--policy', policyFile(enableAll(100)));
    rmSync(join(shell.store, keys.report('run-1')));
    const { err, out } = await shell.run('disks', '--json');
    expect(JSON.parse(out)).toMatchObject({ disks: [{ limitedBy: 'no autoscaler' }], changedSince: ['shop'] });
    expect(err).toContain('1 project was changed by a run since its reading; the next run reads it again.\n');
  });

  it('of a store without readings is an error that says what to do, not an empty fleet', async () => {
    const shell = await openShell(organizationOf([{ name: 'shop', services: [pg('orders')] }]));
    expect(await shell.run('disks')).toMatchObject({
      status: 1,
      out: '',
      err: expect.stringContaining("error: the store has no readings of projects yet. Run 'headroom plan' first."),
    });
  });
});

describe('headroom disks with --needs', () => {
  it('exits 0 if the disk has room beside its own growth, and 3 if it has not or that is unknown', async () => {
    const shell = await fleet();
    const statusOf = async (...argv: string[]) => (await shell.run('disks', ...argv)).status;
    expect(await statusOf('shop/lasts', '--needs', '50', '--within', '7d')).toBe(0);
    expect(await statusOf('shop/fills', '--needs', '40')).toBe(0);
    expect(await statusOf('shop/fills', '--needs', '55', '--within', '30d')).toBe(3);
    expect(await statusOf('web/never-measured', '--needs', '1')).toBe(3);
    const { out } = await shell.run('disks', 'shop/fills', '--needs', '40', '--json');
    expect(JSON.parse(out)).toMatchObject({ hasRoom: true, needsGb: 40, withinDays: 7, disk: { service: 'fills' } });
  });

  it('needs a service and an amount', async () => {
    const shell = await fleet();
    expect((await shell.run('disks', '--needs', '50')).status).toBe(2);
    expect((await shell.run('disks', 'shop/fills')).status).toBe(2);
    expect((await shell.run('disks', 'shop/none', '--needs', '50')).err).toContain(
      'the store knows no disk of shop/none',
    );
    expect((await shell.run('disks', 'shop/fills', '--needs', '50', '--within', 'week')).status).toBe(2);
  });
});
