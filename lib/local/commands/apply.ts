import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import * as z from 'zod';
import { UsageError } from '../usage-error.ts';
import { carryOutPlan, type WritingFlags } from './carry-out.ts';
import type { CommandLine, End } from './command-line.ts';
import { type ScopeFlags, type SessionGiven, scopeOptions, sessionCommand } from './session-command.ts';

interface ApplyFlags extends ScopeFlags, WritingFlags {
  readonly plan?: string;
}

const planFile = z.object({
  digest: z.string().min(1),
  projects: z.array(z.string()).min(1).nullable(),
  /** The run that the plan undoes. */
  undo: z.string().min(1).optional(),
});

/** What is approved, and for which projects: the plan in a file is approved exactly as it was made. */
const approval = async ({ plan, approve, project }: ApplyFlags) => {
  if (plan === undefined) return { approvedDigest: approve, projects: project };
  if (approve !== undefined || project !== undefined) {
    throw new UsageError('give --plan alone: the file says what is approved and for which projects');
  }
  const text = await readFile(plan, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${plan}: cannot be read (${error.code ?? error.message})`);
  });
  try {
    const { digest, projects, undo } = planFile.parse(JSON.parse(text));
    return { approvedDigest: digest, projects: projects ?? undefined, undo };
  } catch {
    throw new UsageError(`${plan}: is not a plan; make one with headroom plan --out FILE`);
  }
};

/** The flags that a command to go on with must repeat. */
const scopeFlags = ({ policy, project }: ApplyFlags): string =>
  [
    policy === undefined ? '' : ` --policy ${policy}`,
    project === undefined ? '' : ` --project ${project.join(' ')}`,
  ].join('');

/** Carries the plan out, and says of each change how it ended. */
const run = async (given: SessionGiven<ApplyFlags>): Promise<number> =>
  carryOutPlan(given, {
    command: 'headroom apply',
    request: await approval(given.flags),
    approving: (digest) => `headroom apply --approve ${digest}${scopeFlags(given.flags)}`,
  });

export const addApply = (program: Command, line: CommandLine, end: End): void => {
  const command = scopeOptions(
    program
      .command('apply')
      .description('carry the plan out; exit 3 when some changes failed, 4 when a guardrail refused'),
  )
    .option('--plan <file>', 'apply exactly the plan in this file, or nothing')
    .option('--break-lease', 'take the lease from a run that you know to be over')
    .option('--approve <digest>', 'apply the plan of this digest although a guardrail stands against it');
  sessionCommand({ command, example: 'headroom apply --policy docs/policies/org-wide.yaml', line, end }, run);
};
