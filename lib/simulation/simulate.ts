import { createHash } from 'node:crypto';
import type { HeadroomEvent } from '../contract/events.ts';
import { dailyPass } from '../contract/tasks.ts';
import { openPlatform } from '../emulator/open.ts';
import { releaseLease } from '../run/apply/lease.ts';
import { keys } from '../run/store/keys.ts';
import { readIfWhole } from '../run/store/objects.ts';
import type { Lease, ReportObject } from '../run/store/run-objects.ts';
import { setStoreMode } from '../run/store/mode.ts';
import { applyChange } from './apply-change.ts';
import { createDeployment } from './deployment.ts';
import { simulatedExchange } from './exchange.ts';
import { createFaults, type FaultKind, type FaultRates, noFaults } from './faults.ts';
import { laws } from './laws/all.ts';
import type { Circumstances, RunBegun } from './laws/law.ts';
import { createMemoryStore } from './memory-store.ts';
import { drawnPolicy, drawnScenario, type OrganizationSize } from './organization.ts';
import { type Change, changesOf, type Register } from './people.ts';
import { type SimulatedPolicy, policyText, wishOf } from './policy.ts';
import { drawsOf } from './random.ts';
import { createTime } from './time.ts';
import { truthAt } from './truth.ts';
import { createWatcher, type Violation } from './watcher.ts';
import { Killed } from './process.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export interface SimulationOptions {
  readonly seed: number;
  readonly days: number;
  readonly size: OrganizationSize;
  readonly rates: FaultRates;
  /** Hours between two passes; default 6. */
  readonly passEveryHours?: number;
  /** Calls a minute; default 100. */
  readonly callsPerMinute?: number;
  /** Policies by version instead of drawn ones; version -1 is the first. */
  readonly policyOf?: (version: number) => SimulatedPolicy;
}

export interface Simulated {
  readonly seed: number;
  readonly days: number;
  readonly passes: number;
  readonly writes: number;
  readonly faults: Readonly<Record<FaultKind, number>>;
  readonly killed: number;
  readonly checks: number;
  readonly violations: readonly Violation[];
  /** Of the platform's state and of every object in the store. */
  readonly hash: string;
  /** Of what people did and how disks grew: the same for every policy. */
  readonly organizationHash: string;
  readonly outcomes: Readonly<Record<string, number>>;
}

type Moment =
  | { readonly atMs: number; readonly kind: 'pass'; readonly daily: boolean }
  | { readonly atMs: number; readonly kind: 'watch' }
  | { readonly atMs: number; readonly kind: 'change'; readonly change: Change };

