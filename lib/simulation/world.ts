import type { HttpRequest } from '../client/transport/exchange.ts';
import type { HeadroomEvent } from '../contract/events.ts';
import type { Edge } from '../emulator/http/edge.ts';
import { type OpenedPlatform, openPlatform } from '../emulator/open.ts';
import type { Scenario } from '../emulator/scenario/scenario.ts';
import type { Store } from '../ports.ts';
import { keys } from '../run/store/keys.ts';
import { setStoreMode } from '../run/store/mode.ts';
import { createDeployment, type Deployment } from './deployment.ts';
import { createFaults, type Faults, noFaults } from './engine/faults.ts';
import { drawsOf } from './engine/random.ts';
import { createTime, type SimulatedTime } from './engine/time.ts';
import type { Circumstances, Law, RunBegun } from './laws/law.ts';
import { createPace, type Pace } from './laws/pace.ts';
import { createWatcher, type Watcher } from './laws/watcher.ts';
import { applyChange } from './organization/apply-change.ts';
import { drawnPolicy, drawnScenario, type OrganizationSize } from './organization/organization.ts';
import type { Change } from './organization/people.ts';
import { policyText, type SimulatedPolicy } from './organization/policy.ts';
import { simulatedExchange } from './surroundings/exchange.ts';
import { createMemoryStore } from './surroundings/memory-store.ts';
import { createVault } from './surroundings/vault.ts';

/** Does something to the platform as a request reaches it. */
export type Interference = (request: HttpRequest, edge: Edge) => void;

export interface WorldOptions {
  readonly seed: number;
  readonly size: OrganizationSize;
  readonly laws: readonly Law[];
  /** Calls a minute; default 100. */
  readonly callsPerMinute?: number;
  /** Policies by version instead of drawn ones; version -1 is the first. */
  readonly policyOf?: (version: number) => SimulatedPolicy;
  /** Instead of a drawn organization. */
  readonly scenario?: Scenario;
  /** Requests a minute that the platform admits; default: any number. */
  readonly rateLimit?: number;
  readonly interfere?: Interference;
  /** Milliseconds that every answer takes; default: drawn anew for each. With 0 a pass takes no time. */
  readonly latencyMs?: number;
}

type Mode = SimulatedPolicy['mode'];

/** An organization, its people, its platform and a Headroom that looks after it, all on one clock. */
export interface World {
  readonly seed: number;
  readonly startMs: number;
  readonly projects: readonly { readonly name: string; readonly services: readonly string[] }[];
  readonly time: SimulatedTime;
  readonly platform: OpenedPlatform;
  readonly faults: Faults;
  readonly store: Store;
  /** Writes to the store so far by anybody but Headroom. */
  readonly edits: () => number;
  readonly deployment: Deployment;
  readonly watcher: Watcher;
  readonly pace: Pace;
  readonly callsPerMinute: number;
  /** Every token so far. */
  readonly tokens: readonly string[];
  readonly policy: () => SimulatedPolicy;
  /** Whether policy and store both let runs write now. */
  readonly mayWrite: () => boolean;
  readonly change: (change: Change) => Promise<void>;
  /** Says that a run begins or has ended, for the laws. */
  readonly setRun: (run: RunBegun | undefined) => void;
  /** Moves Headroom's own clock away from the true time. */
  readonly setSkew: (ms: number) => void;
  readonly clock: { readonly now: () => number };
  /** Events published and bodies stored since the last call. */
  readonly takeEvents: () => HeadroomEvent[];
  readonly takeStored: () => Map<string, string>;
}

/** Remembers what is written, for the laws. */
const remembering = (store: Store) => {
  let stored = new Map<string, string>();
  return {
    store: {
      ...store,
      put: async (...[key, body, condition]: Parameters<Store['put']>) => {
        await store.put(key, body, condition);
        stored.set(key, body);
      },
    },
    take: () => {
      const taken = stored;
      stored = new Map();
      return taken;
    },
  };
};

/** Counts the writes to a store, for those who must know whether a person edited anything in it. */
const counting = (store: Store) => {
  let edits = 0;
  return {
    store: {
      ...store,
      put: (...[key, body, condition]: Parameters<Store['put']>) => {
        edits += 1;
        return store.put(key, body, condition);
      },
    },
    edits: () => edits,
  };
};

export const createWorld = async (options: WorldOptions): Promise<World> => {
  const { seed, callsPerMinute = 100 } = options;
  const scenario = options.scenario ?? drawnScenario(seed, options.size);
  const startMs = Date.parse(scenario.startTime);
  const time = createTime(startMs);
  const faults = createFaults(drawsOf(seed, 'faults'), noFaults);
  const firstToken = `canary-${seed}-5f1c`;
  const outside = { nowMs: time.now, sleep: time.sleep };
  const platform = openPlatform({ scenario, token: firstToken, seed, time: outside, rateLimit: options.rateLimit });
  const projects = scenario.projects.map(({ name, services = [] }) => ({
    name,
    services: services.map((service) => service.name),
  }));
  const policyOf =
    options.policyOf ??
    ((version) =>
      drawnPolicy(
        seed,
        version,
        projects.map(({ name }) => name),
      ));
  const memory = createMemoryStore();
  const { store, take: takeStored } = remembering(memory);
  const { store: edited, edits } = counting(memory);
  let policy = policyOf(-1);
  await memory.put(keys.policy, policyText(policy));
  let storeMode: Mode = 'enforce';
  let skewMs = 0;
  let run: RunBegun | undefined;
  let forbiddenSinceMs: number | null = null;
  let events: HeadroomEvent[] = [];
  const clock = { now: () => time.now() + skewMs };
  const mayWrite = () => storeMode === 'enforce' && policy.mode === 'enforce';
  const circumstances = (): Circumstances => ({
    policy,
    run,
    writingForbiddenSinceMs: forbiddenSinceMs,
    today: new Date(time.now()).toISOString().slice(0, 10),
  });
  const watcher = createWatcher(platform.edge, options.laws, circumstances);
  const pace = createPace();
  const { latencyMs } = options;
  const latencies = drawsOf(seed, 'latency');
  const exchange = simulatedExchange({
    platform,
    time,
    faults,
    latencyMs: () => latencyMs ?? latencies.between(20, 200),
    observe: (request, carry, isCopy) => {
      options.interfere?.(request, platform.edge);
      return watcher.observe(request, carry, isCopy);
    },
    onSend: () => pace.note(time.now()),
  });
  const vault = createVault(platform, firstToken, faults);
  const deployment = createDeployment({
    seed,
    organization: platform.organization,
    time,
    clock,
    faults,
    store,
    exchange,
    secrets: vault.secrets,
    callsPerMinute,
    publish: (published) => void events.push(...published),
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
    callsPerMinute,
    clock,
    mayWrite,
    tokens: vault.tokens,
    policy: () => policy,
    change: async (change) => {
      if (change.kind === 'policy-edited') {
        policy = policyOf(change.version);
        await edited.put(keys.policy, policyText(policy));
      } else if (change.kind === 'mode-set') {
        storeMode = change.mode;
        await setStoreMode({ store: edited, clock: time }, storeMode, 'a person');
      } else applyChange(platform.edge, seed, change);
      forbiddenSinceMs = mayWrite() ? null : (forbiddenSinceMs ?? time.now());
    },
    setRun: (begun) => {
      run = begun;
    },
    setSkew: (ms) => {
      skewMs = ms;
    },
    takeEvents: () => {
      const taken = events;
      events = [];
      return taken;
    },
    takeStored,
  };
};
