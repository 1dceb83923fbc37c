import { afterAll, describe, expect, it, vi } from 'vitest';
import { createDirectoryStore } from '../../../lib/local/directory-store.ts';
import type { Store } from '../../../lib/ports.ts';
import { verifyAudit } from '../../../lib/run/audit/reading.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { readProgress } from '../../../lib/run/store/progress-log.ts';
import { machineWithStore } from '../../local/power-cut.ts';
import { type LocalHeadroom, operatorToken, startHeadroom } from '../../workflow/local-headroom.ts';
import { dyingAtEach, mortalPorts } from '../../workflow/mortal.ts';
import { organizationOf, pg, wantedByTag as policy } from '../../workflow/scenarios.ts';

// Files share modules; those that another one loaded have the real file system.
vi.hoisted(() => vi.resetModules());

vi.mock('node:fs', async () => (await import('../../local/flushing-file-system.ts')).flushingFileSystem);

/** How long the lease of a run outlives it. */
const leaseMs = 20 * 60 * 1000;

/** A project in which there is something to enable, to lower, to raise and to disable. */
const scenario = organizationOf([
  {
    name: 'a',
    services: [pg('new'), pg('lower', { tags: { want: 'less' } }), pg('raise'), pg('off', { tags: { want: 'off' } })],
    endpoints: ['lower', 'raise', 'off', 'gone'].map((name) => ({
      name: `headroom-${name}`,
      maxAdditionalGb: name === 'lower' ? 300 : 100,
    })),
    integrations: ['lower', 'raise', 'off'].map((service) => ({ service, endpoint: `headroom-${service}` })),
  },
]);

/** One lower, two deletions to disable, one of an unused endpoint, one raise, and two to enable. */
const plannedWrites = 7;

const wanted = [
  'headroom-lower {"autoscaler":{"max_additional_storage":"50"}}',
  'headroom-new {"autoscaler":{"max_additional_storage":"200"}}',
  'headroom-raise {"autoscaler":{"max_additional_storage":"200"}}',
];

const endpointsOf = (headroom: LocalHeadroom) =>
  headroom.platform
    .state()
    .projects.flatMap(({ endpoints }) =>
      endpoints.map(({ name, userConfig }) => `${name} ${JSON.stringify(userConfig)}`),
    )
    .sort();

/** Writes of a run that have an intent in a store. */
const intendedIn = async (store: Store, runId: string): Promise<number> => {
  const parts = await Promise.all(
    (['release', 'grant'] as const).map((phase) => readProgress(store, { runId, phase, project: 'a' })),
  );
  return parts
    .map(({ attempts, intent }) => attempts.filter(({ write }) => write).length + Number(intent !== undefined))
    .reduce((sum, count) => sum + count, 0);
};

type Files = ReadonlyMap<string, string | undefined>;

const filesOf = async (store: Store, prefix: string): Promise<Files> =>
  new Map(
    await Promise.all((await store.list(prefix)).map(async (key) => [key, (await store.get(key))?.body] as const)),
  );

/**
 * What holds for any cut: each write that the platform has made had its intent on the disk, the audit keeps its files, and one
 * run on what is left puts everything right and has every write of both runs in the audit.
 */
const expectLaws = async (headroom: LocalHeadroom, left: Store, writes: number, sealed: Files) => {
  expect(await intendedIn(left, 'cut')).toBeGreaterThanOrEqual(writes);
  const kept = await filesOf(left, keys.audit);
  for (const [key, body] of sealed) expect(kept.get(key), key).toBe(body);
  headroom.pass(leaseMs);
  const ports = { store: left };
  const next = await headroom.counted(() => headroom.reconcile({ ports }));
  expect(['applied', 'nothing']).toContain(next.result.outcome);
  expect(endpointsOf(headroom)).toEqual(wanted);
  expect((await verifyAudit(left)).records).toBeGreaterThanOrEqual(writes + next.writes);
  const last = await headroom.counted(() => headroom.reconcile({ ports }));
  expect([last.result.outcome, last.writes]).toEqual(['nothing', 0]);
};

/** Cuts the power at a write of a run. @returns how often the platform had written; undefined if the run ended before */
const cutAt = async (
  fatal: number,
  when: 'before' | 'after',
  to: 'platform' | 'store',
): Promise<number | undefined> => {
  const machine = machineWithStore(createDirectoryStore);
  const headroom = await startHeadroom(scenario, policy, operatorToken, {}, machine.store);
  const { ports, isDead } = mortalPorts(headroom.ports, fatal, when, to);
  const { writes } = await headroom.counted(() => headroom.reconcile({ runId: 'cut', ports }).catch(() => undefined));
  if (!isDead()) return undefined;
  await expectLaws(headroom, machine.afterCut(), writes, await filesOf(machine.store, keys.audit));
  return writes;
};

afterAll(() => {
  vi.doUnmock('node:fs');
  vi.resetModules();
});

describe('a machine that loses power', () => {
  it.each(['before', 'after'] as const)(
    '%s any write to the platform has its trace, and the next run continues',
    async (when) => {
      const deaths = await dyingAtEach(async (fatal) => {
        const writes = await cutAt(fatal, when, 'platform');
        expect(writes ?? fatal).toBe(writes !== undefined && when === 'before' ? fatal - 1 : fatal);
        return writes !== undefined;
      });
      expect(deaths).toBe(plannedWrites);
    },
  );

  // Every seventh; the steps between them are alike.
  it.each(['before', 'after'] as const)(
    '%s a write to the store keeps what it sealed, and the next run continues',
    async (when) => {
      const deaths = await dyingAtEach(async (turn) => (await cutAt(7 * turn - 6, when, 'store')) !== undefined);
      expect(deaths).toBeGreaterThan(5);
    },
  );
});
