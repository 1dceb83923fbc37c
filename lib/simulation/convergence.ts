import { type ServiceTruth, truthAt } from './laws/truth.ts';
import type { Violation } from './laws/watcher.ts';
import { wishOf } from './organization/policy.ts';
import type { Passes } from './passes.ts';
import type { World } from './world.ts';

const law = 'after faults stop one pass converges, and the next one writes nothing (design §12.11)';

const scheduled = { trigger: { kind: 'schedule', by: 'hourly pass' } };

/** What is wrong with a service after the pass; undefined when nothing is, or when money decides. */
const problemOf = (world: World, today: string, truth: ServiceTruth): string | undefined => {
  const { project, service, eligible, ours, others, provisionedGb, capGb } = truth;
  const policy = world.policy();
  const wish = wishOf(policy, { project, type: service.type, tags: service.tags }, today);
  const name = `${project}/${service.name}`;
  if (wish.kind === 'disable') return ours.length > 0 ? `${name} has an autoscaler and policy wants none` : undefined;
  if (wish.kind === 'leave-alone' || !eligible || others.length > 0) return undefined;
  if (policy.budgets.some(({ projects }) => projects.includes(project))) return undefined;
  const wanted = Math.max(Math.min(wish.gb, capGb), provisionedGb);
  const held = ours[0]?.gb ?? 0;
  return held === wanted ? undefined : `${name} has ${held} GB and policy wants ${wanted} GB`;
};

/** Lets two passes run undisturbed and says what is not as it must be then. */
export const checkConvergence = async (world: World, { pass, counts }: Passes): Promise<Violation[]> => {
  const { time, platform } = world;
  if (!world.mayWrite()) await world.change({ kind: 'mode-set', mode: 'enforce' });
  if (!world.mayWrite()) return [];
  const messages: string[] = [];
  // A first plan after another mode may propose only; the passes after it are judged.
  const disks = () => JSON.stringify(truthAt(platform.edge).map(({ service }) => service.diskMb));
  const before = disks();
  await pass(scheduled);
  // A lower whose disk grows between the plan and the write is left to the next pass (design §12.1).
  if (disks() !== before) await pass(scheduled);
  const writes = counts.writes;
  await pass(scheduled);
  if (counts.writes > writes) messages.push(`the second pass made ${counts.writes - writes} writes`);
  const today = new Date(time.now()).toISOString().slice(0, 10);
  for (const truth of truthAt(platform.edge)) {
    const problem = problemOf(world, today, truth);
    if (problem !== undefined) messages.push(problem);
  }
  return messages.map((message) => ({ law, atMs: time.now(), message }));
};
