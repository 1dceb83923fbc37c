import type { Change } from '../../../core/change/change.ts';
import { freedDisks } from '../../../core/inventory/freed-disks.ts';
import { compositeKey, groupBy } from '../../../core/model/grouping.ts';
import type { Snapshot } from '../../../core/model/model.ts';
import { oncePerText } from '../../../core/model/remembering.ts';
import type { PlanDisks } from '../../../core/service/floor.ts';
import type { Platform, Store } from '../../../ports.ts';
import { inBatches } from '../../store/in-batches.ts';
import { keys, releasedOf } from '../../store/keys.ts';
import { readObject, writeObject } from '../../store/objects.ts';
import type { Released, Releasing } from '../../store/schemas/run.ts';
import { type FreedCheck, lookAfterRelease, type ReleasedProject } from '../grown-disks.ts';
import type { WriteCheck, WriteCheckInput } from './write-check.ts';

/** The money of one budget that releases of one project free. */
interface Freed {
  readonly budget: string;
  readonly project: string;
  readonly releases: readonly Change[];
}

/** Releases that free money, by budget and project. */
const freedBy = (changes: readonly Change[]): Freed[] => {
  const byKey = groupBy(
    changes.filter(({ phase, budget }) => phase === 'release' && budget !== undefined),
    ({ budget = '', project }) => compositeKey(budget, project),
  );
  return [...byKey.values()].flatMap((releases) =>
    releases.slice(0, 1).map(({ budget = '', project }) => ({ budget, project, releases })),
  );
};

/** What a plan knows of the disks of its projects. */
export interface PlannedDisks {
  readonly snapshots: readonly Pick<Snapshot, 'project' | 'services'>[];
  readonly planDisks: PlanDisks;
}

/**
 * Records, before any write to the platform, the budgets that depend on releases in each project, and how large the disks
 * may be with which the plan counts. A grant of such a budget is applied only after all of these are confirmed and the disks
 * were read again, so that the sum of maximums stays within the budget at any time, even if a run dies between two writes
 * or a disk grows before its release (design §7, §12.3).
 */
export const beginRelease = async (
  store: Store,
  runId: string,
  changes: readonly Change[],
  { snapshots, planDisks }: PlannedDisks,
): Promise<void> => {
  const services = new Map(snapshots.map((snapshot) => [snapshot.project, snapshot.services]));
  await inBatches(freedBy(changes), async ({ budget, project, releases }) => {
    const disks = freedDisks(releases, services.get(project) ?? [], planDisks);
    await writeObject(store, keys.releasing(runId, budget, project), { disks } satisfies Releasing);
  });
};

/** Records the budgets whose releases in one project have freed what the plan counts on; for the others, why they have not. */
export const endRelease = async (
  { store, platform }: { readonly store: Store; readonly platform: Pick<Platform, 'listServices'> },
  released: ReleasedProject,
): Promise<void> => {
  const { runId, results } = released;
  const owed = new Set(results.filter(({ status }) => status !== 'confirmed').map(({ budget }) => budget));
  let look: Promise<FreedCheck> | undefined;
  for (const { budget, project } of freedBy(results).filter((freed) => !owed.has(freed.budget))) {
    const disks = (await readObject<Releasing>(store, keys.releasing(runId, budget, project)))?.disks;
    // Without them it is unknown how much is free.
    if (disks === undefined) continue;
    look ??= disks.length === 0 ? undefined : lookAfterRelease(platform, released);
    const shortfalls = look === undefined ? [] : disks.map(await look);
    const withheld = shortfalls.find((reason) => reason !== undefined);
    await writeObject(store, keys.released(runId, budget, project), { withheld } satisfies Released);
  }
};

/** Blocks a grant while its budget waits for the money of a release; looks at each budget once. */
export const budgetFreed = ({ store, runId }: Pick<WriteCheckInput, 'store' | 'runId'>): WriteCheck => {
  const waitOf = oncePerText(async (budget: string): Promise<string | undefined> => {
    let isOpen = false;
    for (const key of await store.list(keys.allReleasing(runId, budget))) {
      const ended = await readObject<Released>(store, releasedOf(key));
      if (ended?.withheld !== undefined) return ended.withheld;
      isOpen ||= ended === undefined;
    }
    return isOpen ? 'a planned lower or disable is not confirmed' : undefined;
  });
  return async ({ phase, budget }) => {
    if (phase !== 'grant' || budget === undefined) return undefined;
    const reason = await waitOf(budget);
    return reason && `budget "${budget}" has no money yet: ${reason}; the next run divides it again`;
  };
};
