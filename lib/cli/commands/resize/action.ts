import type { RunRequest } from '../../../contract/run-request.ts';
import type { Policy } from '../../../core/model/policy-document.ts';
import { profileOf } from '../../../core/model/profile.ts';
import type { Plan } from '../../../core/plan/plan-result.ts';
import { parsePolicy } from '../../../documents/documents.ts';
import type { PlatformPorts } from '../../../ports.ts';
import { readDocument } from '../../../run/policy/policy-in-force.ts';
import { keys } from '../../../run/store/keys.ts';
import type { ReportObject } from '../../../run/store/run-objects.ts';
import { commandText, connectionFlags, flagsText } from '../../shell/command-text.ts';
import { shortDigest } from '../../shell/short-text.ts';
import type { PlanContext } from '../command.ts';
import { preview } from '../preview.ts';
import { runPlan } from '../run-plan.ts';
import { allServices, projectsOf, type ServiceTarget, targetArguments, targetsOf } from '../service-target.ts';
import type { ResizeFlags } from './options.ts';

/** Commands that show new sizes of disks, and write what a person approves: `headroom reclaim` and `headroom prepare`. */

/** What tells one of these commands from the other. */
interface ResizeCommand {
  readonly member: 'reclaim' | 'prepare';
  readonly isEnabled: (policy: Policy) => boolean;
  /** The error for a policy that does not enable it, with the remedy. */
  readonly off: string;
  readonly nothingWritten: string;
  readonly nothingToDo: string;
  /** The approving command follows. */
  readonly toApprove: string;
  /** An approved request that finds nothing to do any more. */
  readonly shortfall: string;
  readonly advice: string;
}

type Requested = Pick<RunRequest, 'reclaim' | 'prepare' | 'projects'>;

const requestOf = ({ member }: ResizeCommand, targets: readonly ServiceTarget[]): Requested => ({
  [member]: [...targets],
  ...projectsOf(targets),
});

/** The same command with more options. */
const commandOf = ({ member }: ResizeCommand, named: readonly string[], flags: ResizeFlags, more = ''): string =>
  commandText(`headroom ${member}`, ...targetArguments(named), flagsText(connectionFlags(flags)), more);

/** @throws Error unless the policy enables it, because an empty list would look as if there were nothing to do */
const assertEnabled = async ({ isEnabled, off }: ResizeCommand, { store, platform }: PlatformPorts): Promise<void> => {
  const policy = parsePolicy(await readDocument(store), keys.policy, profileOf(platform.maximumKind));
  if (!isEnabled(policy)) throw new Error(off);
};

const hintOf = (
  { member, nothingWritten, nothingToDo, toApprove }: ResizeCommand,
  { mode, verdict, digest, freeze }: Plan,
  command: (more?: string) => string,
): string => {
  switch (verdict) {
    case 'apply':
    case 'needs-approval':
      return `${nothingWritten} Each service restarts node by node. ${toApprove} ${command(`--approve ${shortDigest(digest)}`)}`;
    case 'observe':
      return `${nothingWritten} Mode is ${mode}: ${member} needs mode enforce.`;
    case 'nothing':
      return freeze === undefined || freeze.waiting.length === 0
        ? nothingToDo
        : `${nothingWritten} A freeze holds it back; run this again afterwards.`;
  }
};

const isNothing = ({ plan, outcome }: ReportObject): boolean =>
  outcome === 'nothing' && plan?.changes.length === 0 && (plan.freeze?.waiting.length ?? 0) === 0;

/** The action of one of these commands. */
const resizing =
  (kind: ResizeCommand) =>
  async (context: PlanContext<ResizeFlags>, named: readonly string[]): Promise<number> => {
    const { flags } = context;
    const targets = named.length === 0 ? allServices : targetsOf(named);
    if (flags.approve === undefined) {
      return preview(context, {
        command: `headroom ${kind.member}`,
        request: requestOf(kind, targets),
        asked: { [kind.member]: targets },
        check: ({ connection, context: { store } }) => assertEnabled(kind, { ...connection.ports, store }),
        notesOf: (plan) => [hintOf(kind, plan, (more) => commandOf(kind, named, flags, more))],
      });
    }
    return runPlan(context, {
      command: `headroom ${kind.member}`,
      request: { ...requestOf(kind, targets), approvedDigest: flags.approve },
      approving: (digest) => commandOf(kind, named, flags, `--approve ${digest}`),
      again: commandOf(kind, named, flags),
      shortfall: (report) => (isNothing(report) ? kind.shortfall : undefined),
      advice: ({ results }) => (results.length === 0 ? undefined : kind.advice),
    });
  };

/** `headroom reclaim`: shows added storage that services no longer need, and removes what a person approves. */
export const reclaim = resizing({
  member: 'reclaim',
  isEnabled: (policy) => policy.reclaim?.enabled === true,
  off: 'reclaim is off: add "reclaim: { enabled: true }" to the policy',
  nothingWritten: 'Nothing was removed.',
  nothingToDo: 'Nothing can be reclaimed.',
  toApprove: 'To remove exactly this:',
  shortfall: 'Nothing was removed: nothing can be reclaimed now.',
  advice: 'Maximums stay as they are. To see the disks: headroom disks',
});

/** `headroom prepare`: shows disks that need free space before a known load, and grows what a person approves. */
export const prepare = resizing({
  member: 'prepare',
  isEnabled: (policy) => policy.prepare !== undefined,
  off: 'prepare is off: add an entry with name, match, before and room to prepare in the policy',
  nothingWritten: 'Nothing was grown.',
  nothingToDo: 'No disk needs to grow before a load whose lead time has begun.',
  toApprove: 'To grow exactly this:',
  shortfall: 'Nothing was grown: no disk needs it now.',
  advice: 'Maximums stay as they are. To see the disks: headroom disks',
});
