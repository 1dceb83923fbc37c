import type { Store } from '../../../lib/ports.ts';
import { sealRun } from '../../../lib/run/audit/log.ts';
import { exportLines } from '../../../lib/run/backup/export-document.ts';
import { exportStore } from '../../../lib/run/backup/export-store.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { setStoreMode } from '../../../lib/run/store/mode.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { at, leaveRun } from '../stored.ts';

export const clock = { now: () => Date.parse(at) };

/** A store with two sealed runs, a dead one, a policy and the memory between runs. */
export const livedIn = async (): Promise<Store> => {
  const store = createMemoryStore();
  for (const runId of ['run-1', 'run-2']) {
    await leaveRun(store, runId, ['orders', 'users']);
    await sealRun({ store, clock }, runId);
  }
  await leaveRun(store, 'run-3', ['late']);
  await writeObject(store, keys.unsealedRun('run-3'), { runId: 'run-3' });
  await store.put(keys.policy, 'version: 1');
  await store.put('calendars/team/freeze.ics', 'BEGIN:VCALENDAR');
  await writeObject(store, keys.applied('shop'), { services: [] });
  await setStoreMode({ store, clock }, 'observe', 'a test');
  await writeObject(store, keys.heartbeatSent, { sentAt: at, waitingSince: at });
  await store.put('a-file-of-another-program', 'else');
  return store;
};

/** The lines of an export, each with its line break. */
export const linesOf = async (store: Store, organization: string | null = 'org'): Promise<string[]> => {
  const lines: string[] = [];
  const objects = exportStore(store, () => undefined);
  for await (const line of exportLines({ nowMs: clock.now(), headroom: '1', organization }, objects)) lines.push(line);
  return lines;
};

export async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines.map((line) => line.trimEnd());
}
