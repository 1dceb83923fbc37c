import { dailyPass } from '../contract/run-request.ts';
import { dayOf as dateOf } from '../core/forecast/project-history.ts';
import { dayMs } from '../core/model/durations.ts';
import { isOurs } from '../core/service/endpoint-name.ts';
import type { Life, LivedDay } from '../core/twin/life.ts';
import type { Scenario } from '../emulator/scenario/scenario.ts';
import { keys } from '../run/store/keys.ts';
import { dayOf, gbOf, livedServices } from './disks.ts';
import { beginWith } from './known.ts';
import { type BudgetsAt, livedMonths, totalCost } from './months.ts';
import type { Unchanged } from './passes/unchanged.ts';
import { type FaultLevel, sparedPasses } from './spared.ts';
import { createTwin, type Twin } from './twin.ts';
import { createTwinPasses, type TwinPasses } from './twin-passes.ts';

/** A policy as plain data. */
export interface LivedPolicy {
  readonly text: string;
  /** Calendars by store key. */
  readonly calendars: Readonly<Record<string, string>>;
}

/** Everything on which a life depends, as plain data. */
export interface LifeOptions {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly days: number;
  /** Time between two scheduled passes. */
  readonly everyMs: number;
  /** Null: Headroom does nothing, and its autoscalers are gone. */
  readonly policy: LivedPolicy | null;
  /** How long a plan waits for an approval; null: for ever. */
  readonly approveAfterMs: number | null;
  readonly faults: FaultLevel;
}

interface LifeWatch {
  readonly onDay?: () => void;
  /** A life that is aborted ends with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Without a policy the only autoscalers are those of other owners. */
const removeOurs = ({ platform }: Twin): void => {
  for (const { integrations, endpoints } of platform.edge.state.projects.values()) {
    for (const { id, endpointId } of integrations.values()) {
      if (isOurs(endpoints.get(endpointId)?.name ?? '')) integrations.delete(id);
    }
  }
};

const begin = async (twin: Twin, { policy, scenario }: LifeOptions): Promise<void> => {
  const known = scenario.stored?.known;
  if (policy === null) return removeOurs(twin);
  if (known !== undefined) await beginWith(twin, known);
  for (const [key, body] of Object.entries(policy.calendars)) await twin.store.put(key, body);
  await twin.store.put(keys.policy, policy.text);
};

interface Lived {
  readonly days: readonly { readonly atMs: number; readonly day: LivedDay }[];
  readonly budgets: readonly BudgetsAt[];
  /** Whether a pass that seemed to change nothing did. */
  readonly isDoubtful: boolean;
}

const liveDays = async (
  twin: Twin,
  passes: TwinPasses,
  options: LifeOptions,
  unchanged: Unchanged,
  { onDay, signal }: LifeWatch,
): Promise<Lived> => {
  const { time, startMs, platform } = twin;
  const { policy, everyMs } = options;
  const spared = sparedPasses(twin, passes, options.faults, unchanged);
  const days: { readonly atMs: number; readonly day: LivedDay }[] = [];
  const budgets: BudgetsAt[] = [];
  const passAt = async (atMs: number) => {
    await time.runTo(atMs);
    const before = passes.counts.passes;
    const isDaily = atMs === startMs || dateOf(atMs) !== dateOf(atMs - everyMs);
    const request = { trigger: { kind: 'schedule', by: isDaily ? dailyPass : 'hourly pass' } };
    // The daily pass reads more than others, so it is never left out.
    if (!(await passes.approveIfDue())) await (isDaily ? spared.fullPass(request) : spared.pass(request));
    const isLeftOut = passes.counts.passes === before;
    if (isLeftOut) passes.leaveOut();
    const plan = isLeftOut ? spared.repeatedPlan() : passes.plan();
    if (plan !== undefined)
      budgets.push({
        atMs: time.now(),
        budgets: plan.budgets.map(({ monthly, floorMonthly }) => ({ monthly, floorMonthly })),
      });
  };
  for (let day = 0; day < options.days; day += 1) {
    const beginMs = startMs + day * dayMs;
    for (let ms = 0; policy !== null && ms < dayMs; ms += everyMs) {
      signal?.throwIfAborted();
      await passAt(beginMs + ms);
    }
    await time.runTo(beginMs + dayMs);
    days.push({ atMs: time.now(), day: dayOf(platform.edge) });
    onDay?.();
  }
  return { days, budgets, isDoubtful: spared.violations.length > 0 };
};

const liveOnce = async (options: LifeOptions, unchanged: Unchanged, watch: LifeWatch) => {
  const twin = createTwin(options.scenario, options.seed);
  const passes = createTwinPasses(twin, options.approveAfterMs);
  await begin(twin, options);
  const { days, budgets, isDoubtful } = await liveDays(twin, passes, options, unchanged, watch);
  const waiting = passes.waiting();
  passes.end();
  const { edge } = twin.platform;
  const { startMs } = twin;
  const { daysWaited, passes: lived, leftOut, ...counts } = passes.counts;
  const life: Life = {
    seed: options.seed,
    services: livedServices(edge, startMs),
    months: livedMonths(edge, { startMs, endMs: twin.time.now(), days, budgets }),
    days: days.map(({ day }) => day),
    cost: totalCost(edge),
    ...gbOf(edge),
    ...counts,
    passes: lived + leftOut,
    daysWaited: Math.round(daysWaited * 10) / 10,
    waiting,
  };
  return { life, isDoubtful };
};

/**
 * Lives days of an organization with the real tasks and workflow at work, on the embedded platform and in simulated time.
 * The same options give the same life; lives that differ in the policy alone meet the same growth and the same faults.
 * @throws ScenarioInvalid; the reason of the signal once it aborts
 */
export const live = async (
  options: LifeOptions,
  watch: LifeWatch = {},
  unchanged: Unchanged = 'skip',
): Promise<Life> => {
  const { life, isDoubtful } = await liveOnce(options, unchanged, watch);
  // A pass was wrongly believed to change nothing: what that life left out is not known.
  return isDoubtful && unchanged === 'skip' ? (await liveOnce(options, 'live', watch)).life : life;
};
