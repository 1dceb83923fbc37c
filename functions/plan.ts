import { createHash } from 'node:crypto';
import { onLambda } from '../lib/aws/handler.ts';
import { parsePolicy } from '../lib/contract/documents.ts';
import { WorldMoved } from '../lib/contract/errors.ts';
import { planTask, type TaskInput, type TaskOutput } from '../lib/contract/tasks.ts';
import type { Change, Phase, Snapshot, UnreadProject } from '../lib/core/model.ts';
import { makePlan } from '../lib/core/plan.ts';
import type { Ports } from '../lib/ports.ts';
import { inBatches } from '../lib/run/in-batches.ts';
import { withLoweredOptions } from '../lib/run/lowered-options.ts';
import { keys, needObject, type RunObject, readObject, type SurveyObject, writeObject } from '../lib/run/objects.ts';
import { planDisks } from '../lib/run/plan-disks.ts';
import { withRefusals } from '../lib/run/refusals.ts';

type PlanPorts = Pick<Ports, 'platform' | 'store' | 'clock'>;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Why a project has no snapshot. Where neither the survey nor the note of its failure came to an end, it is noted here. */
const readUnread = async ({ store }: PlanPorts, runId: string, project: string): Promise<UnreadProject> => {
  const key = keys.unread(runId, project);
  const noted = await readObject<UnreadProject>(store, key);
  if (noted !== undefined) return noted;
  const unnoted = { project, error: 'Unknown', message: 'reading it ended without a word; see the logs of survey' };
  await writeObject(store, key, unnoted);
  return unnoted;
};

const readProjects = async (ports: PlanPorts, run: RunObject) => {
  const refused = await withRefusals(ports);
  const lowered = await withLoweredOptions(ports.store);
  const marked: typeof refused = (project, services) => lowered(project, refused(project, services));
  const snapshots: Snapshot[] = [];
  const unread: UnreadProject[] = [];
  const { store } = ports;
  await inBatches(run.projects, async ({ name, tags }) => {
    const seen = await readObject<SurveyObject>(store, keys.snapshot(run.runId, name));
    if (seen !== undefined) snapshots.push({ project: name, tags, ...seen, services: marked(name, seen.services) });
    else unread.push(await readUnread(ports, run.runId, name));
  });
  return { snapshots, unread };
};

/** Decides with what is known; asks for the plan disks that turn out to be needed, and decides again. */
const decide = async (ports: PlanPorts, run: RunObject) => {
  const given = {
    policy: parsePolicy(run.policy, keys.policy),
    ...(await readProjects(ports, run)),
    today: run.startedAt.slice(0, 10),
    hash: sha256,
    maximumKind: ports.platform.maximumKind,
    approvedDigest: run.approvedDigest ?? undefined,
  };
  const first = makePlan({ ...given, planDiskMb: new Map() });
  if (first.needs.length === 0) return first;
  return makePlan({ ...given, planDiskMb: await planDisks(ports, first.needs) });
};

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
    const { plan: made, approval } = await decide(ports, run);
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
