import { type HeadroomEvent, intakeEvents } from '../../lib/contract/events.ts';
import { hourMs } from '../../lib/core/model/durations.ts';
import { releaseLease } from '../../lib/run/apply/lease.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { readIfWhole } from '../../lib/run/store/objects.ts';
import type { Lease, StoredReport } from '../../lib/run/store/run-objects.ts';
import { Killed } from './engine/process.ts';
import { drawsOf } from './engine/random.ts';
import { judgeNotices, noticesLaw, type Published } from './laws/notices.ts';
import type { Life } from './life.ts';
import { createRequests } from './requests.ts';
import { measured, statusOf } from './said.ts';
import { runIdOf } from './sparing/lived-passes.ts';
import type { BrokenLaw } from './sparing/unchanged.ts';
import { behaviourWith } from './surroundings/behaviour.ts';
import type { CallSeen } from './surroundings/deployment.ts';
import { truthAt } from './surroundings/truth.ts';

export interface Passes {
  /** Runs once; answers how the run ended, `killed` when its process died. */
  readonly pass: (input: unknown) => Promise<string>;
  /** Says which notices came twice so far. */
  readonly noticeProblems: () => BrokenLaw[];
  /** Runs of this deployment that wrote something, the latest last. */
  readonly wrote: () => readonly string[];
  /** Digest of the plan that waits for an approval, as the last pass showed it; undefined when none does. */
  readonly waiting: () => string | undefined;
  /** Looks for new services and, when there are any, runs for them. */
  readonly watch: () => Promise<void>;
  readonly counts: {
    readonly passes: number;
    readonly writes: number;
    readonly killed: number;
    readonly outcomes: Readonly<Record<string, number>>;
  };
}

/** A run that dies where nothing can free its lease holds it for 20 minutes, and for hours if its clock was ahead. */
const aftermathMs = 10 * hourMs;

/** Whether a call belongs to a run: a copy of a task that its state gave up on may end in the pass after it. */
const isOf = ({ input }: CallSeen, runId: string): boolean =>
  ((input as { readonly runId?: string } | null)?.runId ?? runId) === runId;

const settled = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** What the command line does for a process of its own machine that is no more. */
const freeLease = async (life: Life): Promise<void> => {
  const lease = await readIfWhole<Lease>(life.store, keys.lease);
  if (lease !== undefined) await releaseLease(life, lease.runId);
};

/**
 * Runs of one deployment, one after the other, as its schedules and events ask for them.
 * @param recover what is done after a run was killed
 */
export const createPasses = (life: Life, recover: (life: Life) => Promise<void> = freeLease): Passes => {
  const { time, faults, store, watcher, deployment, platform } = life;
  const draws = drawsOf(life.seed, 'clock');
  const counts = { passes: 0, writes: 0, killed: 0, outcomes: {} as Record<string, number> };

  /** Events of the search for new services, which the next pass judges. */
  let watched: HeadroomEvent[] = [];
  let disturbedMs = Number.NEGATIVE_INFINITY;
  const published: Published[] = [];
  const requests = createRequests(life);

  const skew = () => {
    if (faults.strikes('clock-forward')) life.setSkew(draws.between(1, 3) * hourMs);
    else if (faults.strikes('clock-back')) life.setSkew(-draws.between(1, 3) * hourMs);
    else life.setSkew(0);
  };

  const runOne = async (runId: string, input: unknown): Promise<string> => {
    const error = await settled(deployment.run(runId, input));
    if (error instanceof Killed) {
      counts.killed += 1;
      return 'killed';
    }
    return (await readIfWhole<StoredReport>(store, keys.report(runId)))?.outcome ?? 'failed';
  };

  const pass = async (input: unknown): Promise<string> => {
    const newId = () => {
      counts.passes += 1;
      return runIdOf(counts.passes);
    };
    const [faultsBefore, struckBefore] = [faults.total(), faults.struck()];
    skew();
    platform.edge.state.behaviour = behaviourWith(faults, platform.edge.state.behaviour);
    const begunMs = time.now();
    const isNear = begunMs - disturbedMs < aftermathMs;
    const begun = {
      begunMs,
      policy: life.policy(),
      today: new Date(life.clock.now()).toISOString().slice(0, 10),
      mode: life.mode(),
      services: truthAt(platform.edge),
      notOffered: life.notOffered.refusals(),
    };
    life.setRun({ ...begun, ...requests.claims(input) }, isNear);
    const runId = newId();
    const runs = [runOne(runId, input)];
    if (faults.strikes('run-beside')) runs.push(runOne(newId(), input));
    const [outcome = 'failed', ...beside] = await time.until(Promise.all(runs));
    for (const ended of [outcome, ...beside]) counts.outcomes[ended] = (counts.outcomes[ended] ?? 0) + 1;
    if ([outcome, ...beside].includes('killed')) await recover(life);
    const isSure = faults.struck() === struckBefore;
    life.notOffered.settle(isSure);
    if (faults.total() > faultsBefore) disturbedMs = time.now();
    counts.writes += watcher.writes().length;
    const isDisturbed = begunMs - disturbedMs < aftermathMs;
    const events = [...watched, ...life.takeEvents()];
    published.push({ atMs: begunMs, events, isDisturbed });
    requests.ended(runId, { begunMs, events, writes: watcher.writes() });
    const calls = life.takeCalls();
    watcher.afterPass({
      outcome,
      isDisturbed,
      quietMs: begunMs - disturbedMs,
      events,
      stored: life.takeStored(),
      tokens: life.tokens,
      calls,
      metrics: measured(calls.filter((call) => call.task !== 'watch-services' && isOf(call, runId))),
      status: isDisturbed ? [] : await statusOf(store, time.now()),
      mode: life.mode(),
    });
    watched = [];
    return outcome;
  };

  return {
    counts,
    pass,
    wrote: requests.wrote,
    waiting: requests.waiting,
    noticeProblems: () => judgeNotices(published).map((message) => ({ law: noticesLaw, atMs: time.now(), message })),
    watch: async () => {
      await time.until(settled(deployment.watch()));
      const found = life.takeEvents();
      watched.push(...found);
      const batch = found
        .filter(({ type }) => (intakeEvents as readonly string[]).includes(type) && type !== 'Heartbeat')
        .map(({ type, detail }) => ({ 'detail-type': type, detail }));
      if (batch.length > 0) await pass(batch);
    },
  };
};
