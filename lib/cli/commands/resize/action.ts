import type { RunRequest } from '../../../contract/run-request.ts';
import { mayLook } from '../../../core/model/mode.ts';
import type { Policy } from '../../../core/model/policy-document.ts';
import { profileOf } from '../../../core/model/profile.ts';
import type { Plan } from '../../../core/plan/plan-result.ts';
import { parsePolicy } from '../../../documents/documents.ts';
import type { PlatformPorts } from '../../../ports.ts';
import { readDocument } from '../../../run/policy/policy-in-force.ts';
import { keys } from '../../../run/store/keys.ts';
import type { ReportObject } from '../../../run/store/run-objects.ts';
import { look, offer } from '../../session/session.ts';
import { exitStatus } from '../../shell/command-line.ts';
import { connectionFlags, flagsText } from '../../shell/command-text.ts';
import { shortDigest } from '../../shell/short-text.ts';
import { planDocument, showPlan, showPlanLine } from '../../views/plan-view.ts';
import { runPlan, type WritingFlags } from '../run-plan.ts';
import { allServices, projectsOf, type ServiceTarget, targetArguments, targetsOf } from '../service-target.ts';
import type { CommandContext } from '../session-command.ts';

/** Commands that show new sizes of disks, and write what a person approves: `headroom reclaim` and `headroom prepare`. */

export type ResizeFlags = WritingFlags;

/** What tells one of these commands from the other. */
export interface ResizeCommand {
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
  [
    `headroom ${member}`,
    ...targetArguments(named),
    flagsText({ ...connectionFlags(flags), policy: flags.policy }),
    more,
  ]
    .filter((part) => part !== '')
    .join(' ');

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

const preview = (
  kind: ResizeCommand,
  context: CommandContext<ResizeFlags>,
  named: readonly string[],
  targets: readonly ServiceTarget[],
): Promise<number> =>
  context.open('looks', async (session) => {
    const { console, flags } = context;
    await assertEnabled(kind, { ...session.connection.ports, store: session.context.store });
    const trigger = { kind: 'manual', by: `headroom ${kind.member}` } as const;
    const { plan, run } = await look(session, { trigger, ...requestOf(kind, targets) });
    if (flags.json)
      console.json({ ...planDocument(plan, session.connection.client.calls(), null), [kind.member]: targets });
    if (!mayLook(run.mode)) {
      console.line('Mode is stop: no calls were made.');
      return exitStatus.notWritten;
    }
    await offer(session, run, plan);
    if (!flags.json) showPlan(console, plan);
    console.note(hintOf(kind, plan, (more) => commandOf(kind, named, flags, more)));
    if (!flags.json) showPlanLine(console, plan);
    return exitStatus.ok;
  });

const isNothing = ({ plan, outcome }: ReportObject): boolean =>
  outcome === 'nothing' && plan?.changes.length === 0 && (plan.freeze?.waiting.length ?? 0) === 0;

export const runResize = async (
  kind: ResizeCommand,
  context: CommandContext<ResizeFlags>,
  named: readonly string[],
): Promise<number> => {
  const { flags } = context;
  const targets = named.length === 0 ? allServices : targetsOf(named);
  if (flags.approve === undefined) return preview(kind, context, named, targets);
  return runPlan(context, {
    command: `headroom ${kind.member}`,
    request: { ...requestOf(kind, targets), approvedDigest: flags.approve },
    approving: (digest) => commandOf(kind, named, flags, `--approve ${digest}`),
    again: commandOf(kind, named, flags),
    shortfall: (report) => (isNothing(report) ? kind.shortfall : undefined),
    advice: ({ results }) => (results.length === 0 ? undefined : kind.advice),
  });
};
