import type { PolicyDifference } from '../../../core/explain/policy-difference.ts';
import { mayLook } from '../../../core/model/mode.ts';
import type { Notify, Policy } from '../../../core/model/policy-document.ts';
import { counted } from '../../../core/model/visible-text.ts';
import { unnotified } from '../../../core/notices/unnotified.ts';
import { type Plan, wholeChanges } from '../../../core/plan/plan-result.ts';
import { whatWaits } from '../../../core/plan/waits/what-waits.ts';
import { readOnlyIn } from '../../../core/status/platform.ts';
import { namesInLine } from '../../../core/status/status.ts';
import { parsePolicyOfAnyProfile } from '../../../documents/documents.ts';
import { readDocument, runPolicy } from '../../../run/policy/policy-in-force.ts';
import { keys } from '../../../run/store/keys.ts';
import { readStoreMode } from '../../../run/store/mode.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { serviceFilter } from '../../from-store/service-filter.ts';
import { compareWith } from '../../session/compare-policies.ts';
import { planFileText } from '../../session/plan-file.ts';
import { readPolicyFile } from '../../session/policy-file.ts';
import { look, offer, type Session } from '../../session/session.ts';
import { wireProfileFrom } from '../../session/wire-profile.ts';
import { headFor } from '../../shell/columns.ts';
import { exitStatus } from '../../shell/command-line.ts';
import { commandText, connectionFlags, flagsText, modeCommand } from '../../shell/command-text.ts';
import type { Console } from '../../shell/console.ts';
import { writeOutFile } from '../../shell/out-file.ts';
import { formatOf } from '../../shell/output.ts';
import { print } from '../../shell/print.ts';
import { shortDigest } from '../../shell/short-text.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { changeColumns } from '../../views/change-table.ts';
import { partOfPlan } from '../../views/part-of-plan.ts';
import { planDocument, showPlan, showPlanLine } from '../../views/plan-view.ts';
import { differenceParts, showDifference } from '../../views/policy-difference-view.ts';
import type { PlanContext } from '../command.ts';
import { planComment } from './comment.ts';
import type { PlanFlags } from './options.ts';
import { stepsToWrite } from './steps-to-write.ts';

/** What a mode prevents, and how to allow it; undefined if it prevents nothing of this plan. */
const hintOf = async (
  { context: { store } }: Session,
  { mode, verdict }: Plan,
  flags: PlanFlags,
): Promise<string | undefined> => {
  if (mayLook(mode) && verdict !== 'observe') return undefined;
  // The policy of the run has the effective mode.
  const policy = parsePolicyOfAnyProfile(await readDocument(store), keys.policy).mode;
  const restraint = { policy, override: await readStoreMode(store) };
  const steps = stepsToWrite(restraint, modeCommand('enforce', flags), systemClock.now());
  const prevented = mayLook(mode) ? 'apply writes nothing' : 'no calls were made';
  return `Mode is ${mode}: ${prevented}.${steps === undefined ? '' : ` To write: ${steps}.`}`;
};

/** The command that applies this plan. */
const applyCommand = (flags: PlanFlags, approve?: string): string =>
  commandText('headroom apply', flagsText({ approve, ...connectionFlags(flags), project: flags.project }));

/** The command that approves what waits of a plan; undefined if nothing does. */
const approvalOf = ({ proposal }: Plan, flags: PlanFlags): string | undefined =>
  proposal && applyCommand(flags, shortDigest(proposal.digest));

/** The digest is part of the plan, so it goes to standard output. The whole digest is in the JSON. */
const digestLine = (plan: Plan, flags: PlanFlags): string | undefined => {
  if (wholeChanges(plan).length === 0) return undefined;
  const approve = approvalOf(plan, flags);
  if (plan.verdict === 'apply' && plan.proposal === undefined && plan.violations.length > 0)
    return `Plan ${shortDigest(plan.digest)} is approved. Apply it with: ${applyCommand(flags)}`;
  return `Plan ${shortDigest(plan.digest)}.${approve === undefined ? '' : ` Approve with: ${approve}`}`;
};

/** Whether changes are pending; changes that wait for a freeze or an approval count. */
const isPending = (plan: Plan): boolean => wholeChanges(plan).length + (plan.freeze?.waiting.length ?? 0) > 0;

/** Whether the plan knows the current state of every project that it covers. */
const isComplete = ({ mode, findings }: Plan): boolean =>
  mayLook(mode) && findings.every(({ code }) => code !== 'project-unread');

/** Exit status with `--detailed-exitcode`: only a complete look may say that nothing is to do. */
const detailedStatus = (plan: Plan): number => {
  if (isPending(plan)) return exitStatus.pending;
  return isComplete(plan) ? exitStatus.ok : exitStatus.someFailed;
};

