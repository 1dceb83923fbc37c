import type { RunRequest } from '../../contract/tasks.ts';
import type { Proposal } from '../../run/approvals.ts';
import { keys, type ReportObject, writeObject } from '../../run/objects.ts';
import type { Console } from '../console.ts';
import { reconcileInOrder } from '../in-order.ts';
import { holderName, recoverLease } from '../lease-recovery.ts';
import { noteByWhatIsThere } from '../run-history.ts';
import { planJson, showCoverage, showPlan, showPlanLine, showResults } from '../views.ts';
import { exitStatus } from './command-line.ts';
import type { PolicyFlags, SessionGiven } from './session-command.ts';

/** Flags of every command that writes to the platform. */
export interface WritingFlags extends PolicyFlags {
  readonly approve?: string;
  readonly breakLease?: boolean;
}

/** What is to be carried out, and in whose name. */
export interface Carrying {
  /** The command as the run's trigger and its lease show it. */
  readonly command: string;
  readonly request: Omit<RunRequest, 'trigger' | 'readOnly'>;
  /** The plan of a file: exactly this one is carried out, or none. */
  readonly inFile?: Proposal;
  /** The command that applies exactly this plan although a guardrail stands against it. */
  readonly approving: (digest: string) => string;
  /** What to know besides, once it is known what is done. */
  readonly advice?: (report: ReportObject) => string | undefined;
}

const endings = {
  nothing: 'Nothing to do.',
  applied: 'Applied: every change is confirmed.',
  observed:
    'The mode is observe: nothing was written. Set mode: enforce in the policy to let it; see headroom mode too.',
  stopped: 'The mode is stop: nothing was looked at and nothing was written; see headroom mode.',
  partial: 'Applied in part: see above; the next run takes up what is left.',
  failed: 'Failed.',
} as const;

const ending = ({ outcome, plan }: ReportObject, { approving }: Carrying): string => {
  if (outcome === 'needs-approval') {
    return `Refused by a guardrail: nothing was written. To apply exactly this plan: ${approving(plan?.digest ?? '')}`;
  }
  const waits = (plan?.freeze?.waiting.length ?? 0) > 0;
  return outcome === 'nothing' && waits ? 'Frozen: nothing was written; what waits is shown above.' : endings[outcome];
};

const statusOf = ({ outcome }: ReportObject): number => {
  if (outcome === 'needs-approval') return exitStatus.refused;
  return outcome === 'partial' ? exitStatus.someFailed : exitStatus.ok;
};

const show = (console: Console, report: ReportObject, carrying: Carrying) => {
  if (report.results.length > 0 || report.unread.length > 0) showResults(console, report);
  showCoverage(console, report);
  if (report.plan !== null) showPlanLine(console, report.plan);
  console.line(ending(report, carrying));
};

/** Makes a plan, carries it out, and says of each change how it ended. */
export const carryOutPlan = (
  { line, flags, console, open }: SessionGiven<WritingFlags>,
  carrying: Carrying,
): Promise<number> =>
  open('writes', async ({ connection, inOrder }) => {
    const { command, request, inFile, advice } = carrying;
    const trigger = { kind: 'manual', by: holderName(command) } as const;
    if (flags.breakLease) await connection.directory.breakLocks();
    await recoverLease(connection.ports, flags.breakLease === true);
    await noteByWhatIsThere(connection.directory);
    if (inFile !== undefined) await writeObject(inOrder.store, keys.planFile(inOrder.runId), inFile);
    const report = await reconcileInOrder(inOrder, { trigger, ...request, readOnly: false }, (plan) => {
      if (!flags.json) showPlan(console, plan);
    });
    if (flags.json && report.plan !== null) {
      console.json({
        ...planJson(report.plan, connection.client.calls(), request.projects ?? null, request.undo),
        outcome: report.outcome,
        results: report.results,
        unread: report.unread,
        coverage: report.coverage ?? null,
      });
    } else show(console, report, carrying);
    const said = advice?.(report);
    if (said !== undefined) console.note(said);
    return line.signal.aborted ? exitStatus.interrupted : statusOf(report);
  });
