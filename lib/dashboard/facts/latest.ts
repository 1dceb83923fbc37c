import { StoreDamaged } from '../../contract/errors.ts';
import { byText } from '../../core/model/grouping.ts';
import { byNewest, longestRunMs, type RunSummary } from '../../core/plan/run-summary.ts';
import type { StorePorts } from '../../ports.ts';
import { describesServices, lastDescription, readLatestReport } from '../../run/publish/reports.ts';
import { keys } from '../../run/store/keys.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { createRunList } from '../../run/store/run-summaries.ts';
import { createProgressReader, type RunProgress } from './progress.ts';

/** A run without an end. */
export interface OpenRun {
  readonly run: RunSummary;
  /** Whether it began so long ago that the workflow has ended it. Whether a younger one works, only its machine knows. */
  readonly isOver: boolean;
  /** Null for a run that is over, and for all but the newest. */
  readonly progress: RunProgress | null;
}

/** What every page shows: the latest report that describes the services, and the latest runs. */
export interface Latest {
  /** Changes when anything that a page shows may have changed, but for the progress of runs. */
  readonly stamp: string;
  /** Undefined before the first run, and if none can be read. */
  readonly report: ReportObject | undefined;
  /** Why the latest report cannot be read, and the remedy. */
  readonly problem?: string;
  /** The report of a later run, which describes no services: it failed, was stopped, or only undid or adopted. */
  readonly newer?: ReportObject;
  /** Newest first. */
  readonly runs: readonly RunSummary[];
  /** Those of them without an end. */
  readonly open: readonly OpenRun[];
}

/** Runs that pages list. */
const shownRuns = 50;

/** The newest runs and their states, and the report that is shown, in a few bytes. */
const stampOf = (runs: readonly RunSummary[], report: ReportObject | undefined): string => {
  const [newest] = [...runs].sort(byNewest);
  const open = runs.filter(({ outcome }) => outcome === null).length;
  const of = report?.runId ?? '';
  return newest === undefined ? 'none' : `${newest.runId}.${newest.outcome ?? 'running'}.${open}.${of}`;
};

/** The latest report as it is in the store. */
type Stored = Pick<Latest, 'report' | 'problem'>;

interface Kept {
  /** Version of the stored report; undefined without one. */
  readonly version: string | undefined;
  readonly stored: Promise<Stored>;
}

/** @throws StoreUnavailable */
const readLatest = async (store: StorePorts['store']): Promise<Stored> => {
  try {
    return { report: await readLatestReport(store) };
  } catch (error) {
    if (error instanceof StoreDamaged) return { report: undefined, problem: error.message };
    throw error;
  }
};

/** Reads the store. A report of thousands of services is parsed once and kept until there is another one. */
export const createReader = ({ store, clock }: StorePorts) => {
  let kept: Kept | undefined;
  /** The ended runs at the time when the kept report was the last one's; then the store need not be asked again. */
  let upTo: string | undefined;
  let earlier: { readonly than: Stored; readonly report: ReportObject | undefined } | undefined;
  const listRuns = createRunList(store, shownRuns);
  const progressOf = createProgressReader(store);

  const newestReport = async (): Promise<Stored> => {
    const version = (await store.get(keys.reported))?.version;
    if (kept === undefined || kept.version !== version) {
      const now = { version, stored: readLatest(store) };
      kept = now;
      // The next reader tries again.
      now.stored.catch(() => {
        if (kept === now) kept = undefined;
      });
    }
    return kept.stored;
  };

  const reportAfter = async (runs: readonly RunSummary[]): Promise<Stored> => {
    const ended = runs.flatMap(({ runId, endedAt }) => (endedAt === null ? [] : [{ runId, endedAt }]));
    const now = ended.map(({ runId, endedAt }) => `${runId} ${endedAt}`).join();
    if (kept !== undefined && upTo === now) return kept.stored;
    const stored = await newestReport();
    const last = ended.toSorted((a, b) => byText(b.endedAt, a.endedAt))[0];
    // A run is listed as ended before its report is there, and a run that was refused has none.
    upTo = stored.report !== undefined && stored.report.runId === last?.runId ? now : undefined;
    return stored;
  };

  /** A failed run or a damaged report must not empty the pages: they go on with what an earlier one described. */
  const described = async (stored: Stored, runs: readonly RunSummary[]): Promise<Stored & Pick<Latest, 'newer'>> => {
    const { report, problem } = stored;
    if (report === undefined ? problem === undefined : describesServices(report)) return stored;
    if (earlier?.than !== stored) earlier = { than: stored, report: await lastDescription(store, runs) };
    if (earlier.report === undefined) return stored;
    return { report: earlier.report, ...(report === undefined ? { problem } : { newer: report }) };
  };

  const openRuns = async (runs: readonly RunSummary[]): Promise<OpenRun[]> => {
    const open = runs
      .filter(({ endedAt }) => endedAt === null)
      .map((run) => ({ run, isOver: clock.now() - Date.parse(run.startedAt) > longestRunMs }));
    // Only one run writes at a time.
    const newest = open.find(({ isOver }) => !isOver)?.run;
    const progress = newest && (await progressOf(newest.runId));
    return open.map((openRun) => ({ ...openRun, progress: openRun.run === newest ? (progress ?? null) : null }));
  };

  return {
    /** @throws StoreUnavailable */
    latest: async (): Promise<Latest> => {
      const { runs } = await listRuns();
      const stored = await reportAfter(runs);
      const shown = await described(stored, runs);
      return { stamp: stampOf(runs, stored.report), ...shown, runs, open: await openRuns(runs) };
    },
  };
};

export type Reader = ReturnType<typeof createReader>;
