import type { Change, ChangeOf, FoundAt, Motive } from '../change/change.ts';
import type { Maximum, MaximumKind, Service } from '../model/model.ts';
import { because, type Reason } from '../model/reason.ts';
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

/** What a change finds at an endpoint: its additional storage, or what it holds where that cannot be converted. */
export const foundAt = ({ maxAdditionalGb, maximum }: MeasuredEndpoint): FoundAt =>
  maxAdditionalGb === null ? { fromGb: 0, held: maximum } : { fromGb: maxAdditionalGb };

type Common = Motive & { readonly project: string; readonly service: string; readonly endpointName: string };

/** What every change of the service's disk has; its reasons are the decision's unless others are given. */
const common = (
  { judgement: { decision }, actual }: ServiceContext,
  reasons: readonly Reason[] | undefined,
): Common => ({
  project: decision.project,
  service: decision.service,
  endpointName: actual.endpointName,
  rule: decision.rule,
  reasons: reasons ?? decision.reasons,
});

/** The maximum to write, in additional storage and as the endpoint is to hold it. */
interface Aim {
  readonly toGb: number;
  readonly maximum: Maximum;
  readonly reasons: readonly Reason[];
}

/** Makes the endpoint of the service. */
export const creation = (subject: ServiceContext, { toGb, maximum, reasons }: Aim): ChangeOf<'create-endpoint'> => ({
  ...common(subject, reasons),
  kind: 'create-endpoint',
  phase: 'grant',
  toGb,
  maximum,
});

/** Changes the maximum of an endpoint. Lowering comes first, everywhere, so that room is made before it is given (design §7). */
export const update = (
  subject: ServiceContext,
  { id, maxAdditionalGb }: MeasuredEndpoint,
  { toGb, maximum, reasons }: Aim,
): ChangeOf<'update-endpoint'> => {
  const fromGb = maxAdditionalGb ?? 0;
  const phase = toGb < fromGb ? 'release' : 'grant';
  return { ...common(subject, reasons), kind: 'update-endpoint', phase, fromGb, toGb, endpointId: id, maximum };
};

/**
 * Lets the service use an endpoint of ours.
 * @param endpointId null when the same plan creates the endpoint
 */
export const attachment = (
  subject: ServiceContext,
  endpointId: string | null,
  { toGb, reasons }: Pick<Aim, 'toGb' | 'reasons'>,
): ChangeOf<'create-integration'> => ({
  ...common(subject, reasons),
  kind: 'create-integration',
  phase: 'grant',
  endpointId,
  toGb,
});

/** Deletes an endpoint of ours. */
export const removal = (
  subject: ServiceContext,
  endpoint: MeasuredEndpoint,
  reasons?: readonly Reason[],
): ChangeOf<'delete-endpoint'> => ({
  ...common(subject, reasons),
  kind: 'delete-endpoint',
  phase: 'release',
  ...foundAt(endpoint),
  endpointId: endpoint.id,
});

/** Deletes the integration of the service with an endpoint of ours. */
export const detachment = (
  subject: ServiceContext,
  { integration, endpoint }: Attachment,
  reasons?: readonly Reason[],
): ChangeOf<'delete-integration'> => ({
  ...common(subject, reasons),
  kind: 'delete-integration',
  phase: 'release',
  ...foundAt(endpoint),
  endpointId: endpoint.id,
  integrationId: integration.id,
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
  const reasons = because('left-over', 'The service has more than one autoscaler of ours: this one is too many.');
  const [, ...doubled] = subject.actual.attached
    .filter(({ endpoint }) => endpoint === kept)
    .sort((a, b) => (a.integration.id < b.integration.id ? -1 : 1));
  const elsewhere = subject.actual.attached.filter(({ endpoint }) => endpoint !== kept);
  const endpoints = distinctEndpoints(subject.actual).filter((endpoint) => endpoint !== kept);
  return [
    ...[...doubled, ...elsewhere].map((one) => detachment(subject, one, reasons)),
    ...endpoints.map((endpoint) => removal(subject, endpoint, reasons)),
  ];
};
