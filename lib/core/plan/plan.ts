import { overdrawnNow } from '../budget/findings.ts';
import { pricesByService } from '../budget/service-price.ts';
import type { Change } from '../change/change.ts';
import { withRestarts } from '../change/restarts.ts';
import { findingsGivenRoom, findingsLeft, type HeldBy } from '../disk/disks.ts';
import { acceptFindings } from '../findings/accepted.ts';
import { alertsUnlisted, unreadFinding } from '../findings/unread-finding.ts';
import { coverageOf, fillIn, urgencyIn } from '../forecast/contexts.ts';
import { forecastRecord, planForecast, promisedIn } from '../forecast/plan-forecast.ts';
import { changesFor, concernsOnly, talliesOf } from '../grants/grants.ts';
import type { Finding } from '../model/decision.ts';
import { byService, serviceKey } from '../model/grouping.ts';
import { mayWrite } from '../model/mode.ts';
import { missesIn, subjectOf } from '../policy/misses.ts';
import type { ServiceContext } from '../service/changes.ts';
import { keepingIn } from './contexts.ts';
import { atOnce, type Decided, decideInSteps, rememberedIn } from './decided.ts';
import { underFreeze } from './freeze-hold.ts';
import type { Gathered } from './gathered.ts';
import { countServices, managedIn, overdrawn, violations } from './guardrails.ts';
import { type Lookups, lookupsOf } from './lookups.ts';
import { withoutRaised } from './maximum-reached.ts';
import { byChangeOrder, byFindingOrder, digestText } from './order.ts';
import { appliesPolicy, type DecidedServices, type PlanInput, type PlanResult } from './plan-input.ts';
import type { Plan } from './plan-result.ts';
import { addedMoney, type Resizing, summarize } from './summary.ts';
import { proposalOf } from './waits/proposal.ts';
import { serviceChangesIn } from './waits/service-changes.ts';
import { type Judged, judgeWaits, noGrowth } from './waits/waits.ts';

/** What is requested, or a grant of one service, does not apply the policy, so it is never the first plan of a policy. */
const showsPolicyFirst = ({ isFirstRun, only, ...input }: PlanInput, changes: readonly Change[]): boolean =>
  isFirstRun && appliesPolicy(input) && !concernsOnly(changes, only);

const verdictOf = (plan: Omit<Plan, 'verdict'>): Plan['verdict'] => {
  if (plan.changes.length === 0) return 'nothing';
  if (!mayWrite(plan.mode)) return 'observe';
  return plan.violations.length > 0 ? 'needs-approval' : 'apply';
};

const resizingOf = ({ reclaim, grow }: PlanInput): Resizing | undefined => {
  if (reclaim !== undefined) return 'reclaim';
  return grow === undefined ? undefined : 'grow';
};

/** Second step: the sums of a part of the changes, those that wait for an approval, and why. */
const judging = (
  input: PlanInput,
  { gathered, contexts, needGbOf }: Pick<Decided, 'gathered' | 'contexts' | 'needGbOf'>,
  tallies: Readonly<Gathered['tallies']>,
  overdraft: Judged['violations'],
): Pick<PlanResult, 'summaryOf' | 'judge'> => {
  const { guardrails, prices } = input.policy;
  const summaryOf = (part: readonly Change[]) => ({
    ...summarize(talliesOf(tallies, part), part, resizingOf(input)),
    currency: prices.currency,
  });
  const managed = managedIn(gathered);
  const exceeded = (part: readonly Change[]) =>
    violations(guardrails, {
      summary: summaryOf(part),
      counts: countServices(managed, part),
      addedMoney: addedMoney(talliesOf(tallies, part)),
      currency: prices.currency,
      hasDefaultPrice: prices.default !== null,
    });
  const disks = { fillOf: fillIn(input.forecasts), needGbOf };
  const servicesIn = serviceChangesIn({ contexts, tallies, disks, keeping: keepingIn(input.policy) });
  const judge: PlanResult['judge'] = (part, isFirstRun) => {
    const judged = judgeWaits(servicesIn(part), {
      guardrails,
      isFirstRun: isFirstRun && showsPolicyFirst(input, part),
      // A part of the organization must not be judged otherwise than the whole.
      managed: input.isWhole ? managed.size : Math.max(managed.size, input.lately?.managed ?? 0),
      lately: input.lately ?? noGrowth,
      exceeded,
    });
    if (overdraft.length === 0) return judged;
    const waits = new Map(part.map((change) => [change, 'bounds' as const]));
    return { waits, violations: [...judged.violations, ...overdraft], spent: noGrowth };
  };
  return { summaryOf, judge };
};

