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

/** Labels of the services of a page, or of all; those of all are read once for each report. */
export const createLabels = (store: Store) => {
  let kept: { readonly report: ReportObject; readonly labels: Promise<Labels> } | undefined;
  return {
    ofSome: (report: ReportObject, rows: readonly ServiceRow[]) => labelsOf(store, report, rows),
    ofAll: (report: ReportObject, rows: readonly ServiceRow[]): Promise<Labels> => {
      if (kept?.report === report) return kept.labels;
      const now = { report, labels: labelsOf(store, report, rows) };
      kept = now;
      // The next reader tries again.
      now.labels.catch(() => {
        if (kept === now) kept = undefined;
      });
      return now.labels;
    },
  };
};
