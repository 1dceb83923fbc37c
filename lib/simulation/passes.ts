import { type HeadroomEvent, intakeEvents } from '../contract/events.ts';
import { hourMs } from '../core/model/durations.ts';
import { releaseLease } from '../run/apply/lease.ts';
import { keys } from '../run/store/keys.ts';
import { readIfWhole } from '../run/store/objects.ts';
import type { Lease, ReportObject } from '../run/store/run-objects.ts';
import { Killed } from './engine/process.ts';
import { drawsOf } from './engine/random.ts';
import { truthAt } from './laws/truth.ts';
import { behaviourWith } from './surroundings/behaviour.ts';
import type { World } from './world.ts';

export interface Passes {
  /** Runs once; answers how the run ended, `killed` when its process died. */
  readonly pass: (input: unknown) => Promise<string>;
  /** Looks for new services and, when there are any, runs for them. */
  readonly watch: () => Promise<void>;
  readonly counts: {
    readonly passes: number;
    readonly writes: number;
    readonly killed: number;
    readonly outcomes: Readonly<Record<string, number>>;
  };
}

/** A run that dies where nothing can free its lease holds it for 6.5 hours, and longer if its clock was ahead. */
const aftermathMs = 10 * hourMs;

const settled = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** What the command line does for a process of its own machine that is no more. */
const freeLease = async (world: World): Promise<void> => {
  const lease = await readIfWhole<Lease>(world.store, keys.lease);
  if (lease !== undefined) await releaseLease(world, lease.runId);
};

/**
 * Runs of one deployment, one after the other, as its schedules and events ask for them.
 * @param recover what is done after a run was killed
 */
export const createPasses = (world: World, recover: (world: World) => Promise<void> = freeLease): Passes => {
  const { time, faults, store, watcher, deployment, platform } = world;
  const draws = drawsOf(world.seed, 'clock');
  const counts = { passes: 0, writes: 0, killed: 0, outcomes: {} as Record<string, number> };

  /** Events of the search for new services, which the next pass judges. */
  let watched: HeadroomEvent[] = [];
  let disturbedMs = Number.NEGATIVE_INFINITY;

  const skew = () => {
    if (faults.strikes('clock-forward')) world.setSkew(draws.between(1, 3) * hourMs);
    else if (faults.strikes('clock-back')) world.setSkew(-draws.between(1, 3) * hourMs);
    else world.setSkew(0);
  };

  const runOne = async (runId: string, input: unknown): Promise<string> => {
    const error = await settled(deployment.run(runId, input));
    if (error instanceof Killed) {
      counts.killed += 1;
      return 'killed';
    }
    return (await readIfWhole<ReportObject>(store, keys.report(runId)))?.outcome ?? 'failed';
  };

  const pass = async (input: unknown): Promise<string> => {
    const newId = () => {
      counts.passes += 1;
      return `run-${String(counts.passes).padStart(6, '0')}`;
    };
    skew();
    platform.edge.state.behaviour = behaviourWith(faults, platform.edge.state.behaviour);
    const faultsBefore = faults.total();
    const begunMs = time.now();
    world.setRun({ policy: world.policy(), services: truthAt(platform.edge) });
    const runs = [runOne(newId(), input)];
    if (faults.strikes('run-beside')) runs.push(runOne(newId(), input));
    const [outcome = 'failed', ...beside] = await time.until(Promise.all(runs));
    for (const ended of [outcome, ...beside]) counts.outcomes[ended] = (counts.outcomes[ended] ?? 0) + 1;
    if ([outcome, ...beside].includes('killed')) await recover(world);
    if (faults.total() > faultsBefore) disturbedMs = time.now();
    counts.writes += watcher.writes().length;
    watcher.afterPass({
      outcome,
      isDisturbed: begunMs - disturbedMs < aftermathMs,
      events: [...watched, ...world.takeEvents()],
      stored: world.takeStored(),
      tokens: world.tokens,
    });
    watched = [];
    world.setRun(undefined);
    return outcome;
  };

  return {
    counts,
    pass,
    watch: async () => {
      await time.until(settled(deployment.watch()));
      const published = world.takeEvents();
      watched.push(...published);
      const batch = published
        .filter(({ type }) => (intakeEvents as readonly string[]).includes(type) && type !== 'Heartbeat')
        .map(({ type, detail }) => ({ 'detail-type': type, detail }));
      if (batch.length > 0) await pass(batch);
    },
  };
};
