import type { Change, ChangeOf, FoundAt } from '../change/change.ts';
import { because, type Reason } from '../model/decision.ts';
import { byText } from '../model/grouping.ts';
import type { Maximum, MaximumKind, RememberedProject, Service } from '../model/model.ts';
import type { OptionChange } from '../model/search-configuration.ts';
import type { Judgement } from '../policy/policy.ts';
import type { Actual, Attachment } from './actual.ts';
import type { AlertFacts } from './disk-alert.ts';
import type { Drifted } from './drift.ts';
import type { PlanSizes } from './floor.ts';
import type { MeasuredEndpoint } from './maximum.ts';

/** A change that sets options of a search service. */
export const optionsChange = (
  subject: Pick<ChangeOf<'update-search-configuration'>, 'project' | 'service' | 'rule' | 'reasons'>,
  members: readonly OptionChange[],
): ChangeOf<'update-search-configuration'> => ({
  phase: 'grant',
  kind: 'update-search-configuration',
  ...subject,
  members,
});

/** One service with its policy decision, actual state and the disks of its plan. */
export interface ServiceContext {
  readonly service: Service;
  readonly judgement: Judgement;
  readonly actual: Actual;
  /** The disks of its plan. */
  readonly sizes: PlanSizes;
  /** Kind of maximum of new endpoints. */
  readonly maximumKind: MaximumKind;
  /** Maximum in GB that the forecast asks for while the rule holds the present one; absent where nothing is held. */
  readonly forecastGb?: number;
  /** Maximum in GB that people have granted for some days; absent without a grant. */
  readonly grantedGb?: number;
  /** The platform's alerts about its disk; absent: it did not list them. */
  readonly alert?: AlertFacts;
  /** When Headroom last changed its autoscaler, ISO 8601; null or absent: not, or unknown. */
  readonly changedAt?: string | null;
  /** Foreign changes since Headroom last wrote; absent when none are relevant. */
  readonly drifted?: Drifted;
  /**
   * Present if this run did not read the project: the service only counts in budgets, with its last known sizes.
   * `grantedGb`: the maximum that runs may have granted since, 0 for none.
   */
  readonly remembered?: { readonly grantedGb: number } & Pick<RememberedProject, 'standing'>;
}

const byId = (a: MeasuredEndpoint, b: MeasuredEndpoint): number => byText(a.id, b.id);

/** Present maximum of an endpoint: as additional storage, or as stored where that cannot be converted. */
export const foundAt = ({ maxAdditionalGb, maximum }: MeasuredEndpoint): FoundAt =>
  maxAdditionalGb === null ? { fromGb: 0, held: maximum } : { fromGb: maxAdditionalGb };

/** Common members of all disk changes of a service; `reasons` default to the decision's. */
const common = (
  { judgement: { decision } }: ServiceContext,
  endpointName: string,
  reasons: readonly Reason[] | undefined,
) => ({
  project: decision.project,
  service: decision.service,
  endpointName,
  rule: decision.rule,
  reasons: reasons ?? decision.reasons,
});

/** The maximum to write, as additional storage and in the endpoint's own counting. */
interface Aim {
  readonly toGb: number;
  readonly maximum: Maximum;
  readonly reasons: readonly Reason[];
}

/** Creates the endpoint of the service. */
export const creation = (subject: ServiceContext, { toGb, maximum, reasons }: Aim): ChangeOf<'create-endpoint'> => ({
  ...common(subject, subject.actual.endpointName, reasons),
  kind: 'create-endpoint',
  phase: 'grant',
  toGb,
  maximum,
});

/** Changes the maximum of an endpoint. Lowering always comes first, so that it frees budget before raises use it (design §7). */
export const update = (
  subject: ServiceContext,
  { id, name, maxAdditionalGb }: MeasuredEndpoint,
  { toGb, maximum, reasons }: Aim,
): ChangeOf<'update-endpoint'> => {
  const fromGb = maxAdditionalGb ?? 0;
  const phase = toGb < fromGb ? 'release' : 'grant';
  return { ...common(subject, name, reasons), kind: 'update-endpoint', phase, fromGb, toGb, endpointId: id, maximum };
};

