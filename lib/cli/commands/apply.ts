import type { Command } from 'commander';
import { shortestDigest } from '../../run/store/approvals.ts';
import { addressed } from '../session/connection.ts';
import { readPlanFile } from '../session/plan-file.ts';
import type { CommandLine, End } from '../shell/command-line.ts';
import { connectionFlags, flagsText } from '../shell/command-text.ts';
import { UsageError } from '../shell/usage-error.ts';
import { type ApplyRequest, runPlan, type WritingFlags } from './run-plan.ts';
import { type ScopeFlags, type SessionGiven, scopeOptions, sessionCommand } from './session-command.ts';

interface ApplyFlags extends ScopeFlags, WritingFlags {
  readonly plan?: string;
}

/** What is approved, and for which projects: a plan in a file says the projects itself. */
const approval = async ({
  line,
  flags,
}: SessionGiven<ApplyFlags>): Promise<Pick<ApplyRequest, 'request' | 'inFile'>> => {
  const { plan, approve, project } = flags;
  if (plan === undefined) return { request: { approvedDigest: approve, projects: project } };
  if (project !== undefined) throw new UsageError('give --plan without --project: the file says for which projects');
  const { undo, undoPart, ...inFile } = await readPlanFile(plan, addressed(flags, line.environment));
  const { digest } = inFile;
  const isApproved = approve !== undefined && approve.length >= shortestDigest && digest.startsWith(approve);
  if (approve !== undefined && !isApproved) {
    throw new UsageError(`--approve ${approve}: the plan in ${plan} is ${digest}; approve that one, or none`);
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

/** The command to go on with, on the same platform, store, policy and projects. */
const commandOf = (flags: ApplyFlags, approve: string | undefined): string => {
  const { policy, plan, project } = flags;
  return `headroom apply ${flagsText({ approve, ...connectionFlags(flags), policy, plan, project })}`.trimEnd();
};

/** Carries the plan out, and says of each change how it ended. */
const run = async (given: SessionGiven<ApplyFlags>): Promise<number> =>
  runPlan(given, {
    command: 'headroom apply',
    ...(await approval(given)),
    approving: (digest) => commandOf(given.flags, digest),
    again: commandOf(given.flags, given.flags.approve),
  });

export const addApply = (program: Command, line: CommandLine, end: End): void => {
  const command = scopeOptions(
    program
      .command('apply')
      .description(
        'carry the plan out; exit 3 when some changes failed, 4 when a guardrail refused, 5 when the mode or a freeze forbade it',
      ),
  )
    .option('--plan <file>', 'apply exactly the plan in this file, or nothing')
    .option('--break-lease', 'take the lease from a run that you know to be over')
    .option(
      '--approve <digest>',
      'apply exactly the proposed plan of this digest, once, although a guardrail stands against it',
    );
  sessionCommand({ command, example: 'headroom apply --policy docs/policies/org-wide.yaml', line, end }, run);
};
