import { onLambda } from '../lib/aws/handler.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import type { Change, Phase } from '../lib/core/change/change.ts';
import { groupBy } from '../lib/core/model/grouping.ts';
import type { Guardrails } from '../lib/core/model/policy-document.ts';
import type { Plan } from '../lib/core/plan/plan-result.ts';
import type { PlatformPorts } from '../lib/ports.ts';
import { beginRelease } from '../lib/run/apply/guards/budget-freed.ts';
import { noteUnsealed } from '../lib/run/audit/log.ts';
import { decide, readPlanFacts } from '../lib/run/plan/decide.ts';
import { assertUnmoved, proposalsOf, propose, useProposals } from '../lib/run/store/approvals.ts';
import { noteEnforcement } from '../lib/run/store/enforcement.ts';
import { inBatches } from '../lib/run/store/in-batches.ts';
import { keys } from '../lib/run/store/keys.ts';
import { needObject, writeObject } from '../lib/run/store/objects.ts';
import type { Proposal, RunObject } from '../lib/run/store/run-objects.ts';
import { runPolicy } from '../lib/run/store/run-policy.ts';

const byProject = (changes: readonly Change[], phase: Phase) =>
  groupBy(
    changes.filter((change) => change.phase === phase),
    ({ project }) => project,
  );

type Phases = Readonly<Record<Phase, ReadonlyMap<string, readonly Change[]>>>;

/**
 * Stores what the apply tasks take up. Only of a plan that is to be carried out, and last of all: so they have nothing
 * to write for any other, whoever calls them.
 */
const handOver = async (
  { store }: PlatformPorts,
  { runId }: RunObject,
  { changes }: Plan,
  phases: Phases,
): Promise<void> => {
  await noteUnsealed(store, runId);
  for (const phase of ['release', 'grant'] as const) {
    await inBatches([...phases[phase]], ([project, own]) =>
      writeObject(store, keys.changes(runId, phase, project), own),
    );
  }
  await beginRelease(store, runId, changes);
};

/** What follows from the verdict before anything is written to the platform. */
const settle = async (
  ports: PlatformPorts,
  run: RunObject,
  guardrails: Guardrails,
  made: Plan,
  proposals: readonly Proposal[],
): Promise<void> => {
  await propose(ports, run, guardrails, made);
  if (made.verdict === 'apply') await useProposals(ports, run, proposals);
  await noteEnforcement(ports, run, made);
};

/**
 * Decides, over all snapshots of the run, what to change, and stores the plan whole and by phase and project.
 * @throws WorldMoved when the run was approved for another plan than the world asks for now, ApprovalUsed,
 * ApprovalExpired and ApprovalUnknown when it cannot be carried out for other reasons (design §7)
 */
export const plan =
  (ports: PlatformPorts) =>
  async ({ runId }: TaskInput<'plan'>): Promise<TaskOutput<'plan'>> => {
    const run = await needObject<RunObject>(ports.store, keys.run(runId));
    const policy = runPolicy(run);
    const proposals = await proposalsOf(ports, run, policy.guardrails);
    const { plan: made } = await decide(ports, policy, await readPlanFacts(ports, run));
    assertUnmoved(run, proposals, made);
    const phases = { release: byProject(made.changes, 'release'), grant: byProject(made.changes, 'grant') };
    await writeObject(ports.store, keys.plan(runId), made);
    if (!run.readOnly) {
      await settle(ports, run, policy.guardrails, made, proposals);
      if (made.verdict === 'apply') await handOver(ports, run, made, phases);
    }
    const places = new Map(run.projects.map(({ name }, place) => [name, place]));
    const placesOf = (changes: ReadonlyMap<string, unknown>) =>
      [...changes.keys()].map((name) => places.get(name)).filter((place) => place !== undefined);
    return {
      runId,
      // A run that only looks holds no lease, so nothing may follow from its plan.
      verdict: run.readOnly && made.verdict === 'apply' ? 'observe' : made.verdict,
      digest: made.digest,
      changes: made.changes.length,
      release: placesOf(phases.release),
      grant: placesOf(phases.grant),
    };
  };

export const handler = onLambda(tasks.plan, plan);
