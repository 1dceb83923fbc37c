import { unowned } from '../../core/policy/owners.ts';
import type { Place } from '../../core/service/service-counts.ts';
import type { Store } from '../../ports.ts';
import { tagsInStore } from '../../run/inventory/service-tags.ts';
import { keys } from '../../run/store/keys.ts';
import { readIfWhole } from '../../run/store/objects.ts';
import type { ReportObject, RunObject } from '../../run/store/run-objects.ts';
import type { Labels, ServiceRow } from '../facts/service-rows.ts';

/** Tags and owners of these services, from the last readings of their projects. @throws StoreUnavailable */
const labelsOf = async (store: Store, { runId }: ReportObject, services: readonly Place[]): Promise<Labels> => {
  const tagsOf = await tagsInStore(store, services);
  const run = await readIfWhole<RunObject>(store, keys.run(runId));
  const ownerTag = run?.ownerTag ?? 'owner';
  const tagOf: Labels['tagOf'] = (place, key) => tagsOf(place)?.get(key);
  return { tagOf, ownerOf: (row) => tagOf(row, ownerTag)?.trim() || row.decision.rule || unowned };
};

/** Labels, or none and why they cannot be read. */
export type ReadLabels = Labels & { readonly problem: string | null };

export const noLabels: ReadLabels = { tagOf: () => undefined, ownerOf: () => '', problem: null };

/** One unreadable project must not take the page with it; a filter by labels then finds nothing. */
const orNone = (labels: Promise<Labels>): Promise<ReadLabels> =>
  labels.then(
    (read) => ({ ...read, problem: null }),
    (error: unknown) => ({ ...noLabels, problem: error instanceof Error ? error.message : String(error) }),
  );

/** Labels of the services of a page, or of all; those of all are read once for each report. */
export const createLabels = (store: Store) => {
  let kept: { readonly report: ReportObject; readonly labels: Promise<ReadLabels> } | undefined;
  return {
    ofSome: (report: ReportObject, rows: readonly ServiceRow[]) => orNone(labelsOf(store, report, rows)),
    ofAll: async (report: ReportObject, rows: readonly ServiceRow[]): Promise<ReadLabels> => {
      if (kept?.report !== report) kept = { report, labels: orNone(labelsOf(store, report, rows)) };
      const labels = await kept.labels;
      // The next reader tries again.
      if (labels.problem !== null) kept = undefined;
      return labels;
    },
  };
};
