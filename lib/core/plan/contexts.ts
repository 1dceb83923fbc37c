import { withHandRaise } from '../budget/hand-raise.ts';
import { withBoundForks } from '../budget/need/forks.ts';
import type { Change } from '../change/change.ts';
import { fillIn, needIn, withForecastMaximum } from '../forecast/contexts.ts';
import { grantApplier } from '../grants/grants.ts';
import { because } from '../model/decision.ts';
import type { Snapshot } from '../model/model.ts';
import type { Policy } from '../model/policy-document.ts';
import type { CompiledPolicy } from '../policy/policy.ts';
import { indexActual } from '../service/actual.ts';
import { foundAt, type ServiceContext } from '../service/changes.ts';
import { alertsIn } from '../service/disk-alert.ts';
import { type DriftInput, driftReader } from '../service/drift-facts.ts';
import { planSizesIn } from '../service/floor.ts';
import type { LastApplied } from '../service/last-applied.ts';
import type { MeasuredEndpoint } from '../service/maximum.ts';
import type { PlanInput } from './plan-input.ts';

/** What the contexts need of a plan's input. */
type InputOfPlan =
  | ('snapshots' | 'remembered' | 'unread' | 'today' | 'now' | 'forecasts')
  | ('planDiskMb' | 'planCapMb' | 'planStepMb' | 'maximumKind' | 'adopted' | 'grants');

/** Budgets that keep the rest of their money, by name. */
export const keepingIn = ({ budgets }: Pick<Policy, 'budgets'>): ReadonlySet<string> =>
  new Set(budgets.filter(({ rest }) => rest === 'keep').map(({ name }) => name));

interface ContextsInput extends DriftInput, Pick<PlanInput, InputOfPlan> {
  readonly policy: DriftInput['policy'] & Pick<Policy, 'budgets' | 'limits'>;
}

/** Every service of the snapshots with its decision and actual state, and the endpoints that deleted services left behind. */
interface Contexts {
  readonly contexts: readonly ServiceContext[];
  /** Services of the remembered projects: they only count in budgets. */
  readonly remembered: readonly ServiceContext[];
  /** Removals of Headroom's endpoints whose service is gone. */
  readonly orphans: readonly Change[];
}

const removalOfOrphan = (project: string, endpoint: MeasuredEndpoint): Change => ({
  phase: 'release',
  kind: 'delete-endpoint',
  project,
  service: null,
  ...foundAt(endpoint),
  rule: '',
  reasons: because('left-over', 'The service of this endpoint is gone and no other service uses it.'),
  endpointName: endpoint.name,
  endpointId: endpoint.id,
});

/** An unread project stays unread even if a snapshot of it exists. */
const readable = ({ snapshots, unread }: ContextsInput): Snapshot[] => {
  const seen = new Set<string>();
  for (const { project } of snapshots) {
    if (seen.has(project)) throw new Error(`project ${project} has two snapshots; pass each project once`);
    seen.add(project);
  }
  const unreadable = new Set(unread.map(({ project }) => project));
  return snapshots.filter(({ project }) => !unreadable.has(project));
};

/** When Headroom last changed the autoscaler of a service, by the platform's clock; null if it did not. */
export const changedAtIn = (applied: readonly LastApplied[] = []) => {
  const times = new Map(applied.map(({ service, confirmedAt }) => [service, confirmedAt]));
  return (service: string): string | null => times.get(service) ?? null;
};

/** They count with what they hold, so the grants of people concern none of them. */
const rememberedOf = (policy: CompiledPolicy, input: ContextsInput): ServiceContext[] => {
  const { planDiskMb, maximumKind, today, remembered = [] } = input;
  const sizesOf = planSizesIn(input);
  return remembered.flatMap((snapshot) => {
    const project = { name: snapshot.project, tags: snapshot.tags };
    const actual = indexActual(snapshot, planDiskMb, input.adopted?.get(snapshot.project));
    const alertOf = alertsIn(snapshot, changedAtIn(input.lastApplied?.get(snapshot.project)));
    const granted = new Map(snapshot.granted?.map(({ service, gb }) => [service, gb]));
    return snapshot.services.map((service): ServiceContext => {
      const judgement = policy.decide(project, service, today);
      const remembered = { grantedGb: granted.get(service.name) ?? 0, standing: snapshot.standing };
      const alert = alertOf(service.name);
      const sizes = sizesOf(service);
      return { service, judgement, actual: actual.of(service), sizes, maximumKind, alert, remembered };
    });
  });
};

/**
 * Evaluates the policy for every service of the snapshots.
 * @throws Error when a project appears twice
 */
export const contextsOf = (policy: CompiledPolicy, input: ContextsInput): Contexts => {
  const { planDiskMb, maximumKind, today } = input;
  const sizesOf = planSizesIn(input);
  const contexts: ServiceContext[] = [];
  const orphans: Change[] = [];
  const driftIn = driftReader(input);
  const keeping = keepingIn(input.policy);
  const granting = grantApplier(input.grants, today, input.policy.limits);
  const raising = { now: input.now, limits: input.policy.limits, fillOf: fillIn(input.forecasts) };
  for (const snapshot of readable(input)) {
    const project = { name: snapshot.project, tags: snapshot.tags };
    const actual = indexActual(snapshot, planDiskMb, input.adopted?.get(snapshot.project));
    const drift = driftIn(snapshot);
    const changedAt = changedAtIn(input.lastApplied?.get(snapshot.project));
    const alertOf = alertsIn(snapshot, changedAt);
    for (const service of snapshot.services) {
      const judgement = policy.decide(project, service, today);
      const subject = {
        service,
        judgement,
        actual: actual.of(service),
        sizes: sizesOf(service),
        maximumKind,
        alert: alertOf(service.name),
        changedAt: changedAt(service.name),
        ...(service.unusable === undefined ? drift(service, judgement) : {}),
      };
      const granted = granting(withForecastMaximum(subject, input.forecasts, keeping.has(judgement.budget ?? '')));
      contexts.push(withHandRaise(granted, raising));
    }
    if (policy.exempts(project, today)) continue;
    orphans.push(...actual.orphans.map((endpoint) => removalOfOrphan(snapshot.project, endpoint)));
  }
  const disks = { fillOf: raising.fillOf, needGbOf: needIn(input.forecasts) };
  return { contexts: withBoundForks(contexts, today, disks), remembered: rememberedOf(policy, input), orphans };
};
