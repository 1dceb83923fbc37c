import { PolicyInvalid, RunInterrupted } from '../../contract/errors.ts';
import type { RunRequest } from '../../contract/run-request.ts';
import { changeResultJson } from '../../core/change/change-json.ts';
import { mayLook, modeHolding, unrestrained } from '../../core/model/mode.ts';
import type { Mode } from '../../core/model/model.ts';
import { counted } from '../../core/model/visible-text.ts';
import { amountsText, planLine } from '../../core/plan/line.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import { parsePolicyOfAnyProfile } from '../../documents/documents.ts';
import type { Store } from '../../ports.ts';
import { readDocument } from '../../run/policy/policy-in-force.ts';
import { keys } from '../../run/store/keys.ts';
import { readStoreMode } from '../../run/store/mode.ts';
import { writeObject } from '../../run/store/objects.ts';
import type { ProposedPlan, ReportObject } from '../../run/store/run-objects.ts';
import { checkExpiryDaily } from '../../run/token/check-expiry.ts';
import type { Connection } from '../session/connection.ts';
import { holderName, recoverLease } from '../session/lease-recovery.ts';
import { assertProjects } from '../session/requested-projects.ts';
import { reconcileOnce } from '../session/run.ts';
import { noteUnsealedRuns } from '../session/run-history.ts';
import { type CommandLine, exitStatus } from '../shell/command-line.ts';
import { modeCommand } from '../shell/command-text.ts';
import { canAsk, confirm, isAskedInVain } from '../shell/confirm.ts';
import type { Console } from '../shell/console.ts';
import type { PolicyFlags } from '../shell/options.ts';
import { UsageError } from '../shell/usage-error.ts';
import { personOf, restrainer } from '../shell/user.ts';
import { partOfPlan, type Shows } from '../views/part-of-plan.ts';
import { planDocument, showCoverage, showPlan, showPlanLine, showResults } from '../views/plan-view.ts';
import type { PlanContext } from './command.ts';
import { endingOf, type NextCommands, statusOf } from './not-written.ts';

/** Flags of every command that writes to the platform. */
interface WritingFlags extends PolicyFlags {
  readonly approve?: string;
  readonly breakLease?: boolean;
  /** Write without asking. */
  readonly yes?: boolean;
}

/** A plan to apply, and its requester. */
export interface ApplyRequest extends Omit<NextCommands, 'enforcing'> {
  /** The command, as the run's trigger and its lease show it. */
  readonly command: string;
  readonly request: Omit<RunRequest, 'trigger' | 'readOnly'>;
  /** The plan of a file: the run applies exactly this plan, or nothing. */
  readonly inFile?: ProposedPlan;
  /** Records what the run is for, after the lease is seen to be free. @returns what takes it back if the run never plans it */
  readonly begin?: (store: Store) => Promise<() => Promise<void>>;
  /** What the lists show; default: the whole plan. JSON has all of it. */
  readonly shows?: Shows;
  /** Warning before the first write. */
  readonly warning?: (plan: Plan) => string | undefined;
  /** Runs after the last write, while no other run can write; `by` restrains the runs that follow. */
  readonly finish?: (store: Store, by: string) => Promise<void>;
  /** What the run did not give although it succeeded; undefined if it gave what was asked for. */
  readonly shortfall?: (report: ReportObject) => string | undefined;
  /** Advice after the run. */
  readonly advice?: (report: ReportObject) => string | undefined;
}

/** The mode of a policy document; undefined if it is invalid, which the run reports. */
const modeOf = (document: string): Mode | undefined => {
  try {
    return parsePolicyOfAnyProfile(document, keys.policy).mode;
  } catch (error) {
    if (error instanceof PolicyInvalid) return undefined;
    throw error;
  }
};

/** Under stop no calls were made, and the last line says everything. */
const isStopped = ({ mode }: Plan): boolean => !mayLook(mode);

const partOf = (plan: Plan, { shows }: ApplyRequest): Plan => (shows === undefined ? plan : partOfPlan(plan, shows));

const show = (console: Console, report: ReportObject, applyRequest: ApplyRequest) => {
  if (report.outcome === 'stopped') return;
  if (report.results.length > 0 || report.unread.length > 0) showResults(console, report);
  showCoverage(console, report);
  if (report.plan !== null) showPlanLine(console, partOf(report.plan, applyRequest));
};

const noteIf = (console: Console, text: string | undefined): void => {
  if (text !== undefined) console.note(text);
};

