import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { holderName, isAbandoned, recoverLease } from '../../../lib/cli/session/lease-recovery.ts';
import { ownProcess } from '../../../lib/local/own-process.ts';
import { takeLease } from '../../../lib/run/apply/lease.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';

const clock = { now: () => Date.parse('2026-03-02T08:00:00Z') };

/** A process of this machine that has ended. */
const { pid: ended } = spawnSync(process.execPath, ['--version']);
const alive = holderName('headroom apply by ada');
const inCi = holderName('headroom apply by octocat (https://github.com/acme/disks/actions/runs/7)');
const endedHere = (holder: string) => holder.replace(/process \d+/, `process ${ended}`);
const elsewhere = (holder: string) => holder.replace(` on ${ownProcess().host}`, ' on another-host');

/** Whether another run gets the lease of this holder at once. */
const isFreed = async (holder: string, force = false): Promise<boolean> => {
  const ports = { store: createMemoryStore(), clock };
  await takeLease(ports, 'run-1', holder, { organization: 'org-1' });
  await recoverLease(ports, force);
  return takeLease(ports, 'run-2', alive, { organization: 'org-1' }).then(
    () => true,
    () => false,
  );
};

describe('the lease of a run that no longer exists', () => {
  it.each([
    ['is free if its process of this machine has ended', endedHere(alive), true],
    ['is free also behind the address of a CI run', endedHere(inCi), true],
    ['stays with a process that lives', alive, false],
    ['stays with a process of another machine, of which nothing is known here', elsewhere(endedHere(alive)), false],
    ['stays with a holder that is no process, such as a schedule', 'hourly pass', false],
  ])('%s', async (_, holder, free) => {
    expect([isAbandoned({ holder }), await isFreed(holder)]).toEqual([free, free]);
  });

  it('is free with --break-lease, no matter who holds it', async () => {
    for (const holder of [alive, elsewhere(alive), 'hourly pass']) expect(await isFreed(holder, true)).toBe(true);
  });

  it('goes to another organization with --break-lease alone', async () => {
    const given = async (force: boolean) => {
      const ports = { store: createMemoryStore(), clock };
      await takeLease(ports, 'run-1', endedHere(alive), { organization: 'org-1' });
      await recoverLease(ports, force);
      return takeLease(ports, 'run-2', alive, { organization: 'org-2' }).then(
        () => true,
        () => false,
      );
    };
    expect([await given(false), await given(true)]).toEqual([false, true]);
  });

  it('is removed where it is damaged with --break-lease, and kept without', async () => {
    const store = createMemoryStore();
    await store.put(keys.lease, '{"runId":');
    await recoverLease({ store, clock }, false);
    expect((await store.get(keys.lease))?.body).toBe('{"runId":');
    await recoverLease({ store, clock }, true);
    expect(await store.get(keys.lease)).toBeUndefined();
  });

  it('needs nothing in a store without one', async () => {
    const store = createMemoryStore();
    await recoverLease({ store, clock }, true);
    expect(await store.list('')).toEqual([]);
  });
});
