import { costTotal, serviceCosts } from '../../core/budget/service-costs.ts';
import { unowned } from '../../core/policy/owners.ts';
import { parsePolicyOfAnyProfile } from '../../documents/documents.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../../run/store/keys.ts';
import { readObject } from '../../run/store/objects.ts';
import type { ReportObject, RunObject } from '../../run/store/run-objects.ts';
import { listRuns } from '../../run/store/run-summaries.ts';
import type { HistoryRow } from '../views/report/cost-sections.ts';
import type { CostFacts } from '../views/report/service-section.ts';
import { tagsInStore } from './service-filter.ts';

/** Key of the tag that names owners: of the run, else of the policy in the store, else the default. */
const ownerTagOf = async (store: Store, runId: string): Promise<string> => {
  const run = await readObject<RunObject>(store, keys.run(runId));
  if (run !== undefined) return run.ownerTag;
  const policy = await store.get(keys.policy);
  return policy === undefined ? 'owner' : parsePolicyOfAnyProfile(policy.body, keys.policy).ownerTag;
};

/** Owners, tags and currency of the services of a report. Tags are as of the last reading of their projects. */
export const costFacts = async (
  store: Store,
  { runId, plan }: ReportObject,
  tagColumns: readonly string[],
): Promise<CostFacts> => {
  const tagsOf = await tagsInStore(store, plan?.decisions ?? []);
  const ownerTag = await ownerTagOf(store, runId);
  const tagOf: CostFacts['tagOf'] = (place, key) => tagsOf(place)?.get(key) ?? '';
  return {
    currency: plan?.currency ?? plan?.budgets[0]?.currency ?? '',
    tagColumns,
    tagOf,
    ownerOf: (place) => tagOf(place, ownerTag).trim() || place.rule || unowned,
  };
};

/** Runs that a history reads at most. */
const mostRuns = 10_000;

/**
 * The finished runs since a moment, oldest first.
 * @param from ISO 8601, UTC
 * @param shows limits the sums to some services
 */
export const historySince = async (
  store: Store,
  from: string,
  shows: (place: { readonly project: string; readonly service: string }) => boolean,
): Promise<HistoryRow[]> => {
  const { runs } = await listRuns(store, mostRuns);
  const since = runs.filter(({ startedAt, outcome }) => startedAt >= from && outcome !== null).toReversed();
  const rows: HistoryRow[] = [];
  for (const { runId, startedAt, outcome, plan, findings } of since) {
    const made = (await readObject<ReportObject>(store, keys.report(runId)))?.plan ?? null;
    rows.push({
      runId,
      startedAt,
      outcome,
      addedGb: plan?.addedGb ?? null,
      addedMonthly: plan?.addedMonthly ?? null,
      findings,
      currency: made?.currency ?? '',
      sums: made === null ? null : costTotal('', serviceCosts(made).filter(shows)),
    });
  }
  return rows;
};
