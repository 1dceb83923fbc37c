import { eventQueueOf } from '../../../lib/contract/event-queue.ts';
import type { Timetable } from '../../../lib/contract/schedule.ts';
import { parseSettings, type Settings } from '../../../lib/contract/settings.ts';
import type { OpenedPlatform, Scenario } from '../../../lib/platform/index.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import type { FaultRates, Faults } from '../engine/faults.ts';
import { createPacedTime } from '../engine/paced-time.ts';
import { drawsOf } from '../engine/random.ts';
import type { SimulatedTime } from '../engine/time.ts';
import { lawsUnderFaults } from '../laws/all.ts';
import type { Approval } from '../laws/law.ts';
import { createPace, type Pace } from '../laws/pace.ts';
import { createSizes, type Sizes } from '../laws/sizes.ts';
import { createWatcher, type Watcher } from '../laws/watcher.ts';
import type { OrganizationSize } from '../organization/organization.ts';
import { policyText, type SimulatedPolicy } from '../organization/policy.ts';
import { simulatedExchange } from '../surroundings/exchange.ts';
import { openGround } from '../surroundings/ground.ts';
import { createNotOffered } from '../surroundings/not-offered.ts';
import { overHttp } from '../surroundings/over-http.ts';
import { type Bucket, createBucket } from './bucket.ts';
import { createEndedRuns } from './ended-runs.ts';
import { createEventPipe } from './event-pipe.ts';
import { createExecutions, type Ended, type Executions, triggerOf } from './executions.ts';
import { createFunctions, type Functions } from './functions.ts';
import { createMeter, type Meter } from './meter.ts';
import { projectsAround, settledPolicy, settledScenario } from './organization.ts';
import { taskIn } from './ports.ts';
import { createReadings, type Readings } from './readings.ts';
import { type RefusedRequests, refusing } from './refused-requests.ts';

export interface DeployedOptions extends RefusedRequests {
  readonly seed: number;
  readonly size: OrganizationSize;
  readonly days: number;
  readonly callsPerMinute: number;
  /** New services a day in the whole organization; default 10. */
  readonly newcomersPerDay?: number;
  /** Services that people delete each day in the whole organization; default none. */
  readonly leaversPerDay?: number;
  /** Whether a person approves the first plan that waits. */
  readonly approvesOnce?: boolean;
  /** Default: what AWS does to everybody now and then. */
  readonly rates?: FaultRates;
  /** Settings of cdk.json beside the calls a minute. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly scenario?: Scenario;
  readonly policy?: SimulatedPolicy;
  /** Simulated seconds per second, with requests over HTTP; default: as quick as the processor allows, without a socket. */
  readonly speed?: number;
}

/** An organization, its platform, and a Headroom that is deployed on AWS, all on one clock. */
export interface DeployedLife {
  readonly seed: number;
  readonly startMs: number;
  readonly projects: readonly string[];
  readonly scenario: Scenario;
  readonly policy: SimulatedPolicy;
  readonly settings: Settings;
  readonly time: SimulatedTime;
  readonly platform: OpenedPlatform;
  readonly faults: Faults;
  readonly bucket: Bucket;
  readonly meter: Meter;
  readonly functions: Functions;
  readonly executions: Executions;
  readonly readings: Readings;
  readonly watcher: Watcher;
  readonly pace: Pace;
  readonly sizes: Sizes;
  /** What a person has approved so far. */
  readonly approvals: Approval[];
  readonly ended: readonly Ended[];
  readonly calls: () => number;
  /** Closes the platform's socket, if it has one. */
  readonly close: () => Promise<void>;
  /** Does what a schedule starts. */
  readonly start: (timetable: Timetable) => void;
}

/** Deliveries that come twice, and conditional writes that meet another one on its way. */
const usualRates: FaultRates = {
  'event-twice': 0.01,
  'task-twice': 0.001,
  'run-beside': 0.001,
  'store-conflict': 0.001,
};

const settingsOf = ({ callsPerMinute, settings }: DeployedOptions, { organization }: Scenario): Settings =>
  parseSettings({
    enabled: true,
    baseUrl: 'https://platform.example.com',
    organization: organization.id,
    callsPerMinute,
    // Calls that Lambda refuses for want of copies are part of the proof.
    reserveConcurrency: true,
    ...settings,
  });

