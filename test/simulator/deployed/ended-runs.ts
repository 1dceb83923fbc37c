import type { HeadroomEvent } from '../../../lib/contract/events.ts';
import { minuteMs } from '../../../lib/core/model/durations.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { readIfWhole } from '../../../lib/run/store/objects.ts';
import type { InventoryIndex } from '../../../lib/run/store/run-objects.ts';
import type { SimulatedTime } from '../engine/time.ts';
import type { Watcher } from '../laws/watcher.ts';
import type { SimulatedPolicy } from '../organization/policy.ts';
import type { Bucket } from './bucket.ts';
import type { Ended } from './executions.ts';
import type { Readings } from './readings.ts';

interface EndedRunsOptions {
  readonly time: SimulatedTime;
  readonly bucket: Bucket;
  readonly readings: Readings;
  readonly watcher: Watcher;
  readonly policy: SimulatedPolicy;
  readonly tokens: readonly string[];
}

/** How long what a run carried out stays after its end: nothing but an undo by a person reads it later. */
const carriedOutStaysMs = 15 * minuteMs;

const forget = async ({ objects }: Bucket, runId: string): Promise<void> => {
  for (const key of await objects.list(`${keys.runFolder(runId)}plan/projects/`)) await objects.delete(key);
};

const noteUrgent = async ({ objects }: Bucket, readings: Readings): Promise<void> => {
  const index = await readIfWhole<InventoryIndex>(objects, keys.inventoryIndex);
  readings.urgent(Object.entries(index?.projects ?? {}).flatMap(([name, { isUrgent }]) => (isUrgent ? [name] : [])));
};

/** Runs of a deployment that ended, each judged by the laws. */
export const createEndedRuns = ({ time, bucket, readings, watcher, policy, tokens }: EndedRunsOptions) => {
  const ended: Ended[] = [];
  let events: HeadroomEvent[] = [];
  return {
    ended: ended satisfies readonly Ended[],
    published: (more: readonly HeadroomEvent[]): void => void events.push(...more),
    note: (one: Ended): void => {
      ended.push(one);
      readings.ended(one);
      void noteUrgent(bucket, readings);
      time.at(one.endedMs + carriedOutStaysMs, () => void forget(bucket, one.runId));
      if (one.error === null && one.outcome === null) return;
      // Failed runs are counted, because what failed may be the organization's size; every other law holds for them too.
      const isDisturbed = one.isDisturbed || one.error !== null;
      const judged = { outcome: one.outcome ?? 'failed', isDisturbed, quietMs: 0 };
      // Runs overlap here, so nothing can be said of the calls and the status of one of them.
      const notSeen = { calls: [], metrics: {}, status: [], mode: policy.mode };
      watcher.afterPass({ ...judged, ...notSeen, events, stored: bucket.takeStored(), tokens });
      events = [];
    },
  };
};
