import { freezeMember, type SimulatedFreeze } from './freeze.ts';

/** A policy as the simulator knows it: few kinds of rules, whose meaning is computed here without the product's code. */
export interface SimulatedRule {
  readonly name: string;
  /** Names of projects; null for every one. */
  readonly projects: readonly string[] | null;
  /** Service types; null for every one. */
  readonly types: readonly string[] | null;
  readonly effect: 'enable' | 'disable' | 'ignore';
  /** GB; of rules that enable. */
  readonly maxAdditionalGb: number;
  readonly priority: number;
  readonly weight: number;
}

export interface SimulatedBudget {
  readonly name: string;
  readonly projects: readonly string[];
  /** Currency a month, in whole cents. */
  readonly monthly: number;
}

/** Options of search services, by dotted name, as a baseline wants them. */
export interface SimulatedBaseline {
  readonly name: string;
  readonly projects: readonly string[];
  readonly options: Readonly<Record<string, boolean | number>>;
}

/** What a write does to the disk of a service. */
export type DiskChange = 'enable' | 'raise' | 'lower' | 'disable';

export interface SimulatedApproval {
  /** Kinds of change that a person must approve. */
  readonly kinds: readonly DiskChange[];
  /** How long an approval may be given. */
  readonly hours: number;
  /** Whether the first plan after another mode needs one too. */
  readonly firstRun: boolean;
}

export interface SimulatedPolicy {
  readonly mode: 'observe' | 'enforce' | 'stop';
  readonly rules: readonly SimulatedRule[];
  readonly budgets: readonly SimulatedBudget[];
  /** Whether guardrails ask a person before services are disabled. */
  readonly needsApproval: boolean;
  /** More that a person must approve; absent: nothing. */
  readonly approval?: SimulatedApproval;
  /** Absent: it never freezes. */
  readonly freeze?: SimulatedFreeze;
  /** Baselines of search services; absent: none. */
  readonly baselines?: readonly SimulatedBaseline[];
}

/** Kinds of change that a person must approve under a policy. */
export const approvedKinds = ({ needsApproval, approval }: SimulatedPolicy): readonly DiskChange[] => [
  ...new Set<DiskChange>([...(needsApproval ? (['disable'] as const) : []), ...(approval?.kinds ?? [])]),
];

/** `{"engine.a": 1, "b": true}` as the nested document `{"engine": {"a": 1}, "b": true}`. */
const nested = (options: SimulatedBaseline['options']): Record<string, unknown> => {
  const engine = Object.entries(options).filter(([path]) => path.startsWith('engine.'));
  const others = Object.entries(options).filter(([path]) => !path.startsWith('engine.'));
  return {
    ...Object.fromEntries(others),
    ...(engine.length === 0
      ? {}
      : { engine: Object.fromEntries(engine.map(([path, value]) => [path.slice('engine.'.length), value])) }),
  };
};

const baselinesMember = ({ baselines = [] }: SimulatedPolicy) =>
  baselines.length === 0
    ? {}
    : {
        searchConfiguration: baselines.map(({ name, projects, options }) => ({
          name,
          match: { project: projects },
          config: nested(options),
        })),
      };

/** The document that Headroom reads: JSON is YAML. */
export const policyText = (policy: SimulatedPolicy): string =>
  JSON.stringify({
    version: 1,
    mode: policy.mode,
    rules: policy.rules.map(({ name, projects, types, effect, maxAdditionalGb, priority, weight }) => ({
      name,
      match: { project: projects ?? ['*'], ...(types === null ? {} : { serviceType: types }) },
      effect,
      ...(effect === 'enable' ? { maxAdditionalGb, priority, weight } : {}),
    })),
    ...(policy.budgets.length === 0
      ? {}
      : {
          budgets: policy.budgets.map(({ name, projects, monthly }) => ({
            name,
            match: { project: projects },
            monthly: monthly.toFixed(2),
          })),
        }),
    prices: { default: '0.15' },
    guardrails: {
      maxChanges: 100_000,
      maxChangePercent: 100,
      maxAddedGb: 10_000_000,
      maxAddedMonthly: '10000000.00',
      maxGrowthPercent: 100,
      needApproval: approvedKinds(policy),
      firstRun: policy.approval?.firstRun ? 'propose' : 'apply',
      approvalHours: policy.approval?.hours ?? 24,
    },
    ...(policy.freeze === undefined ? {} : { freeze: freezeMember(policy.freeze) }),
    ...baselinesMember(policy),
  });

/** What policy wants for a service that can have the autoscaler. */
export type Wish =
  | { readonly kind: 'leave-alone' }
  | { readonly kind: 'disable' }
  /** `gb` is the maximum before budgets and the floor. */
  | { readonly kind: 'enable'; readonly gb: number };

interface Judged {
  readonly project: string;
  readonly type: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** Whether a tag exempts a service on a day, which may be the last of its exemption. */
export const isExempt = (tags: Judged['tags'], today: string): boolean => {
  const exempt = tags['disk-autoscaler-exempt'];
  return exempt !== undefined && today <= exempt;
};

/** The tags that override the rule on a day, which may be their last. */
const overridesOf = (tags: Judged['tags'], today: string) => {
  const until = tags['disk-autoscaler-until'];
  if (until !== undefined && until < today) return { isOff: false, gb: undefined };
  return { isOff: tags['disk-autoscaler'] === 'off', gb: tags['disk-autoscaler-max-gb'] };
};

/** The first rule that matches decides; override tags of the service come before it (design §6). */
export const wishOf = ({ rules }: SimulatedPolicy, { project, type, tags }: Judged, today: string): Wish => {
  if (isExempt(tags, today)) return { kind: 'leave-alone' };
  const rule = rules.find(
    ({ projects, types }) => (projects?.includes(project) ?? true) && (types?.includes(type) ?? true),
  );
  if (rule === undefined || rule.effect === 'ignore') return { kind: 'leave-alone' };
  const { isOff, gb } = overridesOf(tags, today);
  if (isOff || rule.effect === 'disable') return { kind: 'disable' };
  return { kind: 'enable', gb: Number(gb ?? rule.maxAdditionalGb) };
};
