import type { Command } from 'commander';
import { mayLook } from '../../core/model/mode.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import { planFileText } from '../session/plan-file.ts';
import { look, offer } from '../session/session.ts';
import { type CommandLine, type End, exitStatus } from '../shell/command-line.ts';
import { connectionFlags, flagsText } from '../shell/command-text.ts';
import type { Console } from '../shell/console.ts';
import { writeOutFile } from '../shell/out-file.ts';
import { planDocument, showPlan, showPlanLine } from '../views/plan-view.ts';
import { type ScopeFlags, type SessionGiven, scopeOptions, sessionCommand } from './session-command.ts';

interface PlanFlags extends ScopeFlags {
  readonly out?: string;
  readonly detailedExitcode?: boolean;
}

/** What a person should do about a plan that would not be applied as it is. */
const hintOf = ({ mode, verdict }: Plan): string | undefined => {
  if (!mayLook(mode)) return `The mode is ${mode}: nothing was looked at.`;
  if (verdict === 'observe')
    return `The mode is ${mode}: apply would write nothing. Set mode: enforce in the policy to let it; see headroom mode too.`;
  return undefined;
};

/** The digest names the plan, so it stands where programs and people read the plan: on standard output. */
const digestLine = ({ changes, verdict, digest }: Plan, flags: PlanFlags): string | undefined => {
  if (changes.length === 0) return undefined;
  if (verdict !== 'needs-approval') return `Plan ${digest}.`;
  const { policy, project } = flags;
  const approving = flagsText({ approve: digest, ...connectionFlags(flags), policy, project });
  return `Plan ${digest}. Approve with: headroom apply ${approving}`;
};

/** Whether the world is not as policy asks: what waits for the end of a freeze is pending too. */
const isPending = ({ changes, freeze }: Plan): boolean => changes.length + (freeze?.waiting.length ?? 0) > 0;

const show = (console: Console, plan: Plan, flags: PlanFlags) => {
  showPlan(console, plan);
  const named = digestLine(plan, flags);
  if (named !== undefined) console.line(named);
  const hint = hintOf(plan);
  if (hint !== undefined) console.note(hint);
  showPlanLine(console, plan);
};

/** Prints what would change, with reasons, GB and money; a plan that must be approved can be from now on. */
const run = ({ flags, console, open }: SessionGiven<PlanFlags>): Promise<number> =>
  open('looks', async (session) => {
    const trigger = { kind: 'manual', by: 'headroom plan' } as const;
    const { plan, run: looked } = await look(session, { trigger, projects: flags.project });
    const document = planDocument(plan, session.connection.client.calls(), flags.project ?? null);
    const origin = { ...session.connection.addressed, proposedAt: looked.startedAt };
    if (flags.out !== undefined) await writeOutFile(flags.out, planFileText(document, origin));
    await offer(session, looked, plan);
    if (flags.json) console.json(document);
    else show(console, plan, flags);
    return flags.detailedExitcode && isPending(plan) ? exitStatus.pending : exitStatus.ok;
  });

export const addPlan = (program: Command, line: CommandLine, end: End): void => {
  const command = scopeOptions(
    program.command('plan').description('show what would change, with reasons, GB and money'),
  )
    .option('--out <file>', 'also write the plan to a file, for apply --plan')
    .option('--detailed-exitcode', 'exit 2 when changes are pending, also those that wait for a freeze to end');
  sessionCommand({ command, example: 'headroom plan --policy docs/policies/org-wide.yaml', line, end }, run);
};
