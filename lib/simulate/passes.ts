import { type CarriedOut, carriedOut } from '../core/approval/carried-out.ts';
import { needHistories } from '../core/budget/basis.ts';
import { type AdoptedByProject, adoptedByProjectAfter } from '../core/change/adopted-endpoint.ts';
import { dayOf, emptyHistory, type ProjectHistory, withDay } from '../core/forecast/project-history.ts';
import { checkProjectList } from '../core/inventory/project-list.ts';
import { dayMs, isoInstant } from '../core/model/durations.ts';
import { type Freeze, freezeAt } from '../core/model/freeze.ts';
import { byText } from '../core/model/grouping.ts';
import { mayLook, mayWrite } from '../core/model/mode.ts';
import type { Snapshot } from '../core/model/model.ts';
import type { Policy } from '../core/model/policy-document.ts';
import type { PlanResult } from '../core/plan/plan-input.ts';
import type { Plan } from '../core/plan/plan-result.ts';
import { type DayGrowth, noGrowth } from '../core/plan/waits/waits.ts';
import type { Store } from '../ports.ts';
import { readProject, withTags } from '../run/inventory/read-project.ts';
import { freezePeriods } from '../run/plan/freeze-periods.ts';
import { platformFacts, withSizes } from './facts.ts';
import { createFindings } from './findings.ts';
import type { StartState } from './from-store/facts.ts';
import { createPlanner } from './planner.ts';
import type { SimulatedPlatform } from './platform.ts';
import { createWriter } from './writer.ts';

/** Reads all projects, by the calls of a run, and notes the sizes of the day in their histories. */
const readProjects = async (
  { client: platform, clock }: Pick<SimulatedPlatform, 'client' | 'clock'>,
  histories: Map<string, ProjectHistory>,
): Promise<Snapshot[]> => {
  const { projects } = checkProjectList(await platform.listProjects(), []);
  const snapshots: Snapshot[] = [];
  for (const { name: project, tags } of await withTags(platform, projects)) {
    const lists = await readProject(platform, project);
    const hasDisks = lists.services.some(({ diskMb }) => diskMb !== 0);
    const alerts = hasDisks ? await platform.listDiskAlerts(project) : [];
    const seenAt = platform.lastAnswerAt();
    const readAt = isoInstant(clock.now());
    snapshots.push({ project, tags, ...lists, alerts, readAt, ...(seenAt !== null && { seenAt }) });
    histories.set(project, withDay(histories.get(project) ?? emptyHistory, dayOf(clock.now()), lists.services));
  }
  return snapshots.sort((a, b) => byText(a.project, b.project));
};

/** What a pass came to. */
interface Passed {
  readonly plan: Plan;
  readonly notices: number;
  /** Calls that it would have made to find what the pass before it found. */
  readonly sparedCalls: number;
}

interface PassesOptions {
  readonly policy: Policy;
  /** Has the calendars of the policy. */
  readonly store: Store;
  /** What Headroom knows at the start; absent for an installation that begins. */
  readonly atStart?: StartState;
}

interface PassRequest {
  /** The daily pass asks for what forecasts need. */
  readonly isDaily: boolean;
  /** A person has approved whatever this pass plans. */
  readonly isApproved: boolean;
}

/** What the last pass found: while nothing but disks moves, the next one need not read it again. */
interface Seen {
  readonly others: string;
  readonly snapshots: readonly Snapshot[];
  readonly plan: Plan;
  /** Of a pass that asked nothing and wrote nothing: another one of that day that finds the same makes the same plan. */
  readonly settled: { readonly key: string; readonly plan: Plan } | undefined;
}

interface Found extends Pick<Seen, 'others' | 'snapshots'> {
  readonly freeze: Freeze | undefined;
  /** Everything by which two plans of a day can differ. */
  readonly key: string;
  /** Whether it was known without reading it. */
  readonly isSpared: boolean;
}

/** What a pass carries out: all of the plan where a person has just approved it, else what harms nothing. */
const bounded = (result: PlanResult, isApproved: boolean): Pick<CarriedOut, 'plan' | 'spent'> => {
  const { proposal, ...plan } = result.plan;
  if (isApproved && proposal !== undefined) return { plan: { ...plan, verdict: 'apply' }, spent: noGrowth };
  return carriedOut(result, { approvals: [], isExact: false });
};

