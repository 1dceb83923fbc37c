import { describe, expect, it } from 'vitest';
import { OutOfTime } from '../../../../lib/contract/errors.ts';
import type { Change, ChangeResult, ChangeStatus, Phase } from '../../../../lib/core/change/change.ts';
import type { ChangeJson } from '../../../../lib/core/change/change-json.ts';
import type { Platform } from '../../../../lib/ports.ts';
import { beginRelease, budgetFreed, endRelease } from '../../../../lib/run/apply/checks/budget-freed.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../../lib/run/store/memory-store.ts';
import { aChange } from '../../../core/a-change.ts';
import { aService } from '../../../core/organization.ts';

const change = (phase: Phase, project: string, given: Partial<ChangeJson> = {}): Change =>
  aChange({ phase, project, toGb: phase === 'release' ? 40 : 200, budget: 'shared', ...given });

const grant = change('grant', 'b');

const gb = 1024;

/** Every project as the plan saw it, and as it is after the releases if the disk has not grown. */
const planned = (project: string) => ({ project, services: [aService({ name: 'orders', diskMb: 100 * gb })] });

/** The sizes of the disk after the releases, by project; default: as planned. */
type Later = Readonly<Record<string, number | null | Error>>;

const shows = (later: Later) => {
  const looks: string[] = [];
  const listServices = async (project: string) => {
    looks.push(project);
    const diskMb = project in later ? later[project] : 100 * gb;
    if (diskMb instanceof Error) throw diskMb;
    return [aService({ name: 'orders', diskMb: diskMb ?? null })];
  };
  return { platform: { listServices }, looks };
};

const began = async (changes: readonly Change[]) => {
  const store = createMemoryStore();
  const snapshots = ['a', 'b', 'c'].map(planned);
  await beginRelease(store, 'run', changes, { snapshots, planDisks: new Map([['pg/startup-4', 80 * gb]]) });
  const end = (results: readonly ChangeResult[], platform: Pick<Platform, 'listServices'>, isRepeated = true) =>
    endRelease({ store, platform }, { runId: 'run', project: results[0]?.project ?? '', results, isRepeated });
  return { store, end, wait: (of = grant) => budgetFreed({ store, runId: 'run' })(of) };
};

/** What stands against a grant after these lowers were planned, and ended so by project; one without an end died. */
const grantAfter = async (
  lowers: readonly Change[],
  ends: Readonly<Record<string, readonly ChangeStatus[]>>,
  of = grant,
) => {
  const { end, wait } = await began([...lowers, of]);
  for (const [project, statuses] of Object.entries(ends)) {
    const own = lowers.filter((lower) => lower.project === project);
    const results = own.map((lower, at) => ({ ...lower, status: statuses[at] ?? ('confirmed' as const) }));
    await end(results, shows({}).platform);
  }
  return (await wait(of)) === undefined ? 'let through' : 'held back';
};

describe('the money of a lower', () => {
  const lower = change('release', 'a');

  it('is free once the lower is confirmed', async () => {
    expect(await grantAfter([lower], { a: ['confirmed'] })).toBe('let through');
  });

  it.each(['unconfirmed', 'skipped', 'failed'] as const)('is not free where the lower is %s', async (status) => {
    expect(await grantAfter([lower], { a: [status] })).toBe('held back');
  });

  it('is not free where one of two lowers of the project is not confirmed', async () => {
    expect(await grantAfter([lower, lower], { a: ['confirmed', 'skipped'] })).toBe('held back');
    expect(await grantAfter([lower, lower], { a: ['unconfirmed', 'confirmed'] })).toBe('held back');
  });

  it('is not free while another project has not ended its own', async () => {
    const other = change('release', 'c');
    expect(await grantAfter([lower, other], { a: ['confirmed'] })).toBe('held back');
    expect(await grantAfter([lower, other], { a: ['confirmed'], c: ['unconfirmed'] })).toBe('held back');
    expect(await grantAfter([lower, other], { a: ['confirmed'], c: ['confirmed'] })).toBe('let through');
  });

  it('is waited for by grants of its budget alone', async () => {
    const statuses = { a: ['unconfirmed'] } as const;
    expect(await grantAfter([lower], statuses, change('grant', 'b', { budget: 'another' }))).toBe('let through');
    expect(await grantAfter([lower], statuses, change('grant', 'b', { budget: undefined }))).toBe('let through');
    expect(await grantAfter([lower], statuses, lower)).toBe('let through');
  });
});

describe('the money of a release whose disk was read afterwards', () => {
  const confirmed = (change: Change): ChangeResult => ({ ...change, status: 'confirmed' });
  const lower = change('release', 'a', { fromGb: 100, maximum: { kind: 'additional', gb: 40 } });
  const disable = change('release', 'a', { kind: 'delete-integration', fromGb: 100 });

  /** The reason against a grant after one confirmed release, on a disk that then has this size. */
  const reasonAfter = async (release: Change, diskMb: number | null | Error) => {
    const { end, wait } = await began([release, grant]);
    await end([confirmed(release)], shows({ a: diskMb }).platform);
    return (await wait()) ?? 'let through';
  };

  it('is free while the plan has counted at least this disk', async () => {
    expect(await reasonAfter(disable, 100 * gb)).toBe('let through');
    expect(await reasonAfter(lower, 120 * gb)).toBe('let through');
  });

  it('is not free where the disk has grown beyond that', async () => {
    expect(await reasonAfter(disable, 100 * gb + 1)).toContain('the disk of a/orders has grown to 102401 MB');
    expect(await reasonAfter(lower, 120 * gb + 1)).toContain('which counts 122880 MB');
  });

  it('is not free where the size cannot be read', async () => {
    expect(await reasonAfter(disable, null)).toContain('does not report the disk size of a/orders');
    expect(await reasonAfter(disable, new Error('no answer'))).toContain('cannot be read after its releases');
  });

  it('is not free where the record of what the plan counts is unreadable', async () => {
    const { store, end, wait } = await began([disable, grant]);
    await store.put(keys.releasing('run', 'shared', 'a'), '{}');
    await end([confirmed(disable)], shows({}).platform);
    expect(await wait()).toContain('is not confirmed');
  });

  it('is looked at once for all budgets of a project, and never where no disk decides', async () => {
    const other = change('release', 'a', { kind: 'delete-integration', budget: 'another', service: 'orders' });
    const both = await began([disable, other]);
    const { platform, looks } = shows({});
    await both.end([disable, other].map(confirmed), platform);
    expect(looks).toEqual(['a']);
    const unused = change('release', 'a', { kind: 'delete-endpoint' });
    const none = await began([unused, grant]);
    const unread = shows({});
    await none.end([confirmed(unused)], unread.platform);
    expect([unread.looks, await none.wait()]).toEqual([[], undefined]);
  });

  it('waits for a task that is called again if it has no time, and is not free if it is not', async () => {
    const late = new OutOfTime('no time', '2026-03-02T08:15:00Z');
    const { end, wait } = await began([disable, grant]);
    await expect(end([confirmed(disable)], shows({ a: late }).platform)).rejects.toThrow(OutOfTime);
    await end([confirmed(disable)], shows({ a: late }).platform, false);
    expect(await wait()).toContain('cannot be read after its releases');
  });
});
