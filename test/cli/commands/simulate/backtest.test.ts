import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../../lib/core/forecast/project-history.ts';
import { dayMs } from '../../../../lib/core/model/durations.ts';
import { createDirectoryStore } from '../../../../lib/local/directory-store.ts';
import { objectText } from '../../../../lib/run/store/content.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { smallScenario } from '../../../emulator/small-organization.ts';
import { openShell } from '../shell.ts';

const gb = 1024;
const today = dayOf(Date.parse('2026-06-01T00:00:00Z'));
const fromDay = '2026-03-15';

const service = (name: string) => ({
  name,
  type: 'pg',
  plan: 'startup-4',
  cloud: 'cloud-a',
  state: 'RUNNING',
  diskMb: 900 * gb,
  tags: {},
  integrations: [],
});

/** 100 days of use of a disk of 900 GB. */
const used = (gbOn: (day: number) => number) =>
  Array.from({ length: 100 }, (_, index) => [today - 100 + index, Math.round(gbOn(index - 100) * gb)] as const);

/**
 * A shell on a store with the histories of two services: one grows evenly, one grows much faster since the day of the test. A
 * third one was never measured.
 */
const withHistories = async ({ isMeasured = true } = {}) => {
  const shell = await openShell(smallScenario());
  const store = createDirectoryStore(shell.store);
  const { organization } = shell.platform;
  const readAt = new Date(today * dayMs).toISOString();
  const changed = dayOf(Date.parse(fromDay)) - today;
  const histories = [
    { name: 'even', used: used((day) => 400 + 2 * day) },
    { name: 'faster', used: used((day) => (day < changed ? 200 + day : 200 + changed + 6 * (day - changed))) },
  ];
  const record = (name: string) => ({
    readAt,
    runId: 'r1',
    organization,
    tags: {},
    endpoints: [],
    services: [service(name)],
    announced: [name],
  });
  await store.put(keys.inventoryIndex, objectText({ organization, projects: { shop: { readAt } }, policy: '' }));
  const reading = { ...record('even'), services: ['even', 'faster', 'never'].map(service) };
  const history = {
    days: [today],
    services: histories.map((one) => ({
      ...one,
      lastDay: today,
      provisioned: [[today - 110, 900 * gb]],
      measuredDay: today,
    })),
  };
  await store.put(keys.projectRecord('shop'), objectText(isMeasured ? { reading, history } : { reading }));
  return shell;
};

describe('headroom simulate --from', () => {
  it('says how far the forecast of a day was from what happened, and who was furthest outside', async () => {
    const shell = await withHistories();
    const before = shell.platform.requests();
    const { status, out, err } = await shell.run('simulate', '--from', fromDay);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(shell.platform.requests()).toEqual(before);
    expect(out).toContain('Growth fitted for 2 of 3 services; 0 have typical growth, 1 no measurements on that day.');
    expect(out).toContain('Not measured: shop/never. headroom forecast measures every disk.');
    expect(out).toMatch(/│ 60 +│ 2 +│ 50 % +│/);
    expect(out).toMatch(/│ 90 +│ 0 +│ - +│/);
    expect(out).toMatch(/│ shop\/faster +│ 60 +│/);
    expect(out).not.toMatch(/│ shop\/even /);
  });

  it('prints one JSON document, the same every time', async () => {
    const shell = await withHistories();
    const [one, other] = [
      await shell.run('simulate', '--from', fromDay, '--json'),
      await shell.run('simulate', '--from', fromDay, '--json'),
    ];
    expect(one.out).toBe(other.out);
    expect(JSON.parse(one.out)).toMatchObject({
      format: 1,
      from: fromDay,
      seeds: 20,
      fitted: 2,
      unmeasured: ['shop/never'],
      horizons: expect.arrayContaining([expect.objectContaining({ days: 30, services: 2, within: 1 })]),
    });
  });

  it('prints Markdown with -o markdown', async () => {
    const shell = await withHistories();
    const { status, out } = await shell.run('simulate', '--from', fromDay, '-o', 'markdown');
    expect(status).toBe(0);
    expect(out).toContain('| days ahead | services | within P10 to P90 |');
    expect(out).not.toMatch(/[│┌]/);
  });

  it('refuses what has no past', async () => {
    const shell = await withHistories();
    expect(await shell.run('simulate', '--from', fromDay, '-o', 'html')).toMatchObject({ status: 2 });
    for (const [flags, message] of [
      [['--from', 'yesterday'], 'must be a day, such as 2030-01-31'],
      [['--from', fromDay, '--policy', 'x.yaml'], 'use --from without --policy'],
      [['--from', fromDay, '--live'], 'use --from without --live'],
      [['--store', shell.store], 'use --store and --stack with --live, --from-store or --from'],
      [['--live', '--from-store'], 'use one of --live and --from-store'],
    ] as const) {
      expect(await shell.run('simulate', ...flags)).toMatchObject({ status: 2, err: expect.stringContaining(message) });
    }
    expect(await shell.run('simulate', '--from', '2020-01-01')).toMatchObject({
      status: 1,
      err: expect.stringContaining('choose another day'),
    });
    const empty = await openShell(smallScenario());
    expect((await empty.run('simulate', '--from', fromDay)).err).toContain('this store has no inventory yet');
    const unmeasured = await withHistories({ isMeasured: false });
    expect(await unmeasured.run('simulate', '--from', fromDay)).toMatchObject({
      status: 1,
      err: expect.stringContaining("No measured disk use in this store. Run 'headroom forecast' first."),
    });
  });
});