/**
 * Connects the service to a Headroom endpoint.
 * @param endpoint null when the same plan creates the endpoint
 */
export const attachment = (
  subject: ServiceContext,
  endpoint: MeasuredEndpoint | null,
  { toGb, reasons }: Pick<Aim, 'toGb' | 'reasons'>,
): ChangeOf<'create-integration'> => ({
  ...common(subject, endpoint?.name ?? subject.actual.endpointName, reasons),
  kind: 'create-integration',
  phase: 'grant',
  endpointId: endpoint?.id ?? null,
  toGb,
});

/** Deletes a Headroom endpoint. */
export const removal = (
  subject: ServiceContext,
  endpoint: MeasuredEndpoint,
  reasons?: readonly Reason[],
): ChangeOf<'delete-endpoint'> => ({
  ...common(subject, endpoint.name, reasons),
  kind: 'delete-endpoint',
  phase: 'release',
  ...foundAt(endpoint),
  endpointId: endpoint.id,
});

/** Deletes the integration of the service with a Headroom endpoint. */
export const detachment = (
  subject: ServiceContext,
  { integration, endpoint }: Attachment,
  reasons?: readonly Reason[],
): ChangeOf<'delete-integration'> => ({
  ...common(subject, endpoint.name, reasons),
  kind: 'delete-integration',
  phase: 'release',
  ...foundAt(endpoint),
  endpointId: endpoint.id,
  integrationId: integration.id,
});

/**
 * Makes Headroom the manager of the endpoint that the service uses, or gives it back. The maximum stays.
 * @param maximum the endpoint's maximum, in its own counting
 */
export const handover = <K extends 'adopt-endpoint' | 'return-endpoint'>(
  subject: ServiceContext,
  kind: K,
  { id, name }: MeasuredEndpoint,
  { toGb, maximum, reasons }: Aim,
) => ({ ...common(subject, name, reasons), kind, phase: 'grant', endpointId: id, toGb, maximum }) as const;

/** All Headroom endpoints of the service, sorted by id, without duplicates. */
export const distinctEndpoints = ({ attached, spare }: Actual): MeasuredEndpoint[] => {
  const [first] = attached;
  // As nearly every service has it.
  if (first !== undefined && attached.length === 1 && spare.length === 0) return [first.endpoint];
  return [...new Set([...attached.map(({ endpoint }) => endpoint), ...spare])].sort(byId);
};

/**
 * Selects which of several Headroom endpoints to retain: attached before spare, then the kind of maximum of the lowest id,
 * then the wanted maximum, then the lowest id.
 */
export const toKeep = ({ attached, spare }: Actual, wantGb: number): MeasuredEndpoint | undefined => {
  const candidates = (attached.length > 0 ? attached.map(({ endpoint }) => endpoint) : [...spare]).sort(byId);
  const [first] = candidates;
  const isRight = ({ maximum, maxAdditionalGb }: MeasuredEndpoint): boolean =>
    maximum.kind === first?.maximum.kind && maxAdditionalGb === wantGb;
  return candidates.find(isRight) ?? first;
};

/** Deletes all Headroom endpoints and integrations of the service except the retained ones. */
export const surplus = (subject: ServiceContext, retained: MeasuredEndpoint): Change[] => {
  const reasons = because('left-over', 'The service has more than one Headroom autoscaler; this one is surplus.');
  const [, ...doubled] = subject.actual.attached
    .filter(({ endpoint }) => endpoint === retained)
    .sort((a, b) => byText(a.integration.id, b.integration.id));
  const elsewhere = subject.actual.attached.filter(({ endpoint }) => endpoint !== retained);
  const endpoints = distinctEndpoints(subject.actual).filter((endpoint) => endpoint !== retained);
  return [
    ...[...doubled, ...elsewhere].map((detached) => detachment(subject, detached, reasons)),
    ...endpoints.map((endpoint) => removal(subject, endpoint, reasons)),
  ];
};
