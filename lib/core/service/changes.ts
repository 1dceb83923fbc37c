import type { Change, ChangeKind } from '../model/change.ts';
import type { HeldMaximum, Maximum, MaximumKind, Service } from '../model/model.ts';
import type { Judgement } from '../policy/policy.ts';
import type { Actual, Attachment } from './actual.ts';
import type { Drifted } from './drift.ts';
import type { PlanDisks } from './floor.ts';
import type { MeasuredEndpoint } from './maximum.ts';

/** One service: what policy says of it, what it has, and what is known of its plan. */
export interface ServiceContext {
  readonly service: Service;
  readonly judgement: Judgement;
  readonly actual: Actual;
  readonly planDisks: PlanDisks;
  /** What the numbers of endpoints count that are to be created. */
  readonly maximumKind: MaximumKind;
  /** What somebody else has changed since Headroom last wrote; absent when nothing that matters. */
  readonly drifted?: Drifted;
}

const byId = (a: MeasuredEndpoint, b: MeasuredEndpoint): number => (a.id < b.id ? -1 : Number(a.id > b.id));

interface Write {
  readonly fromGb: number;
  readonly toGb: number;
  readonly endpointId: string | null;
  readonly integrationId?: string;
  readonly maximum?: Maximum;
  readonly held?: HeldMaximum;
  readonly reason?: string;
}

/** What a change finds at an endpoint: its additional storage, or what it holds where that says nothing. */
export const foundAt = ({ maxAdditionalGb, maximum }: MeasuredEndpoint): Pick<Change, 'fromGb' | 'held'> =>
  maxAdditionalGb === null ? { fromGb: 0, held: maximum } : { fromGb: maxAdditionalGb };

/** Whatever only takes away comes first, everywhere, so that room is made before it is given (design §7). */
const phaseOf = (kind: ChangeKind, { fromGb, toGb }: Write): Change['phase'] => {
  if (kind === 'update-endpoint') return toGb < fromGb ? 'release' : 'grant';
  return kind === 'delete-endpoint' || kind === 'delete-integration' ? 'release' : 'grant';
};

/** A change of the service's endpoint or integration, for the decision's reason unless another is given. */
export const change = (
  { judgement: { decision }, actual }: ServiceContext,
  kind: ChangeKind,
  write: Write,
): Change => ({
  phase: phaseOf(kind, write),
  kind,
  project: decision.project,
  service: decision.service,
  fromGb: write.fromGb,
  toGb: write.toGb,
  ...(write.held === undefined ? {} : { held: write.held }),
  rule: decision.rule,
  reason: write.reason ?? decision.reason,
  endpointName: actual.endpointName,
  endpointId: write.endpointId,
  integrationId: write.integrationId ?? null,
  maximum: write.maximum ?? null,
});

/** Deletes an endpoint of ours. */
export const removal = (subject: ServiceContext, endpoint: MeasuredEndpoint, reason?: string): Change =>
  change(subject, 'delete-endpoint', { ...foundAt(endpoint), toGb: 0, endpointId: endpoint.id, reason });

/** Deletes the integration of the service with an endpoint of ours. */
export const detachment = (subject: ServiceContext, { integration, endpoint }: Attachment, reason?: string): Change =>
  change(subject, 'delete-integration', {
    ...foundAt(endpoint),
    toGb: 0,
    endpointId: endpoint.id,
    integrationId: integration.id,
    reason,
  });

/** Every endpoint of ours that the service has, once, by id. */
export const distinctEndpoints = ({ attached, spare }: Actual): MeasuredEndpoint[] =>
  [...new Set([...attached.map(({ endpoint }) => endpoint), ...spare])].sort(byId);

/**
 * Of several endpoints of ours: one that a service uses before one that none does, then of what the one with the lowest id
 * counts, whatever is wanted; of those the wanted maximum, then the lowest id.
 */
export const toKeep = ({ attached, spare }: Actual, wantedGb: number): MeasuredEndpoint | undefined => {
  const candidates = (attached.length > 0 ? attached.map(({ endpoint }) => endpoint) : [...spare]).sort(byId);
  const [first] = candidates;
  const isRight = ({ maximum, maxAdditionalGb }: MeasuredEndpoint): boolean =>
    maximum.kind === first?.maximum.kind && maxAdditionalGb === wantedGb;
  return candidates.find(isRight) ?? first;
};

/** Deletes whatever of ours the service has beside the one endpoint and integration that are kept. */
export const surplus = (subject: ServiceContext, kept: MeasuredEndpoint): Change[] => {
  const reason = 'The service has more than one autoscaler of ours: this one is too many.';
  const [, ...doubled] = subject.actual.attached
    .filter(({ endpoint }) => endpoint === kept)
    .sort((a, b) => (a.integration.id < b.integration.id ? -1 : 1));
  const elsewhere = subject.actual.attached.filter(({ endpoint }) => endpoint !== kept);
  const endpoints = distinctEndpoints(subject.actual).filter((endpoint) => endpoint !== kept);
  return [
    ...[...doubled, ...elsewhere].map((attachment) => detachment(subject, attachment, reason)),
    ...endpoints.map((endpoint) => removal(subject, endpoint, reason)),
  ];
};
