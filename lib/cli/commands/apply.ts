import { shortestDigest } from '../../core/plan/plan-result.ts';
import { addressed } from '../session/connection.ts';
import { readPlanFile } from '../session/plan-file.ts';
import { connectionFlags, flagsText } from '../shell/command-text.ts';
import { UsageError } from '../shell/usage-error.ts';
import { type ApplyRequest, runPlan, type WritingFlags } from './run-plan.ts';
import type { CommandContext, ScopeFlags } from './session-command.ts';

interface ApplyFlags extends ScopeFlags, WritingFlags {
  readonly plan?: string;
  readonly exact?: boolean;
}

/** The approved digest and the projects. A plan file names its projects itself. */
const approval = async ({
  line,
  flags,
}: CommandContext<ApplyFlags>): Promise<Pick<ApplyRequest, 'request' | 'inFile'>> => {
  const { plan, approve, project, exact } = flags;
  if (exact && approve === undefined && plan === undefined) {
    throw new UsageError('use --exact with --approve: it applies exactly the approved plan, or nothing');
  }
  if (plan === undefined) return { request: { approvedDigest: approve, projects: project, exact } };
  if (project !== undefined) throw new UsageError('use --plan without --project: the file names the projects');
  const { undo, undoPart, ...inFile } = await readPlanFile(plan, addressed(flags, line.environment));
  const { digest } = inFile;
  const isApproved = approve !== undefined && approve.length >= shortestDigest && digest.startsWith(approve);
  if (approve !== undefined && !isApproved) {
    throw new UsageError(
      `--approve ${approve}: the plan in ${plan} is ${digest}; approve that digest, or omit --approve`,
    );
  }
  return {
    request: {
      approvedDigest: isApproved ? digest : undefined,
      projects: inFile.projects ?? undefined,
      undo,
      undoPart,
    },
    inFile,
  };
};

/** The follow-up command, with the same platform, store, policy and projects. */
const commandOf = (flags: ApplyFlags, approve: string | undefined): string => {
  const { policy, plan, project } = flags;
  const exact = flags.exact && approve !== undefined ? ' --exact' : '';
  const options = flagsText({ approve, ...connectionFlags(flags), policy, plan, project });
  return `headroom apply ${options}${exact}`.trimEnd();
};

/** Applies the plan and shows the result of each change. */
export const run = async (context: CommandContext<ApplyFlags>): Promise<number> =>
  runPlan(context, {
    command: 'headroom apply',
    ...(await approval(context)),
    approving: (digest) => commandOf(context.flags, digest),
    again: commandOf(context.flags, context.flags.approve),
  });
