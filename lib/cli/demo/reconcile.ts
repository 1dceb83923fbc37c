import type { RunRequest } from '../../contract/run-request.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import { taskHandlers } from '../../local/task-handlers.ts';
import { runWorkflow } from '../../local/workflow.ts';
import type { Ports } from '../../ports.ts';
import { readReport } from '../../run/publish/reports.ts';
import { keys } from '../../run/store/keys.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { definitions } from '../../workflow/definitions.ts';
import { followRun } from '../session/follow-run.ts';
import type { Console } from '../shell/console.ts';

export interface RunSettings {
  readonly ports: Ports;
  readonly console: Console;
  readonly newRunId: () => string;
  /** How long a batch of events waits until the tags of new services are visible, in milliseconds. */
  readonly settleMs: number;
}

/**
 * Runs the workflow definition once on these ports and returns its report, which also explains a failed run.
 * Undefined if the input was a heartbeat only.
 */
export const runOnce = async (options: RunSettings, input: unknown): Promise<ReportObject | undefined> => {
  const { ports, console, settleMs } = options;
  const runId = options.newRunId();
  const run = runWorkflow(definitions.reconcile, input, {
    runId,
    handlers: taskHandlers(ports),
    waits: { Settle: settleMs },
    onProgress: followRun(console),
  });
  await run.catch(async (error: unknown) => {
    if ((await ports.store.get(keys.report(runId))) === undefined) throw error;
  });
  return readReport(ports.store, runId);
};

/** Runs the workflow for a request, which always has a report. */
export const reconcile = async (options: RunSettings, request: Pick<RunRequest, 'trigger'>): Promise<ReportObject> => {
  const report = await runOnce(options, request);
  if (report !== undefined) return report;
  throw new Error('the run ended without a report');
};

/** The plan of a run that must have one. @throws Error with the cause of the failed run. */
export const planOf = (report: ReportObject): Plan => {
  if (report.plan !== null) return report.plan;
  throw new Error(`the run failed: ${report.error}: ${report.cause}`);
};
