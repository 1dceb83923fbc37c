import type { PlanInput } from '../../lib/core/plan/plan-input.ts';
import { type Case, type Held, isEligible, kindOf, ours, provisioned, retained, whileOff, whole } from './actual.ts';
import type { Target } from './budget.ts';

/** One write; `order` sorts the writes of a service. */
export interface Step {
  readonly phase: 'release' | 'grant';
  readonly order: number;
  readonly kind: string;
  readonly endpoint: string;
  readonly id: string;
  readonly integration: string;
  readonly fromGb: number;
  readonly toGb: number;
}

/** What becomes of one service. */
export interface Decided {
  readonly steps: readonly Step[];
  readonly findings: readonly string[];
  readonly tally?: {
    readonly kind: 'enable' | 'raise' | 'lower' | 'disable';
    readonly fromGb: number;
    readonly toGb: number;
  };
  /** Whether it only raises a maximum to what is provisioned, which costs no money. */
  readonly isToFloor?: boolean;
}

const nothing: Decided = { steps: [], findings: [] };
const only = (finding: string): Decided => ({ steps: [], findings: [finding] });
export const step = (
  phase: Step['phase'],
  kind: string,
  { id, name, gb }: Held,
  toGb: number,
  integration = '',
): Step => {
  const order = [
    'adopt-endpoint',
    'delete-integration',
    'delete-endpoint',
    'create-endpoint',
    'update-endpoint',
    'create-integration',
  ];
  return { phase, order: order.indexOf(kind), kind, endpoint: name, id, integration, fromGb: gb ?? 0, toGb };
};

/** Whether the maximum would be below the present one, which another tool must do. */
const lowersElsewhere = ({ wish, attached }: Case, gb: number): boolean =>
  wish.isManagedElsewhere && attached.some(({ endpoint }) => endpoint.gb === null || endpoint.gb > gb);

/** Sets the maximum to `gb`, whatever is there. */
const setTo = (input: PlanInput, one: Case, gb: number): Decided => {
  const { attached, mine, wish, planMb } = one;
  const keep = retained(one, gb);
  const isTooSmall = kindOf(one, gb, input.maximumKind) === 'total' && whole(planMb ?? 0) + gb < 50;
  if (keep?.gb !== gb && isTooSmall) return only('maximum-not-expressible');
  const advice = wish.isManagedElsewhere ? ['managed-elsewhere'] : [];
  const tally = { kind: 'enable', fromGb: 0, toGb: gb } as const;
  if (keep === undefined) {
    const fresh = { id: '', name: ours(one.service.name), gb: 0, maximum: { kind: input.maximumKind, gb: null } };
    return {
      steps: ['create-endpoint', 'create-integration'].map((kind) => step('grant', kind, fresh, gb)),
      findings: advice,
      tally,
    };
  }
  if (lowersElsewhere(one, gb)) return only('managed-elsewhere');
  const first = attached.find(({ endpoint }) => endpoint === keep);
  const surplus = [
    ...attached
      .filter((each) => each !== first)
      .map((each) => step('release', 'delete-integration', each.endpoint, 0, each.integration.id)),
    ...mine.filter((each) => each !== keep).map((each) => step('release', 'delete-endpoint', each, 0)),
  ];
  const fromGb = keep.gb ?? 0;
  const update = keep.gb === gb ? [] : [step(gb < fromGb ? 'release' : 'grant', 'update-endpoint', keep, gb)];
  const attach = first === undefined ? [step('grant', 'create-integration', { ...keep, gb: 0 }, gb)] : [];
  const steps = [...surplus, ...update, ...attach];
  if (first === undefined) return { steps, findings: advice, tally };
  return {
    steps,
    findings: [],
    ...(update.length > 0 && { tally: { kind: gb < fromGb ? 'lower' : 'raise', fromGb, toGb: gb } }),
  };
};

/** The maximum, or what is provisioned if that is more. */
const aboveFloor = (input: PlanInput, one: Case, gb: number, isThere: boolean): Decided => {
  if (one.planMb === undefined) return nothing;
  const floorGb = provisioned(one, kindOf(one, gb, input.maximumKind));
  if (floorGb === null) return isThere ? setTo(input, one, gb) : only('plan-unknown');
  if (floorGb <= gb) return setTo(input, one, gb);
  const lifted = setTo(input, one, floorGb);
  if (lifted.steps.length === 0 && lifted.findings.length > 0) return lifted;
  return {
    ...lifted,
    findings: [...lifted.findings, 'floor-above-maximum'],
    isToFloor: lifted.tally?.kind === 'raise',
  };
};

