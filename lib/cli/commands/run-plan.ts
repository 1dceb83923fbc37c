import type { RunRequest } from '../../contract/run-request.ts';
import { changeResultJson } from '../../core/change/change-json.ts';
import { mayLook } from '../../core/model/mode.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../../run/store/keys.ts';
import { readStoreMode } from '../../run/store/mode.ts';
import { writeObject } from '../../run/store/objects.ts';
import type { Proposal, ReportObject } from '../../run/store/run-objects.ts';
import { holderName, recoverLease } from '../session/lease-recovery.ts';
import { reconcileOnce } from '../session/run.ts';
import { noteByWhatIsThere } from '../session/run-history.ts';
import { exitStatus } from '../shell/command-line.ts';
import { modeCommand } from '../shell/command-text.ts';
import type { Console } from '../shell/console.ts';
import { userOf } from '../shell/user.ts';
import { planDocument, showCoverage, showPlan, showPlanLine, showResults } from '../views/plan-view.ts';
import { endingOf, type NextCommands, statusOf } from './not-written.ts';
import type { PolicyFlags, SessionGiven } from './session-command.ts';

/** Flags of every command that writes to the platform. */
export interface WritingFlags extends PolicyFlags {
  readonly approve?: string;
  readonly breakLease?: boolean;
}

/** What is to be carried out, and in whose name. */
export interface ApplyRequest extends Omit<NextCommands, 'enforcing'> {
  /** The command as the run's trigger and its lease show it. */
  readonly command: string;
  readonly request: Omit<RunRequest, 'trigger' | 'readOnly'>;
  /** The plan of a file: exactly this one is carried out, or none. */
  readonly inFile?: Proposal;
  /** What to know before anything of the plan is written. */
  readonly warning?: (plan: Plan) => string | undefined;
  /** What else is to be done once everything is written, while no other run can write yet. */
  readonly finish?: (store: Store) => Promise<void>;
  /** What to know besides, once it is known what is done. */
  readonly advice?: (report: ReportObject) => string | undefined;
}

/** Under stop nothing was looked at: what there is to say fits into the last line. */
const isStopped = ({ mode }: Plan): boolean => !mayLook(mode);

const show = (console: Console, report: ReportObject) => {
  if (report.outcome === 'stopped') return;
  if (report.results.length > 0 || report.unread.length > 0) showResults(console, report);
  showCoverage(console, report);
  if (report.plan !== null) showPlanLine(console, report.plan);
};

const noteIf = (console: Console, text: string | undefined): void => {
  if (text !== undefined) console.note(text);
};

/** Makes a plan, carries it out, and says of each change how it ended. */
export const runPlan = (
  { line, flags, console, open }: SessionGiven<WritingFlags>,
  carrying: ApplyRequest,
): Promise<number> =>
  open('writes', async ({ connection, context }) => {
    const { command, request, inFile, warning, finish, advice } = carrying;
    const user = userOf(line);
    const trigger = { kind: 'manual', by: holderName(user === undefined ? command : `${command} by ${user}`) } as const;
    if (flags.breakLease) await connection.directory.breakLocks();
    await recoverLease(connection.ports, flags.breakLease === true);
    await noteByWhatIsThere(connection.directory);
    if (inFile !== undefined) await writeObject(context.store, keys.planFile(context.runId), inFile);
    const onPlan = (plan: Plan) => {
      if (!flags.json && !isStopped(plan)) showPlan(console, plan);
      noteIf(console, warning?.(plan));
    };
    const finished = async () => finish?.(context.store);
    const report = await reconcileOnce(context, { trigger, ...request, readOnly: false }, onPlan, finished);
    if (flags.json && report.plan !== null) {
      console.json({
        ...planDocument(report.plan, connection.client.calls(), request.projects ?? null, request.undo),
        outcome: report.outcome,
        results: report.results.map(changeResultJson),
        unread: report.unread,
        coverage: report.coverage ?? null,
      });
    } else show(console, report);
    // With --json the console writes it to standard error.
    const storeMode = await readStoreMode(context.store);
    console.line(endingOf({ report, storeMode }, { ...carrying, enforcing: modeCommand('enforce', flags) }));
    noteIf(console, advice?.(report));
    return line.signal.aborted ? exitStatus.interrupted : statusOf(report);
  });
