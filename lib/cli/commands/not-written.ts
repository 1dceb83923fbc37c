import { callerText } from '../../core/audit/holder-text.ts';
import { type FoundMode, mayLook } from '../../core/model/mode.ts';
import type { Mode } from '../../core/model/model.ts';
import { counted } from '../../core/model/visible-text.ts';
import type { Plan, RestPlan } from '../../core/plan/plan-result.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { exitStatus } from '../shell/command-line.ts';
import { shortDigest, timeText } from '../shell/short-text.ts';

/** Commands for the user's next step. */
export interface NextCommands {
  /** The same command again. */
  readonly retry: string;
  /** Approves this plan. */
  readonly approving: (digest: string) => string;
  /** Sets the mode override to enforce. */
  readonly enforcing: string;
  /** Writes in any mode; absent if the command cannot. */
  readonly overriding?: string;
}

/** Result of a run, and the mode override, which may explain it. */
interface Ending {
  readonly report: ReportObject;
  readonly storeMode: FoundMode;
  readonly nowMs: number;
}

const guardrailText = (plan: Pick<Plan, 'violations'> | null): string => {
  const count = plan?.violations.length ?? 0;
  return count === 1 ? '1 guardrail needs approval' : `${count} guardrails need approval`;
};

const waits = (count: number): string => `${counted(count, 'change')} ${count === 1 ? 'waits' : 'wait'}`;

const waitingIn = (plan: Plan | null): number => plan?.freeze?.waiting.length ?? 0;

/** Whether every missing write was skipped because of a mode or a freeze that began during the run. */
const isOnlyRestrained = ({ plan, results, unread }: ReportObject): boolean =>
  unread.length === 0 &&
  results.length === plan?.changes.length &&
  results.every(({ status }) => status === 'confirmed' || status === 'skipped') &&
  results.some(({ restrained }) => restrained);

/** Exit status of a command that writes, by the outcome of its run (interface.md §1). */
export const statusOf = (report: ReportObject): number => {
  switch (report.outcome) {
    case 'needs-approval':
      return exitStatus.refused;
    case 'stopped':
    case 'observed':
      return exitStatus.notWritten;
    case 'partial':
      return isOnlyRestrained(report) ? exitStatus.notWritten : exitStatus.someFailed;
    default:
      if (report.plan?.proposal !== undefined) return exitStatus.refused;
      return waitingIn(report.plan) > 0 ? exitStatus.notWritten : exitStatus.ok;
  }
};

const decidedByStore = (plan: Plan | null): boolean =>
  plan?.findings.some(({ code }) => code === 'mode-of-store' || code === 'mode-unreadable') ?? false;

const overrideText = (mode: FoundMode, nowMs: number): string => {
  if (mode === null) return '';
  return 'problem' in mode
    ? `, because ${mode.problem}`
    : ` (set by ${callerText(mode.by)}, ${timeText(mode.since, nowMs)})`;
};

/** Names the mode that prevented the writes, and the next command. */
const byMode = (
  mode: Mode,
  { report: { plan }, storeMode, nowMs }: Ending,
  { retry, enforcing, overriding }: NextCommands,
) => {
  const isOfStore = decidedByStore(plan);
  const source = isOfStore ? 'the mode in the store' : 'the mode of the policy';
  const pending = plan === null || !mayLook(mode) ? '' : `; ${waits(plan.changes.length)}`;
  const next = overriding ?? (isOfStore ? enforcing : `set mode: enforce in the policy, then ${retry}`);
  return `Not written: ${source} is ${mode}${isOfStore ? overrideText(storeMode, nowMs) : ''}${pending}. Next: ${next}`;
};

const byFreeze = ({ plan }: ReportObject, { retry }: NextCommands): string => {
  const until = plan?.freeze?.until ?? null;
  const freeze = `${plan?.freeze?.reason}${until === null ? '' : `, until ${until}`}`;
  return `${waits(waitingIn(plan))} for the end of the freeze (${freeze}). After the freeze, run: ${retry}`;
};

const inPart = (report: ReportObject, { retry }: NextCommands): string => {
  if (!isOnlyRestrained(report)) {
    const isRetried = report.results.every(({ kind }) => kind !== 'resize-disk');
    return `Partly applied: see above. ${isRetried ? 'The next run retries the rest.' : `For what is left: ${retry}`}`;
  }
  const skipped = report.results.filter(({ status }) => status === 'skipped');
  const why = skipped.find(({ restrained }) => restrained)?.error ?? '';
  return `Not written: ${counted(skipped.length, 'change')} skipped. ${why} Next: ${retry}`;
};

const unapproved = (rest: RestPlan, { approving }: NextCommands): string =>
  `Applied what needs no approval: every change is confirmed. ${waits(rest.changes.length)}: ` +
  `${guardrailText(rest)}. Approve at most these with: ${approving(shortDigest(rest.digest))}`;

/** Result of a command that writes, in one line, with the next command if there is one. */
export const endingOf = (ending: Ending, next: NextCommands): string => {
  const { report } = ending;
  const { outcome, plan } = report;
  switch (outcome) {
    case 'needs-approval':
      return `Not applied: ${guardrailText(plan)}. Approve this plan with: ${next.approving(shortDigest(plan?.proposal?.digest ?? ''))}`;
    case 'stopped':
      return byMode(plan?.mode ?? 'stop', ending, next);
    case 'observed':
      return byMode(plan?.mode ?? 'observe', ending, next);
    case 'partial':
      return inPart(report, next);
    case 'nothing':
      return waitingIn(plan) > 0 ? `Not written: ${byFreeze(report, next)}` : 'Nothing to do.';
    case 'applied':
      if (plan?.proposal !== undefined) return unapproved(plan.proposal, next);
      return waitingIn(plan) > 0 ? `Applied, but ${byFreeze(report, next)}` : 'Applied: every change is confirmed.';
    default:
      return `${outcome}: ${report.cause ?? ''}`;
  }
};
