import { onLambda } from '../lib/aws/handler.ts';
import { WorldMoved } from '../lib/contract/errors.ts';
import { planTask, type TaskInput, type TaskOutput } from '../lib/contract/tasks.ts';
import type { Change, Phase } from '../lib/core/model.ts';
import { decide, type PlanPorts, seenBy } from '../lib/run/decide.ts';
import { inBatches } from '../lib/run/in-batches.ts';
import { keys, needObject, type RunObject, writeObject } from '../lib/run/objects.ts';
import { beginRelease } from '../lib/run/releases.ts';
import { runPolicy } from '../lib/run/run-policy.ts';

const byProject = (changes: readonly Change[], phase: Phase) => {
  const projects = new Map<string, Change[]>();
  for (const change of changes.filter((candidate) => candidate.phase === phase)) {
    projects.set(change.project, [...(projects.get(change.project) ?? []), change]);
  }
  return projects;
};

/**
 * Decides, over all snapshots of the run, what to change, and stores the plan whole and by phase and project.
 * @throws WorldMoved when the run was approved for another plan than the world asks for now
 */
export const plan =
  (ports: PlanPorts) =>
  async ({ runId }: TaskInput<typeof planTask>): Promise<TaskOutput<typeof planTask>> => {
    const run = await needObject<RunObject>(ports.store, keys.run(runId));
    const policy = runPolicy(run);
    const { plan: made, approval } = await decide(ports, policy, await seenBy(ports, run));
    if (approval === 'differs') {
      throw new WorldMoved(
        `the approved plan ${run.approvedDigest} is not the plan that is needed now (${made.digest}, ` +
          `${made.changes.length} changes); look at it with 'headroom plan' and approve that one`,
      );
    }
    const phases = { release: byProject(made.changes, 'release'), grant: byProject(made.changes, 'grant') };
    for (const phase of ['release', 'grant'] as const) {
      await inBatches([...phases[phase]], ([project, changes]) =>
        writeObject(ports.store, keys.changes(runId, phase, project), changes),
      );
    }
    await beginRelease(ports.store, runId, made.changes);
    await writeObject(ports.store, keys.plan(runId), made);
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

export const handler = onLambda(planTask, plan);
