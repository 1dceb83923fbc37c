import { byNewest, type RunSummary } from '../../core/plan/run-summary.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../../run/store/keys.ts';
import { readObject } from '../../run/store/objects.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { listRuns } from '../../run/store/run-summaries.ts';

/** What every page shows: the latest report, which the command line reads too, and the latest runs. */
export interface Latest {
  /** Changes when anything that a page shows may have changed. */
  readonly stamp: string;
  /** Undefined before the first run. */
  readonly report: ReportObject | undefined;
  /** Newest first. */
  readonly runs: readonly RunSummary[];
}

/** Runs that pages list. */
export const shownRuns = 50;

/** The newest runs and their states, in a few bytes. */
export const stampOf = (runs: readonly RunSummary[]): string => {
  const [newest] = [...runs].sort(byNewest);
  const open = runs.filter(({ outcome }) => outcome === null).length;
  return newest === undefined ? 'none' : `${newest.runId}.${newest.outcome ?? 'running'}.${open}`;
};

/** Reads the store. A report of thousands of services is parsed once and kept until the next run has ended. */
export const createReader = (store: Store) => {
  let kept: { readonly ended: string; readonly report: ReportObject | undefined } | undefined;

  const reportAfter = async (runs: readonly RunSummary[]): Promise<ReportObject | undefined> => {
    const ended = runs
      .filter(({ endedAt }) => endedAt !== null)
      .map(({ runId, endedAt }) => `${runId} ${endedAt}`)
      .join();
    if (kept?.ended !== ended) kept = { ended, report: await readObject<ReportObject>(store, keys.latestReport) };
    return kept.report;
  };

  return {
    /** @throws StoreUnavailable */
    runs: async (): Promise<readonly RunSummary[]> => (await listRuns(store, shownRuns)).runs,
    /** @throws StoreUnavailable; StoreDamaged if the latest report is unreadable */
    latest: async (): Promise<Latest> => {
      const { runs } = await listRuns(store, shownRuns);
      return { stamp: stampOf(runs), report: await reportAfter(runs), runs };
    },
  };
};

export type Reader = ReturnType<typeof createReader>;