/** Findings of the plan that no channel would be notified of. */
const unheardText = (plan: Plan, notify: readonly Notify[]): string | undefined => {
  const unheard = unnotified(notify, plan.findings);
  if (unheard.length === 0) return undefined;
  const codes = namesInLine([...new Set(unheard.map(({ code }) => code))].sort());
  const findings = unheard.length === 1 ? '1 finding matches' : `${unheard.length} findings match`;
  return `${findings} no entry of notify in the policy, so no channel is notified: ${codes}`;
};

/** Projects of the plan that `apply` would fail to change; undefined if there are none, or the platform shows no roles. */
const unwritableText = async ({ connection }: Session, { changes }: Plan): Promise<string | undefined> => {
  if (changes.length === 0) return undefined;
  const roles = await connection.client.ownRoles().catch(() => undefined);
  const projects = readOnlyIn([...new Set(changes.map(({ project }) => project))].sort(), roles ?? new Map());
  if (projects.length === 0) return undefined;
  const concerned = new Set(projects);
  const refused = changes.filter(({ project }) => concerned.has(project)).length;
  return `The token may only read in ${namesInLine(projects)}: the platform will refuse ${refused} of ${counted(changes.length, 'change')}. Give its owner the operator role there.`;
};

interface Shown {
  readonly plan: Plan;
  readonly difference: PolicyDifference | undefined;
  readonly hint: string | undefined;
  /** What of the policy will wait for an approval. */
  readonly waits: readonly string[];
}

const show = (console: Console, part: Plan, { plan, difference, hint }: Shown, flags: PlanFlags) => {
  showPlan(console, part);
  if (difference !== undefined) showDifference(console, difference);
  const digest = digestLine(plan, flags);
  if (digest !== undefined) console.line(digest);
  if (hint !== undefined) console.note(hint);
  showPlanLine(console, plan);
};

/** The policy of `--base`, read before the platform is asked anything. */
const baseOf = async ({ line, flags }: PlanContext<PlanFlags>): Promise<Policy | undefined> => {
  if (flags.base === undefined) return undefined;
  if (flags.project !== undefined) {
    throw new UsageError('use --base without --project: budgets divide money between all projects');
  }
  const { profile } = wireProfileFrom(flags, line.environment);
  return (await readPolicyFile(flags.base, profile)).policy;
};

/** Prints the plan in the format of the flags, for the services that they select. */
const output = async (
  { connection, context }: Session,
  shown: Shown,
  documentOf: (part: Plan) => object,
  { line, flags, console }: PlanContext<PlanFlags>,
): Promise<void> => {
  const { service, rule, tag } = flags;
  const { plan, difference } = shown;
  const shows = await serviceFilter(context.store, { service, rule, tag }, plan.decisions);
  const part = shows === undefined ? plan : partOfPlan(plan, shows);
  const format = formatOf(flags);
  const { ports } = connection;
  await ports.nextTurn?.();
  if (format === 'json') {
    const document = documentOf(part);
    await ports.nextTurn?.();
    return console.json({ ...document, policyDifference: difference });
  }
  if (format === 'markdown') {
    return print(
      line.out,
      planComment(part, approvalOf(plan, flags), difference ? differenceParts(difference) : [], shown.waits),
    );
  }
  show(console, part, shown, flags);
  if (shows !== undefined) console.note('The lists show the selected services; the Plan line counts all.');
};

/** Shows pending changes with reasons, GB and money, and proposes the plan if it needs approval. */
export const run = async (context: PlanContext<PlanFlags>): Promise<number> => {
  const { flags, console, open } = context;
  console.expectRecords(headFor(changeColumns, console.reader));
  const base = await baseOf(context);
  return open('looks', async (session) => {
    const trigger = { kind: 'manual', by: 'headroom plan' } as const;
    const { plan: made, run: looked } = await look(session, { trigger, projects: flags.project });
    const plan = await offer(session, looked, made);
    const difference = base && (await compareWith(session, looked, base));
    const documentOf = (part: Plan) => planDocument(part, session.connection.client.calls(), flags.project ?? null);
    const origin = { ...session.connection.addressed, proposedAt: looked.startedAt };
    if (flags.out !== undefined) await writeOutFile(flags.out, planFileText(documentOf(plan), origin));
    const hint = await hintOf(session, plan, flags);
    const waits = mayLook(plan.mode) ? whatWaits(runPolicy(looked)) : [];
    await output(session, { plan, difference, hint, waits }, documentOf, context);
    const unwritable = await unwritableText(session, plan);
    if (unwritable !== undefined) console.note(unwritable);
    const unheard = mayLook(plan.mode) ? unheardText(plan, runPolicy(looked).notify ?? []) : undefined;
    if (unheard !== undefined) console.note(unheard);
    return flags.detailedExitcode ? detailedStatus(plan) : exitStatus.ok;
  });
};
