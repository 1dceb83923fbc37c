import type { RunRequest } from '../../../contract/run-request.ts';
import { mayLook } from '../../../core/model/mode.ts';
import type { Plan } from '../../../core/plan/plan-result.ts';
import { look, offer } from '../../session/session.ts';
import { exitStatus } from '../../shell/command-line.ts';
import { connectionFlags, flagsText } from '../../shell/command-text.ts';
import { shortDigest } from '../../shell/short-text.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { planDocument, showPlan, showPlanLine } from '../../views/plan-view.ts';
import { runPlan, type WritingFlags } from '../run-plan.ts';
import { allServices, projectsOf, type ServiceTarget, targetArguments, targetsOf } from '../service-target.ts';
import type { CommandContext } from '../session-command.ts';

/** `headroom adopt`: makes Headroom manage autoscalers made by hand, without a write to the platform. */

interface AdoptFlags extends WritingFlags {
  readonly all?: boolean;
  readonly dryRun?: boolean;
}

const requestedIn = (named: readonly string[], { all }: AdoptFlags): readonly ServiceTarget[] => {
  if (all && named.length > 0) throw new UsageError('use --all without services');
  if (all) return allServices;
  if (named.length === 0) throw new UsageError('name services as PROJECT/SERVICE, or use --all');
  return targetsOf(named);
};

const requestOf = (adopt: readonly ServiceTarget[]): Pick<RunRequest, 'adopt' | 'projects'> => ({
  adopt: [...adopt],
  ...projectsOf(adopt),
});

/** The same command with more options. */
const commandOf = (named: readonly string[], flags: AdoptFlags, more = ''): string =>
  [
    'headroom adopt',
    ...targetArguments(named),
    flags.all ? '--all' : '',
    flagsText({ ...connectionFlags(flags), policy: flags.policy }),
    more,
  ]
    .filter((part) => part !== '')
    .join(' ');

const hintOf = ({ mode, verdict, digest }: Plan, command: (more?: string) => string): string | undefined => {
  switch (verdict) {
    case 'apply':
      return `Nothing was written. To adopt: ${command()}`;
    case 'needs-approval':
      return `Nothing was written. The plan exceeds guardrails; to approve exactly this plan: ${command(`--approve ${shortDigest(digest)}`)}`;
    case 'observe':
      return `Nothing was written. Mode is ${mode}: adopt needs mode enforce.`;
    case 'nothing':
      return undefined;
  }
};

const preview = (
  context: CommandContext<AdoptFlags>,
  named: readonly string[],
  adopt: readonly ServiceTarget[],
): Promise<number> =>
  context.open('looks', async (session) => {
    const { console, flags } = context;
    const trigger = { kind: 'manual', by: 'headroom adopt --dry-run' } as const;
    const { plan, run } = await look(session, { trigger, ...requestOf(adopt) });
    if (flags.json) console.json({ ...planDocument(plan, session.connection.client.calls(), null), adopt });
    if (!mayLook(run.mode)) {
      console.line('Mode is stop: no calls were made.');
      return exitStatus.notWritten;
    }
    await offer(session, run, plan);
    if (!flags.json) showPlan(console, plan);
    const hint = hintOf(plan, (more) => commandOf(named, flags, more));
    if (hint !== undefined) console.note(hint);
    if (!flags.json) showPlanLine(console, plan);
    return exitStatus.ok;
  });

export const run = async (context: CommandContext<AdoptFlags>, ...named: string[]): Promise<number> => {
  const { flags } = context;
  const adopt = requestedIn(named, flags);
  if (flags.dryRun) return preview(context, named, adopt);
  return runPlan(context, {
    command: 'headroom adopt',
    request: { ...requestOf(adopt), approvedDigest: flags.approve },
    approving: (digest) => commandOf(named, flags, `--approve ${digest}`),
    again: commandOf(named, flags),
    advice: ({ results, runId }) =>
      results.length === 0
        ? undefined
        : `To see what policy changes next: headroom plan. To revert: headroom undo ${runId}`,
  });
};