/** Whether the plan is new to the user: neither a file nor a digest named it. */
const isUnseen = ({ yes, approve }: WritingFlags, inFile: ProposedPlan | undefined): boolean =>
  yes !== true && approve === undefined && inFile === undefined;

/** @throws UsageError where a person is at a terminal that cannot ask */
const assertAnswerable = (line: CommandLine, isUnseen: boolean): void => {
  if (isUnseen && isAskedInVain(line))
    throw new UsageError(
      'standard input is not a terminal, so the plan cannot be confirmed, and no answer is read from it; use --yes to write without a question',
    );
};

/** @throws RunInterrupted unless a person at the terminal confirms; without a terminal there is no question */
const askFor = async (line: CommandLine, console: Console, plan: Plan): Promise<void> => {
  if (!canAsk(line)) return;
  const meant = amountsText(plan);
  if (meant !== undefined) console.note(console.amounts(meant));
  console.note(console.amounts(planLine(plan)));
  if (await confirm(line, `Apply this plan (${counted(plan.changes.length, 'write')})?`)) return;
  throw new RunInterrupted('Not applied: the plan was not confirmed. Nothing was written.');
};

const triggerOf = (line: CommandLine, command: string) => {
  const person = personOf(line);
  return { kind: 'manual', by: holderName(person === undefined ? command : `${command} by ${person}`) } as const;
};

/** Checks a request and the end of the token before the first run, and frees the store from a run that died. */
const prepare = async (
  { ports, opened }: Connection,
  { breakLease = false }: WritingFlags,
  { projects, approvedDigest }: ApplyRequest['request'],
  mode: Mode = unrestrained,
): Promise<void> => {
  if (approvedDigest !== undefined) await ports.approver();
  if (projects !== undefined) await assertProjects(ports, projects, mode);
  if (breakLease) await opened.directory?.breakLocks();
  await recoverLease(ports, breakLease);
  if (mayLook(modeHolding(mode, await readStoreMode(ports.store)))) await checkExpiryDaily(ports);
  await noteUnsealedRuns(ports.store);
};

/** Makes a plan, applies it, and shows the result of each change. */
export const runPlan = (
  { line, flags, console, open }: PlanContext<WritingFlags>,
  applyRequest: ApplyRequest,
): Promise<number> =>
  open('writes', async ({ connection, context }) => {
    const { command, request, inFile, begin, warning, finish, shortfall, advice } = applyRequest;
    assertAnswerable(line, isUnseen(flags, inFile));
    // A run without any policy would fail and replace the report of the last one; an invalid policy is a failure to report.
    const document = await readDocument(context.store);
    await prepare(connection, flags, request, modeOf(document));
    if (inFile !== undefined) await writeObject(context.store, keys.planFile(context.runId), inFile);
    const takeBack = await begin?.(context.store);
    let isTaken = false;
    const onPlan = async (plan: Plan) => {
      if (!flags.json && !isStopped(plan)) showPlan(console, partOf(plan, applyRequest));
      noteIf(console, warning?.(plan));
      if (plan.verdict === 'apply' && isUnseen(flags, inFile)) await askFor(line, console, plan);
      isTaken = true;
    };
    const onWritten = async () => finish?.(context.store, await restrainer(line, connection.ports.approver));
    const report = await reconcileOnce(
      context,
      { trigger: triggerOf(line, command), ...request, readOnly: false },
      onPlan,
      onWritten,
    ).catch(async (error: unknown) => {
      if (!isTaken) await takeBack?.();
      throw error;
    });
    if (flags.json && report.plan !== null) {
      console.json({
        ...planDocument(report.plan, connection.client.calls(), request.projects ?? null, request.undo),
        outcome: report.outcome,
        results: report.results.map(changeResultJson),
        unread: report.unread,
        coverage: report.coverage ?? null,
      });
    } else show(console, report, applyRequest);
    // With --json the console writes it to standard error.
    const storeMode = await readStoreMode(context.store);
    console.line(
      endingOf(
        { report, storeMode, nowMs: connection.ports.clock.now() },
        { ...applyRequest, enforcing: modeCommand('enforce', flags) },
      ),
    );
    const missing = shortfall?.(report);
    noteIf(console, missing);
    noteIf(console, advice?.(report));
    if (line.signal.aborted) return exitStatus.interrupted;
    const status = statusOf(report);
    return status === exitStatus.ok && missing !== undefined ? exitStatus.someFailed : status;
  });
