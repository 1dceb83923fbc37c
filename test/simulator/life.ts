import type { HttpRequest } from '../../lib/client/transport/exchange.ts';
import type { RawAnswer } from '../../lib/client/transport/outcome.ts';
import type { HeadroomEvent } from '../../lib/contract/events.ts';
import type { Edge, OpenedPlatform, Scenario } from '../../lib/platform/index.ts';
import type { Store } from '../../lib/ports.ts';
import { putGrant } from '../../lib/run/policy/grants.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';
import { setStoreMode } from '../../lib/run/store/mode.ts';
import { type ProtocolWatch, watchProtocol } from '../protocol/observed.ts';
import { createCollected } from './collected.ts';
import type { Faults } from './engine/faults.ts';
import { drawsOf } from './engine/random.ts';
import type { SimulatedTime } from './engine/time.ts';
import { createFullMinutes, type FullMinutesCount } from './full-minutes.ts';
import type { Circumstances, Law, RunBegun } from './laws/law.ts';
import { createPace, type Pace } from './laws/pace.ts';
import { createWatcher, type Watcher } from './laws/watcher.ts';
import { applyChange } from './organization/apply-change.ts';
import { type Census, createCensus } from './organization/census.ts';
import { type SimulatedGrant, withGrant } from './organization/grants.ts';
import { drawnPolicy, livedScenario, type OrganizationSize } from './organization/organization.ts';
import type { Change } from './organization/people.ts';
import { policyText, type SimulatedPolicy } from './organization/policy.ts';
import { withRestraints } from './organization/restraints.ts';
import { createAlertReadings } from './surroundings/alert-readings.ts';
import { createDenials, type Denials, notingDenials } from './surroundings/denials.ts';
import { type CallSeen, createDeployment, type Deployment, type Fate } from './surroundings/deployment.ts';
import { simulatedExchange } from './surroundings/exchange.ts';
import { openGround } from './surroundings/ground.ts';
import { createNotOffered, type NotOfferedWatch } from './surroundings/not-offered.ts';
import { createSinceRun } from './surroundings/since-run.ts';
import { createVault } from './surroundings/vault.ts';
import { counting, remembering } from './surroundings/watched-store.ts';
import { createWrongClock } from './surroundings/wrong-clock.ts';

/** Does something to the platform as a request reaches it; an answer that it gives replaces that of the platform. */
export type Interference = (request: HttpRequest, edge: Edge, time: SimulatedTime) => Promise<RawAnswer> | undefined;

export interface LifeOptions {
  readonly seed: number;
  readonly size: OrganizationSize;
  readonly laws: readonly Law[];
  /** Calls a minute; default 100. */
  readonly callsPerMinute?: number;
  /** Policies by version instead of drawn ones; version -1 is the first. */
  readonly policyOf?: (version: number) => SimulatedPolicy;
  /** The document of a policy; default: nothing but what the simulator knows of it. */
  readonly documentOf?: (policy: SimulatedPolicy) => string;
  /** Instead of a drawn organization. */
  readonly scenario?: Scenario;
  /** Requests a minute that the platform admits; default: any number. */
  readonly rateLimit?: number;
  readonly interfere?: Interference;
  readonly fate?: Fate;
  /** Milliseconds that every answer takes; default: drawn anew for each. With 0 a pass takes no time. */
  readonly latencyMs?: number;
}

type Mode = SimulatedPolicy['mode'];

const modesByStrictness: readonly Mode[] = ['stop', 'observe', 'enforce'];

/** An organization, its people, its platform and a Headroom that looks after it, all on one clock. */
export interface Life {
  readonly seed: number;
  readonly startMs: number;
  readonly projects: readonly { readonly name: string; readonly services: readonly string[] }[];
  readonly time: SimulatedTime;
  readonly platform: OpenedPlatform;
  readonly faults: Faults;
  readonly store: Store;
  /** Writes to the store by others than Headroom so far. */
  readonly edits: () => number;
  readonly deployment: Deployment;
  readonly watcher: Watcher;
  readonly pace: Pace;
  readonly protocol: ProtocolWatch;
  /** How long disks were full so far. */
  readonly fullMinutes: FullMinutesCount['minutes'];
  readonly notOffered: NotOfferedWatch;
  readonly denials: Denials;
  readonly census: Census;
  readonly callsPerMinute: number;
  /** Every token so far. */
  readonly tokens: readonly string[];
  readonly policy: () => SimulatedPolicy;
  /** The stricter one of policy and store. */
  readonly mode: () => Mode;
  /** Whether policy and store both let runs write now. */
  readonly mayWrite: () => boolean;
  readonly change: (change: Change) => Promise<void>;
  /** A person gives a service more room for some days. */
  readonly grant: (grant: SimulatedGrant) => Promise<void>;
  /** Every grant, also those that have ended; a later one of a service replaces the earlier one. */
  readonly grants: () => readonly SimulatedGrant[];
  /** Says that a run begins, and whether faults disturb it already, for the laws. */
  readonly setRun: (run: RunBegun, isDisturbed: boolean) => void;
  /** Moves Headroom's own clock away from the true time. */
  readonly setSkew: (ms: number) => void;
  readonly clock: { readonly now: () => number };
  /** Events published, bodies stored and calls made since the last time. */
  readonly takeEvents: () => HeadroomEvent[];
  readonly takeCalls: () => CallSeen[];
  readonly takeStored: () => Map<string, string>;
}

