import { onLambda } from '../lib/aws/handler.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import type { Change, Phase } from '../lib/core/change/change.ts';
import { urgentProjects } from '../lib/core/inventory/urgent.ts';
import { groupBy } from '../lib/core/model/grouping.ts';
import type { Snapshot } from '../lib/core/model/model.ts';
import type { Guardrails } from '../lib/core/model/policy-document.ts';
import type { Plan } from '../lib/core/plan/plan-result.ts';
import type { PlatformPorts } from '../lib/ports.ts';
import { beginRelease } from '../lib/run/apply/guards/budget-freed.ts';
import { takeLease } from '../lib/run/apply/lease.ts';
import { noteUnsealed } from '../lib/run/audit/log.ts';
import { noteReadings } from '../lib/run/inventory/index-of-readings.ts';
import { endReading } from '../lib/run/inventory/readers.ts';
import { noteChanging } from '../lib/run/inventory/record.ts';
import { decide, type PlanFacts, readPlanFacts } from '../lib/run/plan/decide.ts';
import { assertNewestPolicy } from '../lib/run/plan/newest-policy.ts';
import { noteUnread } from '../lib/run/plan/snapshots.ts';
import { assertUnmoved, proposalsOf, propose, useProposals } from '../lib/run/store/approvals.ts';
import { noteEnforcement } from '../lib/run/store/enforcement.ts';
import { inBatches } from '../lib/run/store/in-batches.ts';
import { keys } from '../lib/run/store/keys.ts';
import { needObject, writeObject } from '../lib/run/store/objects.ts';
import type { Proposal, RunObject, SurveyObject } from '../lib/run/store/run-objects.ts';
import { runPolicy } from '../lib/run/store/run-policy.ts';

const byProject = (changes: readonly Change[], phase: Phase) =>
  groupBy(
    changes.filter((change) => change.phase === phase),
    ({ project }) => project,
  );

type Phases = Readonly<Record<Phase, ReadonlyMap<string, readonly Change[]>>>;

/**
 * Stores the input of the apply tasks. It runs last and only for the verdict `apply`, so an apply task for any other plan
 * finds nothing to write.
 */
const handOver = async (
  { store }: PlatformPorts,
  { runId }: RunObject,
  { changes }: Plan,
  phases: Phases,
  snapshots: readonly Snapshot[],
): Promise<void> => {
  await noteUnsealed(store, runId);
  const concerned = new Set([...phases.release.keys(), ...phases.grant.keys()]);
  await inBatches(
    snapshots.filter(({ project }) => concerned.has(project)),
    ({ project, services, endpoints, readAt }) =>
      writeObject(store, keys.snapshot(runId, project), { services, endpoints, readAt } satisfies SurveyObject),
  );
  await inBatches([...groupBy(changes, ({ project }) => project)], ([project, projectChanges]) =>
    noteChanging(store, runId, project, projectChanges),
  );
  for (const phase of ['release', 'grant'] as const) {
    await inBatches([...phases[phase]], ([project, projectChanges]) =>
      writeObject(store, keys.changes(runId, phase, project), projectChanges),
    );
  }
  await beginRelease(store, runId, changes);
};

/** Records the consequences of the verdict before any write to the platform. */
const recordVerdict = async (
  ports: PlatformPorts,
  run: RunObject,
  guardrails: Guardrails,
  result: Plan,
  proposals: readonly Proposal[],
): Promise<void> => {
  await propose(ports, run, guardrails, result);
  if (result.verdict === 'apply') await useProposals(ports, run, proposals);
  await noteEnforcement(ports, run, result);
};

/**
 * Takes the lease: from here to the report no other run decides or writes.
 * @throws LeaseHeld, PolicyMoved
 */
const beginDeciding = async (ports: PlatformPorts, run: RunObject): Promise<void> => {
  await takeLease(ports, run.runId, run.trigger.by);
  await endReading(ports.store, run.runId);
  await assertNewestPolicy(ports, run);
};

const withoutPlan = (runId: string): TaskOutput<'plan'> => ({
  runId,
  verdict: 'again',
  digest: '',
  changes: 0,
  release: [],
  grant: [],
});

/** Indexes of projects in the run's list. */
const placesIn = ({ projects }: RunObject) => {
  const places = new Map(projects.map(({ name }, place) => [name, place]));
  return (names: Iterable<string>) => [...names].map((name) => places.get(name)).filter((place) => place !== undefined);
};

/**
 * Handles projects that another run has changed since this one read them: the first time the run reads exactly these again,
 * now that no other run writes; afterwards they are unread.
 * @returns the projects to read again
 */
const changedMeanwhile = async (
  { store }: PlatformPorts,
  { runId, readOnly }: RunObject,
  { changed }: PlanFacts,
): Promise<readonly string[]> => {
  const names = changed.map(({ project }) => project);
  if (names.length > 0 && !readOnly && (await store.get(keys.readAgain(runId))) === undefined) {
    await writeObject(store, keys.readAgain(runId), { projects: names });
    return names;
  }
  await inBatches(changed, async (unread) => void (await noteUnread(store, runId, unread)));
  return [];
};

/**
 * Takes the lease, unless the run is read-only, plans the changes from all snapshots of the run, and stores the plan as a
 * whole and by phase and project. If another run has changed projects since this one read them, it answers `again` with
 * these projects, once.
 * @throws LeaseHeld while another run decides or writes; PolicyMoved if another run has planned by a newer policy
 * @throws WorldMoved if the approved plan differs from the current one; ApprovalUsed, ApprovalExpired and ApprovalUnknown
 *   if the approval is not valid for other reasons (design §7)
 */
export const plan =
  (ports: PlatformPorts) =>
  async ({ runId }: TaskInput<'plan'>): Promise<TaskOutput<'plan'>> => {
    const run = await needObject<RunObject>(ports.store, keys.run(runId));
    if (!run.readOnly) await beginDeciding(ports, run);
    const policy = runPolicy(run);
    const proposals = await proposalsOf(ports, run, policy.guardrails);
    const facts = await readPlanFacts(ports, run);
    const placesOf = placesIn(run);
    const again = await changedMeanwhile(ports, run, facts);
    if (again.length > 0) return { ...withoutPlan(runId), projects: placesOf(again) };
    const { plan: result } = await decide(ports, policy, facts);
    assertUnmoved(run, proposals, result);
    const phases = { release: byProject(result.changes, 'release'), grant: byProject(result.changes, 'grant') };
    await writeObject(ports.store, keys.plan(runId), result);
    if (!run.readOnly) {
      await noteReadings(ports.store, {
        organization: ports.platform.organization,
        listed: run.listed,
        snapshots: facts.snapshots,
        urgent: urgentProjects(result),
        policy: run.policy,
      });
      await recordVerdict(ports, run, policy.guardrails, result, proposals);
      if (result.verdict === 'apply') await handOver(ports, run, result, phases, facts.snapshots);
    }
    return {
      runId,
      // A read-only run has no lease, so no write may follow from its plan.
      verdict: run.readOnly && result.verdict === 'apply' ? 'observe' : result.verdict,
      digest: result.digest,
      changes: result.changes.length,
      release: placesOf(phases.release.keys()),
      grant: placesOf(phases.grant.keys()),
    };
  };

export const handler = onLambda(tasks.plan, plan);