/** The rules that decided about services, and the budgets that services share. */
const matchedIn = (contexts: readonly ServiceContext[]): ReadonlySet<string> =>
  new Set(
    contexts.flatMap(({ judgement: { decision, budget } }) => [
      subjectOf({ kind: 'rule', name: decision.rule }),
      subjectOf({ kind: 'budget', name: budget ?? '' }),
    ]),
  );

/** The findings of disks that need a person, those that the applied changes resolve, and the disks that stay at their maximum. */
const settledBy = (
  { policy }: PlanInput,
  decided: Decided,
  { planned, applied, waits }: { planned: readonly Change[]; applied: readonly Change[]; waits: Judged['waits'] },
) => {
  const { gathered, disks } = decided;
  // A raise to the provisioned size does not let the disk grow.
  const makingRoom = applied.filter((change) => !gathered.floorRaises.has(change));
  const writes = new Set(applied);
  const pending = planned.filter((change) => !writes.has(change));
  const heldBy = (change: Change): HeldBy =>
    mayWrite(policy.mode) ? (waits.has(change) ? 'approval' : 'freeze') : 'mode';
  const held = new Map(pending.map((change) => [serviceKey(change), heldBy(change)]));
  return {
    ofDisks: findingsLeft(disks, held, policy.mode),
    resolvable: new Set([
      ...findingsGivenRoom(disks, makingRoom),
      ...(pending.length === 0 ? overdrawnNow(decided) : []),
    ]),
    reached: withoutRaised(gathered.reached, makingRoom).sort(byFindingOrder),
  };
};

