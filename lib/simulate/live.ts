import { dayOf as dateOf } from '../core/forecast/project-history.ts';
import { dayMs } from '../core/model/durations.ts';
import type { Plan } from '../core/plan/plan-result.ts';
import { isOurs } from '../core/service/endpoint-name.ts';
import type { Life, LivedDay, WaitingPlan } from '../core/twin/life.ts';
import { parsePolicy } from '../documents/documents.ts';
import type { Scenario } from '../platform/index.ts';
import { keys } from '../run/store/keys.ts';
import { createMemoryStore } from '../run/store/memory-store.ts';
import { dayOf, gbOf, livedServices } from './disks.ts';
import type { StartState } from './from-store/facts.ts';
import { type BudgetsAt, livedMonths, totalCost } from './months.ts';
import { createPasses } from './passes.ts';
import { openSimulatedPlatform, type SimulatedPlatform } from './platform.ts';

/** A policy as plain data. */
export interface LivedPolicy {
  readonly text: string;
  /** Calendars by store key. */
  readonly calendars: Readonly<Record<string, string>>;
}

/** Everything on which a life depends, as plain data. */
export interface LifeOptions {
  readonly scenario: Scenario;
  /** What Headroom knows at the start; absent for an installation that begins. */
  readonly atStart: StartState | undefined;
  readonly seed: number;
  readonly days: number;
  /** Time between two passes. */
  readonly everyMs: number;
  /** Null: Headroom does nothing, and its autoscalers are gone. */
  readonly policy: LivedPolicy | null;
  /** How long a plan waits for an approval; null: for ever. */
  readonly approveAfterMs: number | null;
}

interface LifeWatch {
  readonly onDay?: () => void;
  /** A life that is aborted ends with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Without a policy the only autoscalers are those of other owners. */
const removeOurs = ({ opened }: SimulatedPlatform): void => {
  for (const { integrations, endpoints } of opened.edge.state.projects.values()) {
    for (const { id, endpointId } of integrations.values()) {
      if (isOurs(endpoints.get(endpointId)?.name ?? '')) integrations.delete(id);
    }
  }
};

/** How long plans wait for their approvals, and which one does. */
const createWaiting = (startMs: number, approveAfterMs: number | null) => {
  let sinceMs: number | undefined;
  let waiting: WaitingPlan | null = null;
  let waitedMs = 0;
  const end = (nowMs: number) => {
    if (sinceMs !== undefined) waitedMs += nowMs - sinceMs;
    [sinceMs, waiting] = [undefined, null];
  };
  return {
    waiting: () => waiting,
    isDue: (nowMs: number) => sinceMs !== undefined && approveAfterMs !== null && nowMs - sinceMs >= approveAfterMs,
    end,
    days: () => Math.round((waitedMs * 10) / dayMs) / 10,
    note: (plan: Plan | undefined, nowMs: number) => {
      if (plan?.proposal === undefined) return end(nowMs);
      sinceMs ??= nowMs;
      const services = new Set(plan.proposal.changes.map(({ project, service }) => `${project}/${service}`)).size;
      const reasons = plan.proposal.violations.map(({ message }) => message);
      waiting = { sinceDay: (sinceMs - startMs) / dayMs, services, reasons };
    },
  };
};

/** Everything that Headroom does in a life, with its counts. */
const createRuns = async (platform: SimulatedPlatform, { policy, atStart, everyMs, approveAfterMs }: LifeOptions) => {
  const { startMs } = platform;
  const counts = { passes: 0, notices: 0, approvals: 0, sparedCalls: 0 };
  const budgets: BudgetsAt[] = [];
  const waiting = createWaiting(startMs, approveAfterMs);
  if (policy === null) removeOurs(platform);
  const store = createMemoryStore();
  for (const [key, body] of Object.entries(policy?.calendars ?? {})) await store.put(key, body);
  const pass =
    policy === null
      ? undefined
      : createPasses(platform, {
          policy: parsePolicy(policy.text, keys.policy, 'documented'),
          store,
          atStart,
        });
  const passAt = async (atMs: number): Promise<void> => {
    if (pass === undefined) return;
    platform.moveTo(atMs);
    counts.passes += 1;
    const isApproved = waiting.isDue(atMs);
    if (isApproved) counts.approvals += 1;
    const isDaily = atMs === startMs || dateOf(atMs) !== dateOf(atMs - everyMs);
    const passed = await pass({ isDaily: isDaily && !isApproved, isApproved });
    waiting.note(passed?.plan, atMs);
    if (passed === undefined) return;
    counts.notices += passed.notices;
    counts.sparedCalls += passed.sparedCalls;
    const divided = passed.plan.budgets.map(({ monthly, floorMonthly }) => ({ monthly, floorMonthly }));
    budgets.push({ atMs, budgets: divided });
    // Who approves at once has it carried out the same day.
    if (!isApproved && waiting.isDue(atMs)) await passAt(atMs);
  };
  return { passAt, counts, budgets, waiting };
};

/**
 * Lives days of an organization on the embedded platform, in simulated time: each pass reads, plans by the code of the runs, and
 * writes. The same options give the same life; lives that differ in the policy alone meet the same growth.
 * @throws ScenarioInvalid; the reason of the signal once it aborts
 */
export const live = async (options: LifeOptions, { onDay, signal }: LifeWatch = {}): Promise<Life> => {
  const platform = openSimulatedPlatform(options.scenario, options.seed);
  const { startMs, opened } = platform;
  const { edge } = opened;
  const { passAt, counts, budgets, waiting } = await createRuns(platform, options);
  const days: { readonly atMs: number; readonly day: LivedDay }[] = [];
  for (let day = 0; day < options.days; day += 1) {
    const beginMs = startMs + day * dayMs;
    for (let ms = 0; ms < dayMs; ms += options.everyMs) {
      signal?.throwIfAborted();
      await passAt(beginMs + ms);
    }
    platform.moveTo(beginMs + dayMs);
    days.push({ atMs: beginMs + dayMs, day: dayOf(edge) });
    onDay?.();
  }
  const endMs = startMs + options.days * dayMs;
  const left = waiting.waiting();
  waiting.end(endMs);
  const { reads, writes } = opened.requests();
  const { sparedCalls, ...counted } = counts;
  return {
    seed: options.seed,
    services: livedServices(edge, startMs),
    months: livedMonths(edge, { startMs, endMs, days, budgets }),
    days: days.map(({ day }) => day),
    cost: totalCost(edge),
    ...gbOf(edge),
    ...counted,
    calls: reads + writes + sparedCalls,
    writes,
    daysWaited: waiting.days(),
    waiting: left,
  };
};
