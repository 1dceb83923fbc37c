import { type FoundMode, mayLook } from '../../core/model/mode.ts';
import type { Mode } from '../../core/model/model.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { exitStatus } from '../shell/command-line.ts';

/** Commands that a person may go on with. */
export interface NextCommands {
  /** The same command once more. */
  readonly again: string;
  /** Applies exactly this plan although a guardrail stands against it. */
  readonly approving: (digest: string) => string;
  /** Sets the mode in the store to enforce. */
  readonly enforcing: string;
  /** Writes whatever the mode; absent for commands that cannot. */
  readonly overruling?: string;
}

/** How a run ended, and the mode of the store, which may be why. */
export interface Ending {
  readonly report: ReportObject;
  readonly storeMode: FoundMode;
}

const changes = (count: number): string => (count === 1 ? '1 change' : `${count} changes`);

const waits = (count: number): string => `${changes(count)} ${count === 1 ? 'waits' : 'wait'}`;

const waitingIn = (plan: Plan | null): number => plan?.freeze?.waiting.length ?? 0;

/** Whether all that was not done was left out because of a mode or a freeze that began while the run was at work. */
const isOnlyRestrained = ({ plan, results, unread }: ReportObject): boolean =>
  unread.length === 0 &&
  results.length === plan?.changes.length &&
  results.every(({ status }) => status === 'confirmed' || status === 'skipped') &&
  results.some(({ restrained }) => restrained);

/** Exit status of a command that was to write, by how its run ended (interface.md, README). */
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
      return waitingIn(report.plan) > 0 ? exitStatus.notWritten : exitStatus.ok;
  }
};

const decidedByStore = (plan: Plan | null): boolean =>
  plan?.findings.some(({ code }) => code === 'mode-of-store' || code === 'mode-unreadable') ?? false;

const storeText = (found: FoundMode): string => {
  if (found === null) return '';
  return 'problem' in found ? `, because ${found.problem}` : ` (set by ${found.by} at ${found.since})`;
};

/** Says which mode stands in the way and the command that goes on. */
const byMode = (
  mode: Mode,
  { report: { plan }, storeMode }: Ending,
  { again, enforcing, overruling }: NextCommands,
) => {
  const isOfStore = decidedByStore(plan);
  const whose = isOfStore ? 'the mode in the store' : 'the mode of the policy';
  const what = plan === null || !mayLook(mode) ? '' : `, so ${waits(plan.changes.length)}`;
  const next = overruling ?? (isOfStore ? enforcing : `set mode: enforce in the policy, then ${again}`);
  return `Not written: ${whose} is ${mode}${isOfStore ? storeText(storeMode) : ''}${what}. Next: ${next}`;
};

const byFreeze = ({ plan }: ReportObject, { again }: NextCommands): string => {
  const until = plan?.freeze?.until ?? null;
  const freeze = `${plan?.freeze?.reason}${until === null ? '' : `, until ${until}`}`;
  return `${waits(waitingIn(plan))} for the end of the freeze (${freeze}). Next, after it: ${again}`;
};

const inPart = (report: ReportObject, { again }: NextCommands): string => {
  if (!isOnlyRestrained(report)) return 'Applied in part: see above; the next run takes up what is left.';
  const left = report.results.filter(({ status }) => status === 'skipped');
  const why = left.find(({ restrained }) => restrained)?.error ?? '';
  return `Not written: ${changes(left.length)} left out. ${why} Next: ${again}`;
};

/** How the run of a command that was to write ended, in one line, with the next command to type where there is one. */
export const endingOf = (ending: Ending, next: NextCommands): string => {
  const { report } = ending;
  const { outcome, plan } = report;
  switch (outcome) {
    case 'needs-approval':
      return `Refused by a guardrail: nothing was written. To apply exactly this plan: ${next.approving(plan?.digest ?? '')}`;
    case 'stopped':
      return byMode(plan?.mode ?? 'stop', ending, next);
    case 'observed':
      return byMode(plan?.mode ?? 'observe', ending, next);
    case 'partial':
      return inPart(report, next);
    case 'nothing':
      return waitingIn(plan) > 0 ? `Not written: ${byFreeze(report, next)}` : 'Nothing to do.';
    case 'applied':
      return waitingIn(plan) > 0 ? `Applied, but ${byFreeze(report, next)}` : 'Applied: every change is confirmed.';
    default:
      return `${outcome}: ${report.cause ?? ''}`;
  }
};
