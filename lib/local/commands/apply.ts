import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import * as z from 'zod';
import type { ReportObject } from '../../run/objects.ts';
import type { Console } from '../console.ts';
import { reconcileInOrder } from '../in-order.ts';
import { holderName, recoverLease } from '../lease-recovery.ts';
import { UsageError } from '../usage-error.ts';
import { planJson, showCoverage, showPlan, showPlanLine, showResults } from '../views.ts';
import { type CommandLine, type End, exitStatus } from './command-line.ts';
import { type ScopeFlags, type SessionGiven, scopeOptions, sessionCommand } from './session-command.ts';

interface ApplyFlags extends ScopeFlags {
  readonly plan?: string;
  readonly approve?: string;
  readonly breakLease?: boolean;
}

const planFile = z.object({ digest: z.string().min(1), projects: z.array(z.string()).min(1).nullable() });

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
    const { digest, projects } = planFile.parse(JSON.parse(text));
    return { approvedDigest: digest, projects: projects ?? undefined };
  } catch {
    throw new UsageError(`${plan}: is not a plan; make one with headroom plan --out FILE`);
  }
};

const endings = {
  nothing: 'Nothing to do.',
  applied: 'Applied: every change is confirmed.',
  observed: 'The mode is observe: nothing was written. Set mode: enforce in the policy to let it.',
  stopped: 'The mode is stop: nothing was looked at and nothing was written.',
  partial: 'Applied in part: see above; the next run takes up what is left.',
  failed: 'Failed.',
} as const;

/** The flags that a command to go on with must repeat. */
const scopeFlags = ({ policy, project }: ApplyFlags): string =>
  [
    policy === undefined ? '' : ` --policy ${policy}`,
    project === undefined ? '' : ` --project ${project.join(' ')}`,
  ].join('');

const ending = ({ outcome, plan }: ReportObject, flags: ApplyFlags): string =>
  outcome === 'needs-approval'
    ? `Refused by a guardrail: nothing was written. To apply exactly this plan: headroom apply --approve ${plan?.digest}${scopeFlags(flags)}`
    : endings[outcome];

const statusOf = ({ outcome }: ReportObject): number => {
  if (outcome === 'needs-approval') return exitStatus.refused;
  return outcome === 'partial' ? exitStatus.someFailed : exitStatus.ok;
};

const show = (console: Console, report: ReportObject, flags: ApplyFlags) => {
  if (report.results.length > 0 || report.unread.length > 0) showResults(console, report);
  showCoverage(console, report);
  if (report.plan !== null) showPlanLine(console, report.plan);
  console.line(ending(report, flags));
};

/** Carries the plan out, and says of each change how it ended. */
const run = async ({ line, flags, console, open }: SessionGiven<ApplyFlags>): Promise<number> => {
  const approved = await approval(flags);
  return open('writes', async ({ connection, inOrder }) => {
    const trigger = { kind: 'manual', by: holderName('headroom apply') } as const;
    await recoverLease(connection.ports, flags.breakLease === true);
    const report = await reconcileInOrder(inOrder, { trigger, ...approved, readOnly: false }, (plan) => {
      if (!flags.json) showPlan(console, plan);
    });
    if (flags.json && report.plan !== null) {
      console.json({
        ...planJson(report.plan, connection.client.calls(), approved.projects ?? null),
        outcome: report.outcome,
        results: report.results,
        unread: report.unread,
        coverage: report.coverage ?? null,
      });
    } else show(console, report, flags);
    return line.signal.aborted ? exitStatus.interrupted : statusOf(report);
  });
};

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