/**
 * The passes of a life: read, plan, write, with what one leaves to the next. They decide by the code of the runs, and keep in memory
 * what runs keep in the store.
 * @returns undefined under mode `stop`, which reads nothing
 */
export const createPasses = (platform: SimulatedPlatform, { policy, store, atStart }: PassesOptions) => {
  const { clock, opened } = platform;
  const begun = Object.entries(atStart?.projects ?? {});
  const histories = new Map<string, ProjectHistory>(begun.map(([project, { history }]) => [project, history]));
  const planned = createPlanner(platform, { policy, store, histories });
  const { write, withRefused } = createWriter(platform, store);
  const findings = createFindings(opened.organization);
  const isMoving = needHistories(policy.budgets);
  let adopted: AdoptedByProject = new Map(begun.map(([project, stored]) => [project, stored.adopted]));
  let isEnforced = atStart?.enforced ?? false;
  let lately: (DayGrowth & { readonly atMs: number })[] = [];
  let last: Seen | undefined;

  const applied = async (plan: Plan, snapshots: readonly Snapshot[]): Promise<void> => {
    const isApplied = plan.verdict === 'apply';
    isEnforced = isApplied || (isEnforced && mayWrite(policy.mode));
    if (isApplied) adopted = adoptedByProjectAfter(adopted, await write(plan.changes, snapshots));
  };

  const look = async (facts: ReturnType<typeof platformFacts>, isDaily: boolean, now: string) => {
    if (last !== undefined && last.others === facts.others && !isDaily)
      return { snapshots: last.snapshots.map((snapshot) => withSizes(snapshot, facts, now)), isSpared: true };
    return { snapshots: (await readProjects(platform, histories)).map(withRefused), isSpared: false };
  };

  /** The plan of what was found. It is made anew unless the last pass, which neither asked nor wrote, found the same. */
  const decided = async (found: Found, { isDaily, isApproved }: PassRequest): Promise<Seen> => {
    const { others, snapshots, freeze, key, isSpared } = found;
    const settled = isSpared && !isApproved ? last?.settled : undefined;
    if (settled?.key === key) return { others, snapshots, plan: settled.plan, settled };
    const grants = atStart?.grants ?? [];
    const nowMs = clock.now();
    lately = lately.filter(({ atMs }) => atMs > nowMs - dayMs);
    const sum = (member: keyof DayGrowth) => lately.reduce((total, growth) => total + growth[member], 0);
    const spentLately = { managed: 0, growth: sum('growth'), saved: sum('saved') };
    const first = { isFirstRun: !isEnforced, lately: spentLately };
    const made = await planned({ snapshots, freeze, adopted, grants, ...first, isDaily });
    const { plan, spent } = bounded(made.result, isApproved);
    if (spent.growth + spent.saved > 0) lately.push({ ...spent, atMs: nowMs });
    await applied(plan, snapshots);
    const isOpen = made.hasAsked || isMoving || lately.length > 0 || plan.verdict === 'apply';
    return { others, snapshots, plan, settled: isOpen ? undefined : { key, plan } };
  };

  return async (request: PassRequest): Promise<Passed | undefined> => {
    if (!mayLook(policy.mode)) return undefined;
    const nowMs = clock.now();
    const now = isoInstant(nowMs);
    const freeze = freezeAt(await freezePeriods(store, policy.freeze, nowMs), nowMs) ?? undefined;
    const facts = platformFacts(opened);
    const { others } = facts;
    const key = JSON.stringify([now.slice(0, 10), freeze ?? null, others, [...facts.sizes.values()]]);
    const { snapshots, isSpared } = await look(facts, request.isDaily, now);
    last = await decided({ others, snapshots, freeze, key, isSpared }, request);
    const notices = findings.note(last.plan, { snapshots, ownerTag: policy.ownerTag, nowMs });
    return { plan: last.plan, notices, sparedCalls: isSpared ? 1 + 3 * snapshots.length : 0 };
  };
};
