import { anyLevelKey, type LoggedFinding } from '../../core/notices/logged-findings.ts';
import { type Morning, morningOf } from '../../core/notices/morning.ts';
import type { RunSummary } from '../../core/plan/run-summary.ts';
import type { Store } from '../../ports.ts';
import { readFindingLog } from '../publish/notices.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole } from '../store/objects.ts';
import type { ReportObject, RunObject } from '../store/run-objects.ts';

/**
 * Open findings that the policy does not accept, and those of a run that only looked: it notes none, so what it found stands in its
 * report alone. Each stands once.
 * @param whole the last report that describes the organization
 */
export const openFindings = async (store: Store, whole: ReportObject | undefined): Promise<LoggedFinding[]> => {
  const { open } = await readFindingLog(store);
  const run = whole && (await readIfWhole<RunObject>(store, keys.run(whole.runId)));
  // What the log has keeps its time, and what is accepted there stays accepted.
  const logged = new Set(open.map(anyLevelKey));
  const seen = (run?.readOnly === true ? findingsOf(whole) : []).filter((finding) => !logged.has(anyLevelKey(finding)));
  return [...open.filter(({ isAccepted }) => !isAccepted), ...seen];
};

/** The findings of a report as open ones of which it is not known since when. */
export const findingsOf = (report: ReportObject | undefined): LoggedFinding[] =>
  (report?.plan?.findings ?? []).map((finding) => ({ subject: '', details: {}, owner: '', since: '', ...finding }));

/** What a day begins with, as a store knows it. */
export const readMorning = async (
  store: Store,
  whole: ReportObject | undefined,
  runs: readonly RunSummary[],
  nowMs: number,
): Promise<Morning> => morningOf(await openFindings(store, whole), runs, nowMs);
