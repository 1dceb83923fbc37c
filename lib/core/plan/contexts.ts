import type { Change } from '../change/change.ts';
import { withForecastMaximum } from '../forecast/contexts.ts';
import type { Forecasts } from '../forecast/forecasts.ts';
import type { MaximumKind, Snapshot, UnreadProject } from '../model/model.ts';
import { because } from '../model/reason.ts';
import type { CompiledPolicy } from '../policy/policy.ts';
import { indexActual } from '../service/actual.ts';
import { foundAt, type ServiceContext } from '../service/changes.ts';
import { type DriftInput, driftReader } from '../service/drift-facts.ts';
import type { PlanDisks } from '../service/floor.ts';
import type { MeasuredEndpoint } from '../service/maximum.ts';

export interface ContextsInput extends DriftInput {
  readonly snapshots: readonly Snapshot[];
  readonly unread: readonly UnreadProject[];
  readonly today: string;
  readonly planDiskMb: PlanDisks;
  readonly maximumKind: MaximumKind;
  /** Absent when nothing is decided or told by forecasts. */
  readonly forecasts?: Forecasts;
}

/** Every service that was seen, with what policy says of it and what it has; and what is left over of gone ones. */
export interface Contexts {
  readonly cases: readonly ServiceContext[];
  /** Removals of endpoints of ours whose service is gone. */
  readonly orphans: readonly Change[];
}

const removalOfOrphan = (project: string, endpoint: MeasuredEndpoint): Change => ({
  phase: 'release',
  kind: 'delete-endpoint',
  project,
  service: null,
  ...foundAt(endpoint),
  rule: '',
  reasons: because('left-over', 'The service of this endpoint of ours is gone and no other one uses it.'),
  endpointName: endpoint.name,
  endpointId: endpoint.id,
});

/** A project that could not be read counts as unread even if a snapshot of it is at hand. */
const readable = ({ snapshots, unread }: ContextsInput): Snapshot[] => {
  const seen = new Set<string>();
  for (const { project } of snapshots) {
    if (seen.has(project)) throw new Error(`project ${project} has two snapshots; give each project once`);
    seen.add(project);
  }
  const unreadable = new Set(unread.map(({ project }) => project));
  return snapshots.filter(({ project }) => !unreadable.has(project));
};

/**
 * Judges every service of the snapshots.
 * @throws Error when a project is given twice
 */
export const contextsOf = (policy: CompiledPolicy, input: ContextsInput): Contexts => {
  const { planDiskMb: planDisks, maximumKind, today } = input;
  const cases: ServiceContext[] = [];
  const orphans: Change[] = [];
  const driftIn = driftReader(input);
  for (const snapshot of readable(input)) {
    const project = { name: snapshot.project, tags: snapshot.tags };
    const actual = indexActual(snapshot, planDisks);
    const drift = driftIn(snapshot);
    for (const service of snapshot.services) {
      const judgement = policy.decide(project, service, today);
      const subject = {
        service,
        judgement,
        actual: actual.of(service),
        planDisks,
        maximumKind,
        ...(service.unusable === undefined ? drift(service, judgement) : {}),
      };
      cases.push(withForecastMaximum(subject, input.forecasts));
    }
    if (policy.exempts(project, today)) continue;
    orphans.push(...actual.orphans.map((endpoint) => removalOfOrphan(snapshot.project, endpoint)));
  }
  return { cases, orphans };
};