/** Lives through days of an organization with Headroom at work, on one machine, and judges every step by every law. */
export const simulate = async (options: SimulationOptions): Promise<Simulated> => {
  const { seed, days, size, passEveryHours = 6, callsPerMinute = 100 } = options;
  const scenario = drawnScenario(seed, size);
  const startMs = Date.parse(scenario.startTime);
  const time = createTime(startMs);
  const faults = createFaults(drawsOf(seed, 'faults'), noFaults);
  const tokenOf = (number: number) => `canary-${seed}-${number}-5f1c`;
  const token = tokenOf(0);
  const platform = openPlatform({
    scenario,
    token,
    seed,
    time: { nowMs: time.now, sleep: time.sleep },
  });
  const { edge } = platform;
  const names = scenario.projects.map(({ name }) => name);
  const policyOf = options.policyOf ?? ((version) => drawnPolicy(seed, version, names));
  let policy = policyOf(-1);
  const store = createMemoryStore();
  await store.put(keys.policy, policyText(policy));
  let storeMode: 'observe' | 'enforce' | 'stop' = 'enforce';
  let skewMs = 0;
  const clock = { now: () => time.now() + skewMs };
  let run: RunBegun | undefined;
  let forbiddenSinceMs: number | null = null;
  const changes = createHash('sha256');

  const circumstances = (): Circumstances => ({
    policy,
    run,
    writingAllowedSinceMs: null,
    writingForbiddenSinceMs: forbiddenSinceMs,
    today: new Date(time.now()).toISOString().slice(0, 10),
  });
  const watcher = createWatcher(edge, laws, circumstances);
  const latencies = drawsOf(seed, 'latency');
  const exchange = simulatedExchange({
    platform,
    time,
    faults,
    latencyMs: () => latencies.between(20, 200),
    observe: watcher.observe,
  });
  let events: HeadroomEvent[] = [];
  let stored = new Map<string, string>();
  const watchedStore = {
    ...store,
    put: async (...[key, body, condition]: Parameters<typeof store.put>) => {
      await store.put(key, body, condition);
      stored.set(key, body);
    },
  };
  const deployment = createDeployment({
    seed,
    organization: platform.organization,
    time,
    clock,
    faults,
    store: watchedStore,
    exchange,
    secrets: { token: async () => token },
    callsPerMinute,
    publish: (published) => void events.push(...published),
  });
  let runs = 0;
  let writes = 0;
  let killed = 0;
  const outcomes: Record<string, number> = {};

  /** One run to its end; answers how it ended. */
  const pass = async (input: unknown): Promise<string> => {
    runs += 1;
    const runId = `run-${String(runs).padStart(6, '0')}`;
    const before = faults.total();
    run = { policy, services: truthAt(edge) };
    const ended = await time.until(
      deployment.run(runId, input).then(
        () => undefined,
        (error: unknown) => error,
      ),
    );
    const isKilled = ended instanceof Killed;
    if (isKilled) {
      killed += 1;
      // What the command line does for a process of its own machine that is no more.
      const lease = await readIfWhole<Lease>(store, keys.lease);
      if (lease !== undefined) await releaseLease({ store, clock }, lease.runId);
    }
    const report = isKilled ? undefined : await readIfWhole<ReportObject>(store, keys.report(runId));
    const outcome = isKilled ? 'killed' : (report?.outcome ?? 'failed');
    if (process.env.SIM_TRACE && ['failed','partial','refused','needs-approval'].includes(outcome)) console.error(runId, outcome, ended instanceof Error ? ended.message.slice(0,300):'', report?.error, report?.plan?.violations.map(v=>v.message));
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    writes += watcher.writes().length;
    watcher.afterPass({ outcome, faults: faults.total() - before, events, stored, token });
    run = undefined;
    stored = new Map();
    return outcome;
  };

  const taken = () => {
    const batch = events.filter(({ type }) => ['ServiceCreated', 'TagsChanged', 'PolicyChanged', 'BudgetChanged'].includes(type));
    events = [];
    return batch.map(({ type, detail }) => ({ 'detail-type': type, detail }));
  };

  const watch = async () => {
    await time.until(deployment.watch().catch(() => undefined));
    const batch = taken();
    if (batch.length > 0) await pass(batch);
    events = [];
  };

  const refreshForbidden = () => {
    const isForbidden = storeMode !== 'enforce' || policy.mode !== 'enforce';
    forbiddenSinceMs = isForbidden ? (forbiddenSinceMs ?? time.now()) : null;
  };

  const live = async (moment: Moment): Promise<void> => {
    await time.runTo(moment.atMs);
    if (moment.kind === 'pass') {
      const by = moment.daily ? dailyPass : 'hourly pass';
      await pass({ trigger: { kind: 'schedule', by } });
    } else if (moment.kind === 'watch') await watch();
    else if (moment.change.kind === 'policy-edited') {
      policy = policyOf(moment.change.version);
      await store.put(keys.policy, policyText(policy));
      refreshForbidden();
    } else if (moment.change.kind === 'mode-set') {
      storeMode = moment.change.mode;
      await setStoreMode({ store, clock: time }, storeMode, 'a person');
      refreshForbidden();
    } else applyChange(edge, seed, moment.change);
  };

  const register: Register = new Map(
    scenario.projects.map(({ name, services = [] }) => [name, new Set(services.map((service) => service.name))]),
  );
  faults.set(options.rates);
  for (let day = 0; day < days; day += 1) {
    const moments: Moment[] = [];
    for (let hour = 0; hour < 24; hour += passEveryHours) {
      moments.push({ atMs: startMs + day * dayMs + hour * hourMs, kind: 'pass', daily: hour === 0 });
      moments.push({ atMs: startMs + day * dayMs + (hour + passEveryHours / 2) * hourMs, kind: 'watch' });
    }
    for (const { atMs, change } of changesOf(seed, day, startMs, register)) {
      changes.update(JSON.stringify([atMs, change]));
      moments.push({ atMs, kind: 'change', change });
    }
    moments.sort((a, b) => a.atMs - b.atMs);
    for (const moment of moments) await live(moment);
  }

  // The faults stop: one pass brings everything to where policy wants it, and the next one has nothing to do.
  faults.set(noFaults);
  skewMs = 0;
  await time.runTo(time.now() + 7 * hourMs);
  const lateViolations: Violation[] = [];
  const broken = (law: string, message: string) => lateViolations.push({ law, atMs: time.now(), message });
  if (storeMode === 'enforce' && policy.mode === 'enforce') {
    await pass({ trigger: { kind: 'schedule', by: 'hourly pass' } });
    const beforeWrites = writes;
    await pass({ trigger: { kind: 'schedule', by: 'hourly pass' } });
    if (writes > beforeWrites) broken('after faults stop one pass converges', `the second pass made ${writes - beforeWrites} writes`);
    const today = new Date(time.now()).toISOString().slice(0, 10);
    for (const truth of truthAt(edge)) {
      const { project, service, eligible, ours, others, provisionedGb, capGb } = truth;
      const wish = wishOf(policy, { project, type: service.type, tags: service.tags }, today);
      if (wish.kind !== 'enable' || !eligible || others.length > 0) continue;
      if (policy.budgets.some(({ projects }) => projects.includes(project))) continue;
      const wanted = Math.max(Math.min(wish.gb, capGb), provisionedGb);
      const held = ours[0]?.gb ?? 0;
      if (held !== wanted) broken('after faults stop one pass converges', `${project}/${service.name} has ${held} GB and policy wants ${wanted} GB`);
    }
  }
  const hash = createHash('sha256');
  hash.update(JSON.stringify(platform.state()));
  for (const key of await store.list('')) hash.update(JSON.stringify([key, (await store.get(key))?.body]));
  return {
    seed,
    days,
    passes: runs,
    writes,
    faults: faults.counts,
    killed,
    checks: watcher.checks(),
    violations: [...watcher.violations, ...lateViolations],
    hash: hash.digest('hex'),
    organizationHash: changes.digest('hex'),
    outcomes,
  };
};
