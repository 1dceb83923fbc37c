import { onLambda } from '../lib/aws/handler.ts';
import { causeText } from '../lib/contract/failure.ts';
import { reportTask, type TaskInput, type TaskOutput } from '../lib/contract/tasks.ts';
import type { ChangeResult, Plan, UnreadProject } from '../lib/core/model.ts';
import { outcomeOf } from '../lib/core/outcome.ts';
import type { Ports, Store } from '../lib/ports.ts';
import { sealRun } from '../lib/run/audit-log.ts';
import { inBatches } from '../lib/run/in-batches.ts';
import { releaseLease } from '../lib/run/lease.ts';
import {
  keys,
  type ReportObject,
  type ResultList,
  type RunObject,
  readObject,
  writeObject,
} from '../lib/run/objects.ts';
import { runEvents } from '../lib/run/run-events.ts';

type Failure = TaskInput<typeof reportTask>['failure'];

/** The results of the run in the order of the plan. */
const collectResults = async (store: Store, runId: string, plan: Plan | undefined): Promise<ChangeResult[]> => {
  const parts = new Set(plan?.changes.map(({ phase, project }) => keys.results(runId, phase, project)));
  const found = new Map<string, ResultList>();
  await inBatches([...parts], async (key) => {
    found.set(key, (await readObject<ResultList>(store, key)) ?? []);
  });
  return [...parts].flatMap((key) => found.get(key) ?? []);
};

const collectUnread = async (store: Store, run: RunObject | undefined): Promise<UnreadProject[]> => {
  const unread: UnreadProject[] = [];
  await inBatches(run?.projects ?? [], async ({ name }) => {
    const found = await readObject<UnreadProject>(store, keys.unread(run?.runId ?? '', name));
    if (found !== undefined) unread.push(found);
  });
  return unread.toSorted((a, b) => (a.project < b.project ? -1 : 1));
};

const compose = async (
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  runId: string,
  failure: Failure,
): Promise<ReportObject> => {
  const run = await readObject<RunObject>(store, keys.run(runId));
  const plan = await readObject<Plan>(store, keys.plan(runId));
  const results = await collectResults(store, runId, plan);
  const unread = await collectUnread(store, run);
  const facts = { mode: run?.mode ?? 'stop', plan: plan ?? null, results, unread: unread.length };
  return {
    runId,
    startedAt: run?.startedAt ?? null,
    endedAt: new Date(clock.now()).toISOString(),
    outcome: outcomeOf({ ...facts, failed: failure !== undefined }),
    error: failure?.Error ?? null,
    cause: failure === undefined ? null : causeText(failure.Cause),
    plan: plan ?? null,
    results,
    unread,
  };
};

const outputOf = ({ runId, outcome, error, cause }: ReportObject): TaskOutput<typeof reportTask> => ({
  runId,
  outcome,
  Error: error ?? '',
  Cause: cause ?? '',
});

/**
 * Ends a run: puts together how it went, stores the report, tells the bus, and, whatever happens before, releases the
 * lease and seals the run's writes in the audit. Reporting again gives the same report; its events are hints that may
 * come twice. A run that ended without its last state is reported from outside; one that has reported itself is then
 * left as it is, but for lease and seal.
 */
export const report =
  (ports: Pick<Ports, 'store' | 'bus' | 'clock'>) =>
  async ({ runId, failure, unlessReported }: TaskInput<typeof reportTask>): Promise<TaskOutput<typeof reportTask>> => {
    try {
      const earlier = unlessReported ? await readObject<ReportObject>(ports.store, keys.report(runId)) : undefined;
      if (earlier !== undefined) return outputOf(earlier);
      const made = await compose(ports, runId, failure);
      await writeObject(ports.store, keys.report(runId), made);
      // A run that never got the lease says nothing about the organization.
      if (failure?.Error !== 'LeaseHeld') await writeObject(ports.store, keys.latestReport, made);
      await ports.bus.publish(runEvents(made));
      return outputOf(made);
    } finally {
      await releaseLease(ports, runId);
      // Without the lease the run begins no further write: now all are known.
      await sealRun(ports, runId);
    }
  };

export const handler = onLambda(reportTask, report);