/** No maximum is below what is provisioned (design §7). */
const enable = (input: PlanInput, one: Case, gb: number): Decided => {
  const { service, planMb, attached, mine } = one;
  const offGb = whileOff(one);
  if (offGb !== null) return { ...setTo(input, one, offGb), findings: ['not-eligible'] };
  if (!isEligible(service)) return only('not-eligible');
  const kind = kindOf(one, gb, input.maximumKind);
  const needsPlan = kind === 'total' || mine.some(({ maximum }) => maximum.kind === 'total');
  if (planMb === undefined && needsPlan) return nothing;
  if (planMb === null && kind === 'total') return only('maximum-not-expressible');
  const isThere = attached.some(({ endpoint }) => endpoint.gb === gb);
  if (service.diskMb === null) return isThere ? setTo(input, one, gb) : only('disk-unknown');
  return service.diskMb <= gb * 1024 ? setTo(input, one, gb) : aboveFloor(input, one, gb, isThere);
};

const disable = ({ attached, spare, mine, wish }: Case): Decided => {
  const deletions = (all: readonly Held[]) => all.map((each) => step('release', 'delete-endpoint', each, 0));
  if (attached.length === 0) return { steps: deletions(mine), findings: [] };
  if (wish.isManagedElsewhere) return { steps: deletions(spare), findings: ['managed-elsewhere'] };
  const detached = attached.map((each) => step('release', 'delete-integration', each.endpoint, 0, each.integration.id));
  const fromGb = Math.max(...attached.map(({ endpoint }) => endpoint.gb ?? 0));
  return { steps: [...detached, ...deletions(mine)], findings: [], tally: { kind: 'disable', fromGb, toGb: 0 } };
};

/** A service whose budget allows no change: only a maximum below what is provisioned is raised to it. */
const held = (input: PlanInput, one: Case): Decided => {
  const gb = retained(one, one.wish.maxGb)?.gb ?? null;
  const isBelow = gb !== null && (provisioned(one, kindOf(one, gb, input.maximumKind)) ?? 0) > gb;
  return isBelow && one.attached.length > 0 ? enable(input, one, gb) : nothing;
};

/** Someone else's autoscaler is left alone, or taken over where the policy wants that. */
const beside = (input: PlanInput, { wish, attached, adoptable, isForeign }: Case): Decided => {
  if (wish.effect === 'ignore' && attached.length === 0) return nothing;
  const mayAdopt = input.policy.foreign === 'adopt' && wish.effect === 'enable' && !wish.isManagedElsewhere;
  if (!mayAdopt || adoptable === null) return only(isForeign ? 'foreign-autoscaler' : 'endpoint-shared');
  return { steps: [step('grant', 'adopt-endpoint', adoptable, adoptable.gb ?? 0)], findings: [] };
};

const ignore = ({ attached, spare }: Case): Decided => {
  const steps = spare.map((each) => step('release', 'delete-endpoint', each, 0));
  return { steps, findings: attached.length > 0 ? ['no-longer-selected'] : [] };
};

/** What becomes of one service under the maximum that its budget allows (design §7). */
export const decide = (input: PlanInput, one: Case, target: Target | undefined): Decided => {
  const { wish, spare, mine, planMb } = one;
  if (one.service.unusable !== undefined) return only('record-invalid');
  if (wish.isExempt) return nothing;
  if (one.isForeign || one.isShared) return beside(input, one);
  if (target !== undefined && 'hold' in target) return held(input, one);
  if (wish.effect === 'enable') return enable(input, one, target?.gb ?? wish.maxGb);
  // A total cannot be read without the plan's own disk, which must be asked for first.
  const concerned = wish.effect === 'disable' ? mine : spare;
  if (planMb === undefined && concerned.some(({ maximum }) => maximum.kind === 'total')) return nothing;
  return wish.effect === 'disable' ? disable(one) : ignore(one);
};