/** Third step: the plan in its order, with its findings and verdict. */
const writeUp = function* (
  input: PlanInput,
  decided: Decided,
): Generator<undefined, Pick<PlanResult, 'plan' | 'summaryOf' | 'judge'>> {
  const { policy, unread } = input;
  const { contexts, gathered, requested, undone, disks } = decided;
  const planned = changesFor(withRestarts(gathered.changes, input.restartingOptions), input.only).sort(byChangeOrder);
  const concerned = input.only === undefined ? gathered.tallies : talliesOf(gathered.tallies, planned);
  const {
    changes,
    tallies,
    findings: ofFreeze,
    freeze,
  } = underFreeze(planned, concerned, input.freeze, input.duringFreeze);
  yield;
  const overdraft = undone === undefined ? [] : overdrawn(decided.divided, undone.services);
  const { summaryOf, judge } = judging(input, decided, tallies, overdraft);
  const { waits, violations: exceeded } = judge(changes, true);
  yield;
  const marked = changes.map((change) => (waits.has(change) ? { ...change, waits: waits.get(change) } : change));
  const applied = mayWrite(policy.mode) ? changes.filter((change) => !waits.has(change)) : [];
  const { ofDisks, resolvable, reached } = settledBy(input, decided, { planned, applied, waits });
  const { findings: found, accepted } = acceptFindings(
    policy.accept ?? [],
    [
      ...gathered.findings,
      ...decided.growing,
      ...ofDisks,
      ...decided.findings,
      ...(input.notes ?? []),
      ...ofFreeze,
      ...unread.filter(({ isOutside }) => !isOutside).map(unreadFinding(rememberedIn(input))),
      ...(appliesPolicy(input)
        ? missesIn({ ...input, snapshots: [...input.snapshots, ...(input.remembered ?? [])] }, matchedIn(contexts))
        : []),
      ...alertsUnlisted(input.snapshots),
    ].sort(byFindingOrder),
    [...input.snapshots, ...(input.remembered ?? [])],
    input.today,
  );
  yield;
  const findings = found.filter((finding) => !resolvable.has(finding));
  const resolves = found.filter((finding) => resolvable.has(finding));
  const plan = {
    digest: input.hash(digestText(changes)),
    mode: policy.mode,
    summary: summaryOf(changes),
    changes: marked,
    decisions: gathered.decisions.sort(byService),
    budgets: decided.results,
    findings,
    ...(resolves.length > 0 && { resolves }),
    ...(accepted.length > 0 && { accepted }),
    ...(reached.length > 0 && { facts: reached }),
    violations: exceeded,
    ...freeze,
    readings: input.readings,
    ...(input.forecasts === undefined || requested !== undefined
      ? {}
      : {
          forecast: planForecast(
            decided.forecasts,
            coverageOf(contexts, input.forecasts),
            forecastRecord(input.forecasts.pastErrors, promisedIn(policy)),
          ),
        }),
    disks: disks?.counts,
  };
  const verdict = verdictOf(plan);
  const proposal =
    verdict === 'needs-approval' ? proposalOf(marked, exceeded, { summaryOf, hash: input.hash }) : undefined;
  return { plan: { ...plan, verdict, ...(proposal && { proposal }) }, summaryOf, judge };
};

/** A plan whose services are decided: what it rests on is known before it is written up. */
interface DecidedPlan extends Lookups, DecidedServices {
  /** The answers that the plan depends on, whether it knows them or not. */
  readonly restsOn: Lookups;
  /** The whole plan, in steps. @param answers findings about the answers that it rests on */
  readonly finish: (answers: readonly Finding[]) => Generator<undefined, PlanResult>;
}

/**
 * Decides every service, and names the answers of the platform that this depends on. Other answers that the input has change
 * nothing, so it may have all that are in the store.
 * @throws Error when a project appears twice.
 */
export const beginPlan = (input: PlanInput, decided = atOnce(decideInSteps(input))): DecidedPlan => {
  const { contexts, gathered, disks, prices, finder } = decided;
  const isRemembered = rememberedIn(input);
  const parts = {
    ...lookupsOf(input, { plans: gathered.needs, prices: gathered.priceNeeds }, isRemembered),
    drifted: [...gathered.drifted].sort(),
    starved: [...decided.starved.keys()].map(({ judgement }) => judgement.decision),
    toMeasure: [...(disks?.toMeasure ?? []), ...decided.toMeasure],
  };
  return {
    ...parts,
    restsOn: lookupsOf(
      input,
      {
        plans: [...gathered.limiting.values(), ...gathered.needs],
        prices: [...finder.sought.values(), ...gathered.priceNeeds],
      },
      isRemembered,
    ),
    finish: function* (answers) {
      const written = yield* writeUp({ ...input, notes: [...(input.notes ?? []), ...answers] }, decided);
      yield;
      return {
        ...written,
        ...parts,
        priceOf: pricesByService(contexts, prices),
        divided: decided.divided,
        urgencyOf: urgencyIn(contexts, input.forecasts),
        hash: input.hash,
        managed: managedIn(gathered).size,
      };
    },
  };
};

/**
 * Plans all projects at once: compares desired with actual state, within the maximums that budgets allow, then checks the
 * guardrails. Pure; the order of the input does not matter (design §7, §8, §12).
 * @throws Error when a project appears twice.
 */
export const makePlan = (input: PlanInput): PlanResult => atOnce(beginPlan(input).finish([]));