export const createLife = async (options: LifeOptions): Promise<Life> => {
  const { seed, callsPerMinute = 100 } = options;
  const scenario = options.scenario ?? livedScenario(seed, options.size);
  const firstToken = `canary-${seed}-5f1c`;
  const opening = { scenario, seed, token: firstToken, rateLimit: options.rateLimit };
  const { startMs, time, faults, platform } = openGround(opening);
  const projects = scenario.projects.map(({ name, services = [] }) => ({
    name,
    services: services.map((service) => service.name),
  }));
  const names = projects.map(({ name }) => name);
  const policyOf =
    options.policyOf ?? ((version) => withRestraints(seed, version, startMs, names, drawnPolicy(seed, version, names)));
  const memory = createMemoryStore();
  const { store: remembered, take: takeStored } = remembering(memory);
  const { documentOf = policyText } = options;
  let policy = policyOf(-1);
  await memory.put(keys.policy, documentOf(policy));
  let grants: readonly SimulatedGrant[] = [];
  let storeMode: Mode = 'enforce';
  let run: RunBegun | undefined;
  let forbiddenSinceMs: number | null = null;
  const events = createCollected<HeadroomEvent>();
  const clock = createWrongClock(time, faults, drawsOf(seed, 'jumps'));
  const protocol = watchProtocol(memory, clock.now);
  const store = protocol.over(remembered);
  const { store: edited, edits } = counting(protocol.over(memory));
  const calls = createCollected<CallSeen>();
  const sinceRun = createSinceRun(faults);
  const mode = (): Mode => modesByStrictness.find((one) => one === storeMode || one === policy.mode) ?? 'stop';
  const mayWrite = () => mode() === 'enforce';
  const circumstances = (): Circumstances => ({
    policy,
    grants,
    run,
    writingForbiddenSinceMs: forbiddenSinceMs,
    today: new Date(clock.now()).toISOString().slice(0, 10),
    skewMs: clock.now() - time.now(),
    skewsSince: clock.skewsSince,
    ...sinceRun.facts(),
    alertsReadMs: alertReadings.lastMs,
    isPriceDenied: denials.isPriceDenied,
    isPriceOpen: denials.isPriceOpen,
  });
  const denials = createDenials(time.now);
  const alertReadings = createAlertReadings(time.now);
  const fullMinutes = createFullMinutes(platform.edge);
  const watcher = createWatcher(platform.edge, [...options.laws, fullMinutes.law], circumstances);
  const pace = createPace();
  const notOffered = createNotOffered(platform.edge, faults.disturb);
  const latencies = drawsOf(seed, 'latency');
  const interfered = (request: HttpRequest) => {
    const answer = options.interfere?.(request, platform.edge, time);
    if (answer !== undefined) faults.disturb();
    return answer;
  };
  const network = simulatedExchange({
    platform,
    time,
    faults,
    latencyMs: () => options.latencyMs ?? latencies.between(20, 200),
    observe: (request, carry, isCopy) => interfered(request) ?? watcher.observe(request, carry, isCopy),
    onAnswer: (...answered) => {
      for (const watch of [notOffered, alertReadings, sinceRun]) watch.note(...answered);
    },
    onSend: (request) => {
      protocol.onSend(request);
      pace.note(time.now());
      clock.mayJump();
    },
  });
  const vault = createVault(platform, firstToken, faults, time);
  const deployment = createDeployment({
    seed,
    organization: platform.organization,
    time,
    clock,
    faults,
    store,
    exchange: notingDenials(network, denials),
    secrets: vault.secrets,
    callsPerMinute,
    fate: options.fate,
    publish: (published) => events.add(...published),
    onCall: calls.add,
  });
  return {
    seed,
    startMs,
    projects,
    time,
    platform,
    faults,
    store: edited,
    edits,
    deployment,
    watcher,
    pace,
    protocol,
    fullMinutes: fullMinutes.minutes,
    notOffered,
    denials,
    census: createCensus(platform.edge),
    callsPerMinute,
    clock,
    mode,
    mayWrite,
    tokens: vault.tokens,
    policy: () => policy,
    change: async (change) => {
      if (change.kind === 'policy-edited') {
        policy = policyOf(change.version);
        await edited.put(keys.policy, documentOf(policy));
      } else if (change.kind === 'mode-set') {
        storeMode = change.mode;
        await setStoreMode({ store: edited, clock: time }, storeMode, 'a person');
      } else applyChange(platform.edge, seed, change);
      forbiddenSinceMs = mayWrite() ? null : (forbiddenSinceMs ?? time.now());
    },
    grant: async (grant) => {
      grants = withGrant(grants, grant);
      const { project, service, gb: maxGb, through } = grant;
      const at = new Date(clock.now()).toISOString();
      await putGrant(edited, { project, service, maxGb, through, by: 'a person', at });
    },
    grants: () => grants,
    setRun: (begun, isDisturbed) => {
      run = begun;
      sinceRun.begin(isDisturbed);
    },
    setSkew: clock.setSkew,
    takeEvents: events.take,
    takeCalls: calls.take,
    takeStored,
  };
};
