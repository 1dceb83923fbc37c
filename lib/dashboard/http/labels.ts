import { unowned } from '../../core/policy/effective-tags.ts';
import type { Store } from '../../ports.ts';
import { tagsInStore } from '../../run/inventory/service-tags.ts';
import { keys } from '../../run/store/keys.ts';
import { readIfWhole } from '../../run/store/objects.ts';
import type { ReportObject, RunObject } from '../../run/store/run-objects.ts';
import type { Labels, ServiceRow } from '../facts/service-rows.ts';

/** Labels, and why some of them cannot be read; null if all can. */
type ReadLabels = Labels & { readonly problem: string | null };

export const noLabels: ReadLabels = { tagOf: () => undefined, ownerOf: () => '', problem: null };

/** Tags and owners of these services, from the last readings of their projects. @throws StoreUnavailable */
const labelsOf = async (
  store: Store,
  { runId }: ReportObject,
  services: readonly ServiceRow[],
): Promise<ReadLabels> => {
  const problems = new Map<string, string>();
  const tagsOf = await tagsInStore(store, services, ({ message }, project) => void problems.set(project, message));
  const run = await readIfWhole<RunObject>(store, keys.run(runId));
  const ownerTag = run?.ownerTag ?? 'owner';
  const tagOf: Labels['tagOf'] = (service, key) => tagsOf(service)?.get(key);
  const ownerOf: Labels['ownerOf'] = (row) =>
    problems.has(row.project) ? '' : tagOf(row, ownerTag)?.trim() || row.decision.rule || unowned;
  return { tagOf, ownerOf, problem: [...problems.values()].sort()[0] ?? null };
};

/** Labels that cannot be read must not take the page with them; a filter by labels then finds nothing. */
const orNone = (labels: Promise<ReadLabels>): Promise<ReadLabels> =>
  labels.catch((error: unknown) => ({ ...noLabels, problem: error instanceof Error ? error.message : String(error) }));

/** Labels of the services of a page, or of all services; labels of all are read once for each report. */
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
