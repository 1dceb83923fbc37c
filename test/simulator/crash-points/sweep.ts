import { hourMs } from '../../../lib/core/model/durations.ts';
import { withProjects } from '../directed/parts.ts';
import { lawsUnderFaults } from '../laws/all.ts';
import { createLife, type Life } from '../life.ts';
import { createPasses } from '../passes.ts';
import { auditProblems } from '../simulate.ts';
import type { Fate } from '../surroundings/deployment.ts';
import { truthAt } from '../surroundings/truth.ts';
import { type PassKind, type Stage, scheduled } from './kinds.ts';

/** Where a pass dies: at a step, which is anything that a task does outside its process, before its effect or after. */
export interface CrashPoint {
  /** Counted from 1. */
  readonly step: number;
  readonly when: 'before' | 'after';
  /** The whole run, or only the task, which the workflow then repeats. */
  readonly dies: 'run' | 'task';
  /** Whether the lease of a dead run is left to expire; otherwise the next process on the same machine frees it. */
  readonly expires: boolean;
}

/** How a pass went that died at a point. */
interface CrashFound {
  /** Steps of the pass that were begun. */
  readonly steps: number;
  /** Whether it came to the point at which it dies. */
  readonly died: boolean;
  readonly problems: readonly string[];
}

type Point = Pick<CrashPoint, 'step' | 'when' | 'dies'> & { readonly task?: string };

/** Counts the steps of tasks and lets one of them be the last. */
const createDeath = () => {
  let point: Point | undefined;
  const counts = { before: 0, after: 0 };
  let died = false;
  const fate: Fate = (task, when) => {
    if (point?.task !== undefined && point.task !== task) return undefined;
    counts[when] += 1;
    if (point?.when !== when || point.step !== counts[when]) return undefined;
    died = true;
    const { dies } = point;
    point = undefined;
    return dies;
  };
  return {
    fate,
    /** Begins to count anew. */
    arm: (next: Point | undefined) => {
      point = next;
      died = false;
      Object.assign(counts, { before: 0, after: 0 });
    },
    seen: () => ({ steps: counts.before, died }),
  };
};

/** Every service with its maximum and search options, and every endpoint that nothing uses. */
const platformOf = ({ platform: { edge } }: Life): string[] => [
  ...truthAt(edge).map(({ project, service: { name, userConfig }, ours, others }) => {
    const maximums = [...ours, ...others].map(({ gb }) => gb);
    const options = Object.keys(userConfig).length === 0 ? [] : [JSON.stringify(userConfig)];
    return [`${project}/${name}`, maximums.length === 0 ? 'none' : maximums.join('+'), ...options].join(' ');
  }),
  ...[...edge.state.projects.values()].flatMap(({ name, endpoints, integrations }) => {
    const used = new Set([...integrations.values()].map(({ endpointId }) => endpointId));
    return [...endpoints.values()]
      .filter(({ id }) => !used.has(id))
      .map((endpoint) => `${name} unused ${endpoint.name}`);
  }),
];

const missingFrom = (found: readonly string[], becomes: readonly string[]) =>
  becomes.filter((line) => !found.includes(line));

/** Longer than a run that died holds its lease (20 minutes), and than its note counts that it still reads (6 hours). */
const waitOut = ({ time }: Life) => time.runTo(time.now() + 7 * hourMs);

const next = ({ next: own }: PassKind, stage: Stage) => own?.(stage) ?? stage.passes.pass(scheduled);

/**
 * Lets a pass die at a point, then does what comes next without disturbance, twice: the platform must be as it is after a
 * pass that nothing disturbs, the second time must write nothing, and every law and the audit must hold.
 * @param point undefined for an undisturbed pass
 */
export const crashAt = async (kind: PassKind, point: CrashPoint | undefined): Promise<CrashFound> => {
  const death = createDeath();
  const seed = 1;
  const life = await createLife({
    seed,
    size: { projects: 1, services: 1 },
    laws: lawsUnderFaults,
    scenario: withProjects(seed, kind.projects),
    policyOf: () => kind.policy,
    fate: death.fate,
  });
  const passes = createPasses(life, point?.expires ? waitOut : undefined);
  const isLater = point?.expires === true && point.dies === 'run';
  const becomes = isLater ? (kind.becomesLater ?? kind.becomes) : kind.becomes;
  const killAt = (task: string, step: number) => death.arm({ task, step, when: 'after', dies: 'run' });
  const stage: Stage = { life, passes, killAt };
  await kind.prepare?.(stage);
  const input = (await kind.input?.(stage)) ?? scheduled;
  death.arm(point);
  await passes.pass(input);
  const { steps, died } = death.seen();
  death.arm(undefined);
  // No process starts in the millisecond in which another one died.
  await life.time.runTo(life.time.now() + 1000);
  // A task that dies is repeated by the workflow, so the run itself comes to its end.
  const repeated = point?.dies === 'task' ? missingFrom(platformOf(life), becomes) : [];
  // A run that died as it read the organization costs one scheduled pass, and no more (scale §4).
  if ((await next(kind, stage)) === 'coalesced' && point?.dies === 'run') await next(kind, stage);
  const found = platformOf(life);
  const { length: writes } = life.watcher.made;
  await next(kind, stage);
  const late = life.watcher.made.slice(writes).map(({ kind: made, target }) => `a late write: ${made} ${target}`);
  const wrong = found.filter((line) => !becomes.includes(line)).map((line) => `it came to ${line}`);
  const missing = missingFrom(found, becomes).map((line) => `it did not come to ${line}`);
  const broken = [...life.watcher.violations, ...(await auditProblems(life))].map(
    ({ law, message }) => `${law}: ${message}`,
  );
  return {
    steps,
    died,
    problems: [
      ...repeated.map((line) => `the run itself did not come to ${line}`),
      ...wrong,
      ...missing,
      ...late,
      ...broken,
    ],
  };
};

/** Every point at which a pass of so many steps may die; the leases of dead runs expire at every other step. */
export const pointsOf = (steps: number): CrashPoint[] =>
  Array.from({ length: steps }, (_, place) => place + 1).flatMap((step) =>
    (['before', 'after'] as const).flatMap((when) =>
      (['run', 'task'] as const).map((dies) => ({ step, when, dies, expires: step % 2 === 0 })),
    ),
  );

/** What a sweep over the points of one kind of pass found. */
interface Swept {
  readonly kind: string;
  /** Steps of the undisturbed pass. */
  readonly steps: number;
  /** Passes that died. */
  readonly deaths: number;
  readonly problems: readonly string[];
}

const named = ({ step, when, dies, expires }: CrashPoint) =>
  `${dies} dies ${when} step ${step}${dies === 'run' && expires ? ', its lease expires' : ''}`;

/**
 * Lets a kind of pass die at its points.
 * @param every 1 for all points, 2 for every second one
 */
export const sweep = async (kind: PassKind, every = 1): Promise<Swept> => {
  const { steps, problems: undisturbed } = await crashAt(kind, undefined);
  const problems = undisturbed.map((problem) => `undisturbed: ${problem}`);
  let deaths = 0;
  for (const [place, point] of pointsOf(steps).entries()) {
    if (place % every !== 0) continue;
    const found = await crashAt(kind, point);
    if (found.died) deaths += 1;
    problems.push(...found.problems.map((problem) => `${named(point)}: ${problem}`));
  }
  return { kind: kind.name, steps, deaths, problems };
};
