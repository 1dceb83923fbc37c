import { mayLook } from '../../core/model/mode.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import { planFileText } from '../session/plan-file.ts';
import { look, offer } from '../session/session.ts';
import { exitStatus } from '../shell/command-line.ts';
import { connectionFlags, flagsText } from '../shell/command-text.ts';
import type { Console } from '../shell/console.ts';
import { writeOutFile } from '../shell/out-file.ts';
import { shortDigest } from '../shell/short-text.ts';
import { planDocument, showPlan, showPlanLine } from '../views/plan-view.ts';
import type { CommandContext, ScopeFlags } from './session-command.ts';

interface PlanFlags extends ScopeFlags {
  readonly out?: string;
  readonly detailedExitcode?: boolean;
}

/** The next step for a plan that the mode prevents. */
const hintOf = ({ mode, verdict }: Plan): string | undefined => {
  if (!mayLook(mode)) return `Mode is ${mode}: no calls were made.`;
  if (verdict === 'observe')
    return `Mode is ${mode}: apply writes nothing. To write, set mode: enforce in the policy; see also headroom mode.`;
  return undefined;
};

/** The digest is part of the plan, so it goes to standard output. The whole digest is in the JSON. */
const digestLine = ({ changes, verdict, digest }: Plan, flags: PlanFlags): string | undefined => {
  if (changes.length === 0) return undefined;
  if (verdict !== 'needs-approval') return `Plan ${shortDigest(digest)}.`;
  const { policy, project } = flags;
  const approving = flagsText({ approve: shortDigest(digest), ...connectionFlags(flags), policy, project });
  return `Plan ${shortDigest(digest)}. Approve with: headroom apply ${approving}`;
};

/** Whether changes are pending, including those that wait for a freeze, an approval or the next step of a rollout. */
const isPending = ({ changes, freeze, rollout }: Plan): boolean =>
  changes.length + (freeze?.waiting.length ?? 0) + (rollout?.left ?? 0) > 0;

const show = (console: Console, plan: Plan, flags: PlanFlags) => {
  showPlan(console, plan);
  const digest = digestLine(plan, flags);
  if (digest !== undefined) console.line(digest);
  const hint = hintOf(plan);
  if (hint !== undefined) console.note(hint);
  showPlanLine(console, plan);
};

/** Shows pending changes with reasons, GB and money, and proposes the plan if it needs approval. */
export const run = ({ flags, console, open }: CommandContext<PlanFlags>): Promise<number> =>
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
