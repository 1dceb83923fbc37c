import { onLambda } from '../lib/aws/handler.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import { type CarriedOut, carriedOut } from '../lib/core/approval/carried-out.ts';
import type { Change, Phase } from '../lib/core/change/change.ts';
import type { PooledBands } from '../lib/core/forecast/forecasts.ts';
import { inSurveys } from '../lib/core/inventory/batches.ts';
import { urgentProjects } from '../lib/core/inventory/due.ts';
import { isoInstant } from '../lib/core/model/durations.ts';
import { groupBy } from '../lib/core/model/grouping.ts';
import type { Lookup } from '../lib/core/plan/lookups.ts';
import type { PlanResult } from '../lib/core/plan/plan-input.ts';
import type { Plan } from '../lib/core/plan/plan-result.ts';
import type { DayGrowth } from '../lib/core/plan/waits/waits.ts';
import { compileProjectBudgets } from '../lib/core/policy/budget-scope.ts';
import type { DecisionPorts, PlanPorts } from '../lib/ports.ts';
import { assertLease, restLease } from '../lib/run/apply/lease.ts';
import { handOverMoney } from '../lib/run/apply/money.ts';
import { handOverProjects } from '../lib/run/apply/planned-project.ts';
import { type Approvals, approvalsNamed } from '../lib/run/approval/approvals.ts';
import { assertUnmoved, movedFinding } from '../lib/run/approval/moved.ts';
import { propose, proposedBy } from '../lib/run/approval/proposed-plans.ts';
import { noteUnsealed } from '../lib/run/audit/log.ts';
import { noteReadings } from '../lib/run/inventory/index-of-readings.ts';
import { noteChanging } from '../lib/run/inventory/record.ts';
import { noteReadAgain, noteUnread, readBeforeAgain } from '../lib/run/inventory/run-readings.ts';
import { readDoneLookups, storeLookups } from '../lib/run/lookup/run-lookups.ts';
import { boundsOf, recordApprovals } from '../lib/run/plan/bounds.ts';
import { decide, type PlanFacts, readPlanFacts } from '../lib/run/plan/decide.ts';
import { deciding } from '../lib/run/plan/deciding.ts';
import { runPolicy } from '../lib/run/policy/policy-in-force.ts';
import { inBatches } from '../lib/run/store/in-batches.ts';
import { keys } from '../lib/run/store/keys.ts';
import { noteEnforcement } from '../lib/run/store/mode.ts';
import { writeObject } from '../lib/run/store/objects.ts';
import { readRun } from '../lib/run/store/run.ts';
import type { RunObject } from '../lib/run/store/run-objects.ts';

const byProject = (changes: readonly Change[], phase: Phase) =>
  groupBy(
    changes.filter((change) => change.phase === phase),
    ({ project }) => project,
  );

/**
 * Stores the input of the apply tasks. It runs last and only for the verdict `apply`, so an apply task for any other plan
 * finds nothing to write.
 */
const handOver = async (
  { store }: DecisionPorts,
  run: RunObject,
  plan: Plan,
  { snapshots, remembered = [] }: PlanFacts,
  { divided: budgets, urgencyOf }: PlanResult,
): Promise<void> => {
  const { runId, startedAt } = run;
  const { changes } = plan;
  const concerned = groupBy(changes, ({ project }) => project);
  await inBatches([...concerned], ([project, planned]) => noteChanging(store, runId, project, planned));
  const projects = [...snapshots, ...remembered];
  const budgetsOf = compileProjectBudgets(runPolicy(run));
  const isUndo = run.undo !== undefined;
  await handOverMoney(store, runId, { changes, budgets, projects, startedAt, budgetsOf, urgencyOf, isUndo });
  await handOverProjects(store, runId, concerned, snapshots);
};

/** Records the consequences of the verdict before any write to the platform. */
const recordVerdict = async (
  ports: DecisionPorts,
  run: RunObject,
  carried: CarriedOut,
  approvals: Approvals,
): Promise<void> => {
  await recordApprovals(ports, run, carried, approvals);
  await noteEnforcement(ports, run, carried.plan);
};

/** What comes before there is a plan. */
const withoutPlan = (runId: string, verdict: 'again' | 'ask'): TaskOutput<'plan'> => ({
  runId,
  verdict,
  digest: '',
  changes: 0,
  release: [],
  grant: [],
});

/** Notes what the run has read before it has a plan: the next pass may begin first, and begins with what this one left out. */
const noteRead = async ({ store, platform, clock }: DecisionPorts, run: RunObject, facts: PlanFacts): Promise<void> => {
  if (run.readOnly) return;
  const now = isoInstant(clock.now());
  await noteReadings(store, { organization: platform.organization, ...facts, run, now });
};

/** Stores the lookups that a plan leaves open. The lease rests meanwhile, because lookups disturb no other run. */
const storeOpenLookups = async (
  ports: DecisionPorts,
  run: RunObject,
  facts: PlanFacts,
  lookups: readonly Lookup[],
): Promise<TaskOutput<'plan'>> => {
  const { runId, readOnly } = run;
  await storeLookups(ports.store, runId, lookups);
  await noteRead(ports, run, facts);
  if (!readOnly) await restLease(ports, runId);
  return withoutPlan(runId, 'ask');
};

/** What a run decided. */
interface Decision {
  readonly plan: Plan;
  readonly bands: PooledBands | undefined;
  readonly spent: DayGrowth & { readonly managed: number | undefined };
}