/** The laws of writes and runs, over the platform as it really is. */
const watcherOf = (
  { edge }: OpenedPlatform,
  time: SimulatedTime,
  policy: SimulatedPolicy,
  approvals: readonly Approval[],
) => {
  const circumstances = () => ({
    policy,
    run: { policy, services: [], approvals },
    writingForbiddenSinceMs: null,
    today: new Date(time.now()).toISOString().slice(0, 10),
  });
  return createWatcher(edge, lawsUnderFaults, circumstances, { around: projectsAround(policy), keepsWrites: false });
};

export const openDeployedLife = async (options: DeployedOptions): Promise<DeployedLife> => {
  const { seed, callsPerMinute, rates = usualRates } = options;
  const scenario = options.scenario ?? settledScenario(seed, options.size);
  const policy = options.policy ?? settledPolicy(seed, scenario);
  const settings = settingsOf(options, scenario);
  const { speed } = options;
  const token = `canary-${seed}-5f1c`;
  const { startMs, time, faults, platform } = openGround({
    scenario,
    token,
    seed,
    rates,
    rateLimit: callsPerMinute,
    ...(speed !== undefined && { timeFrom: (fromMs) => createPacedTime(fromMs, speed) }),
  });
  const served = speed === undefined ? undefined : await overHttp(platform);
  const projects = scenario.projects.map(({ name }) => name);
  const meter = createMeter();
  const sizes = createSizes();
  const bucket = createBucket({ time, draws: drawsOf(seed, 'bucket'), meter, sizes });
  await bucket.objects.put(keys.policy, policyText(policy));
  const pace = createPace();
  const readings = createReadings(
    time,
    projects.filter((name) => name !== options.forbidden),
  );
  const approvals: Approval[] = [];
  const watcher = watcherOf(platform, time, policy, approvals);
  const runs = createEndedRuns({ time, bucket, readings, watcher, policy, tokens: [token] });
  let calls = 0;
  const latencies = drawsOf(seed, 'latency');

  const refusalOf = refusing(seed, options);
  const notOffered = createNotOffered(platform.edge, faults.disturb);
  const functions = createFunctions({
    time,
    draws: drawsOf(seed, 'functions'),
    faults,
    settings,
    onInvocation: meter.invocation,
    open: taskIn({
      time,
      draws: drawsOf(seed, 'jitter'),
      faults,
      settings,
      token,
      store: bucket.store,
      exchangeFor: (task, runId) =>
        simulatedExchange({
          platform: served ?? platform,
          time,
          faults,
          latencyMs: () => latencies.between(20, 200),
          observe: async (request, carry, isCopy) => {
            calls += 1;
            const answer = refusalOf(request) ?? (await watcher.observe(request, carry, isCopy));
            readings.note(request, answer, { task, runId: runId() });
            return answer;
          },
          onAnswer: notOffered.note,
          onSend: () => pace.note(time.now()),
        }),
      publish: (published) => {
        runs.published(published);
        readings.published(published);
        pipe.publish(published);
      },
    }),
  });

  const executions = createExecutions({
    time,
    draws: drawsOf(seed, 'retries'),
    faults,
    functions,
    meter,
    sizes,
    callsPerMinute: settings.callsPerMinute,
    onEnd: runs.note,
  });
  const pipe = createEventPipe({
    time,
    draws: drawsOf(seed, 'events'),
    faults,
    queue: eventQueueOf(settings),
    start: (batch) => executions.start('event', batch),
  });
  return {
    seed,
    startMs,
    projects,
    scenario,
    policy,
    settings,
    time,
    platform,
    faults,
    bucket,
    meter,
    functions,
    executions,
    readings,
    watcher,
    pace,
    sizes,
    approvals,
    ended: runs.ended,
    calls: () => calls,
    close: async () => served?.close(),
    start: (timetable) => {
      if (timetable.starts === 'reconcile') executions.start(triggerOf(timetable.input), timetable.input);
      else functions.send(timetable.starts, timetable.input);
    },
  };
};
