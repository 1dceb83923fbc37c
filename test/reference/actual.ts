import type { Endpoint, Integration, MaximumKind, Service, Snapshot } from '../../lib/core/model/model.ts';
import type { PlanInput } from '../../lib/core/plan/plan-input.ts';
import { type Wish, wishOf } from './policy.ts';

/** An endpoint with its maximum as additional storage; null when that is unknown. */
export interface Held extends Endpoint {
  readonly gb: number | null;
}

/** One service as the platform shows it, beside what the policy wants of it. */
export interface Case {
  readonly project: string;
  readonly service: Service;
  readonly wish: Wish;
  /** Own disk of its plan in MB: undefined before it was asked for, null where the platform gives none. */
  readonly planMb: number | null | undefined;
  /** Headroom's integrations and endpoints for it; `spare` are endpoints that no service uses. */
  readonly attached: readonly { readonly integration: Integration; readonly endpoint: Held }[];
  readonly spare: readonly Held[];
  readonly mine: readonly Held[];
  /** The one endpoint that Headroom could adopt. */
  readonly adoptable: Held | null;
  readonly isForeign: boolean;
  readonly isShared: boolean;
  /** Largest maximum of all its autoscalers; null without one that can be read. */
  readonly heldGb: number | null;
  /** What runs may have granted since an old record; null for a project that was read now. */
  readonly rememberedGb: number | null;
}

export const whole = (mb: number): number => Math.ceil(mb / 1024);
export const ours = (name: string): string => `headroom-${name}`;
const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

/** A maximum as additional storage: a total includes the plan's own disk (docs/internals/decisions.md, "A maximum carries its meaning"). */
export const additional = ({ maximum: { kind, gb } }: Endpoint, planMb: number | null | undefined): number | null => {
  if (gb === null || kind === 'additional') return gb;
  return planMb == null ? null : Math.max(0, gb - whole(planMb));
};

export const usersOf = (id: string, { services }: Snapshot): Service[] =>
  services.filter(({ integrations }) => integrations.some(({ endpointId }) => endpointId === id));

export const caseOf = (input: PlanInput, from: Snapshot, service: Service, rememberedGb: number | null): Case => {
  const planMb = input.planDiskMb.get(`${service.type}/${service.plan}`);
  const all = from.endpoints.map((each): Held => ({ ...each, gb: additional(each, planMb) })).sort(byId);
  const mine = all.filter(({ name }) => name === ours(service.name));
  const used = service.integrations.map((integration) => ({
    integration,
    endpoint: all.find(({ id }) => id === integration.endpointId),
  }));
  const attached = used.flatMap(({ integration, endpoint }) =>
    endpoint && mine.includes(endpoint) ? [{ integration, endpoint }] : [],
  );
  const [only, second] = used.map(({ endpoint }) => endpoint);
  const isAlone =
    only !== undefined && used.length === 1 && second === undefined && usersOf(only.id, from).length === 1;
  const read = used.flatMap(({ endpoint }) => (endpoint?.gb == null ? [] : [endpoint.gb]));
  return {
    ...{ project: from.project, service, planMb, mine, rememberedGb, wish: wishOf(input, from, service) },
    attached: attached.sort((a, b) => byId(a.integration, b.integration)),
    spare: mine.filter(({ id }) => usersOf(id, from).length === 0),
    adoptable: isAlone && !only.name.startsWith(ours('')) && only.gb !== null ? only : null,
    isForeign: attached.length < used.length,
    isShared: mine.some(({ id }) => usersOf(id, from).some((user) => user !== service)),
    heldGb: read.length === 0 ? null : Math.max(...read),
  };
};

/** The endpoint to retain: attached before spare, the wanted maximum before the lowest id; one kind is never changed. */
export const retained = ({ attached, spare }: Case, gb: number): Held | undefined => {
  const candidates = attached.length > 0 ? attached.map(({ endpoint }) => endpoint).sort(byId) : [...spare].sort(byId);
  const [first] = candidates;
  return candidates.find((each) => each.gb === gb && each.maximum.kind === first?.maximum.kind) ?? first;
};

export const kindOf = (one: Case, gb: number, fresh: MaximumKind): MaximumKind =>
  retained(one, gb)?.maximum.kind ?? fresh;

/** Additional storage that is provisioned, in whole GB; null when unknown. */
export const provisioned = ({ service: { diskMb }, planMb }: Case, kind: MaximumKind): number | null => {
  if (diskMb === null || planMb == null) return null;
  return Math.max(0, kind === 'total' ? whole(diskMb) - whole(planMb) : whole(diskMb - planMb));
};

/** Types and plans without dynamic disk sizing, and services that cannot have an autoscaler now (spec.md §1.7). */
export const isEligible = ({ type, plan, state, refusal }: Service): boolean =>
  !['redis', 'valkey', 'dragonfly', 'flink', 'kafka_connect', 'kafka_mirrormaker'].includes(type) &&
  !['free', 'hobbyist', 'developer'].includes(plan.split('-')[0] ?? '') &&
  state === 'RUNNING' &&
  refusal === undefined;

/** What a powered-off service keeps: no more than is provisioned. */
export const whileOff = (one: Case): number | null => {
  const [only, other] = one.attached;
  if (one.service.state !== 'POWEROFF' || one.wish.effect !== 'enable' || one.wish.isManagedElsewhere) return null;
  const { gb = null, maximum } = only?.endpoint ?? {};
  const floorGb = maximum === undefined ? null : provisioned(one, maximum.kind);
  if (gb === null || floorGb === null || other !== undefined) return null;
  return Math.min(gb, Math.max(floorGb, maximum?.kind === 'total' ? 50 - whole(one.planMb ?? 0) : 0));
};