/** Records the age of every reading. @returns the member of the output that says that the oldest one is overdue */
const noteAges = async (
  ports: DecisionPorts,
  run: RunObject,
  facts: PlanFacts,
  { plan, bands, spent }: Decision,
): Promise<Pick<TaskOutput<'plan'>, 'readingsOverdue'>> => {
  if (run.readOnly) return {};
  // Deciding may have taken minutes, and what follows outlives the run.
  await assertLease(ports, run.runId);
  const { store, platform } = ports;
  const { organization } = platform;
  const now = isoInstant(ports.clock.now());
  const urgent = urgentProjects(plan);
  const isOverdue = await noteReadings(store, { organization, ...facts, run, now, urgent, bands, spent });
  return isOverdue ? { readingsOverdue: true } : {};
};

/** Indexes of projects in the run's list. */
const indexesIn = ({ projects }: RunObject) => {
  const indexByName = new Map(projects.map(({ name }, index) => [name, index]));
  return (names: Iterable<string>) =>
    [...names].map((name) => indexByName.get(name)).filter((index) => index !== undefined);
};

/**
 * Handles projects that another run has changed since this one read them: the first time the run reads exactly these again,
 * now that no other run writes; afterwards they are unread. A copy of this task that died may have noted them already: while
 * nothing has read them since, it is still the first time.
 * @returns the projects to read again
 */
const changedMeanwhile = async (
  { store }: DecisionPorts,
  { runId, readOnly }: RunObject,
  { changed, remembered = [] }: PlanFacts,
): Promise<readonly string[]> => {
  const names = changed.map(({ project }) => project);
  if (names.length > 0 && !readOnly) {
    const ofNames = remembered.filter(({ project }) => names.includes(project));
    const readAt: Record<string, string> = {};
    for (const project of ofNames) if (project.readAt !== undefined) readAt[project.project] = project.readAt;
    const noted = await readBeforeAgain(store, runId);
    if (noted === undefined) await noteReadAgain(store, runId, readAt);
    const before = noted ?? readAt;
    const isSame = (name: string) => readAt[name] !== undefined && before[name] === readAt[name];
    if (noted === undefined || names.every(isSame)) return names;
  }
  await noteUnread(store, runId, changed);
  return [];
};

const planWith = async (
  ports: PlanPorts,
  run: RunObject,
  order: TaskInput<'plan'>['order'],
): Promise<TaskOutput<'plan'>> => {
  const { runId } = run;
  const policy = runPolicy(run);
  const approvals = await approvalsNamed(ports, run, policy.guardrails);
  const facts = await readPlanFacts(ports, run);
  const indexesOf = indexesIn(run);
  const toRead = indexesOf(await changedMeanwhile(ports, run, facts));
  if (toRead.length > 0) {
    await noteRead(ports, run, facts);
    return { ...withoutPlan(runId, 'again'), projects: [...inSurveys(toRead, tasks.survey.copies)], order };
  }
  const { finish, lookups, bands } = await decide(ports, policy, facts, await readDoneLookups(ports.store, run));
  if (lookups.length > 0) return { ...(await storeOpenLookups(ports, run, facts, lookups)), order };
  await ports.nextTurn?.();
  const needed = await finish();
  await ports.nextTurn?.();
  assertUnmoved(run, approvals.exact, needed.plan);
  const carried = carriedOut(needed, await boundsOf(ports, run, policy, approvals, needed));
  const proposed = run.readOnly
    ? { plan: carried.plan, toStore: [] }
    : await proposedBy(ports, run, policy.guardrails, carried.plan);
  const result = {
    ...proposed.plan,
    findings: [...movedFinding(approvals.named, needed.plan, carried.plan), ...carried.plan.findings],
  };
  await ports.nextTurn?.();
  const phases = { release: byProject(result.changes, 'release'), grant: byProject(result.changes, 'grant') };
  await writeObject(ports.store, keys.plan(runId), result);
  const spent = { ...carried.spent, managed: facts.isWhole ? needed.managed : undefined };
  const ages = await noteAges(ports, run, facts, { plan: result, bands, spent });
  if (!run.readOnly) {
    if (result.verdict === 'apply') await noteUnsealed(ports.store, runId);
    await propose(ports, proposed.toStore);
    await recordVerdict(ports, run, { ...carried, plan: result }, approvals);
    if (result.verdict === 'apply') await handOver(ports, run, result, facts, needed);
  }
  return {
    runId,
    // A read-only run has no lease, so no write may follow from its plan.
    verdict: run.readOnly && result.verdict === 'apply' ? 'observe' : result.verdict,
    digest: result.digest,
    changes: result.changes.length,
    release: indexesOf(phases.release.keys()),
    grant: indexesOf(phases.grant.keys()),
    ...ages,
  };
};

/**
 * Takes the lease, unless the run is read-only, plans the changes from all snapshots of the run, and stores the plan. Approvals
 * decide which part of the needed changes it carries out. If another run has changed projects since this one read them,
 * it answers `again` with batches of these projects, once. It asks the platform nothing: if the store lacks an answer, it names the
 * lookups and answers `ask`, and lets the lease rest, because lookups disturb no other run.
 * @throws LeaseHeld while another run decides or writes; PolicyMoved if another run has planned by a newer policy; StoreOwned
 * @throws PlanMoved if the plan of a file, or of an exact approval, differs from the current one; ApprovalUsed,
 *   ApprovalExpired and ApprovalUnknown if the approval that the request names is not valid (design §7)
 */
export const plan =
  (ports: PlanPorts) =>
  async ({ runId, order }: TaskInput<'plan'>): Promise<TaskOutput<'plan'>> => {
    const run = await readRun(ports.store, runId);
    return deciding(ports, run, () => planWith(ports, run, order));
  };

export const handler = onLambda(tasks.plan, plan);
