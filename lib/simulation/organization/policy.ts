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

export interface SimulatedPolicy {
  readonly mode: 'observe' | 'enforce' | 'stop';
  readonly rules: readonly SimulatedRule[];
  readonly budgets: readonly SimulatedBudget[];
  /** Whether guardrails ask a person before services are disabled. */
  readonly needsApproval: boolean;
}

/** The document that Headroom reads: JSON is YAML. */
export const policyText = ({ mode, rules, budgets, needsApproval }: SimulatedPolicy): string =>
  JSON.stringify({
    version: 1,
    mode,
    rules: rules.map(({ name, projects, types, effect, maxAdditionalGb, priority, weight }) => ({
      name,
      match: { project: projects ?? ['*'], ...(types === null ? {} : { serviceType: types }) },
      effect,
      ...(effect === 'enable' ? { maxAdditionalGb, priority, weight } : {}),
    })),
    ...(budgets.length === 0
      ? {}
      : {
          budgets: budgets.map(({ name, projects, monthly }) => ({
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
      needApproval: needsApproval ? ['disable'] : [],
      firstRun: 'apply',
    },
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

/** The first rule that matches decides; override tags of the service come before it (design §6). */
export const wishOf = ({ rules }: SimulatedPolicy, { project, type, tags }: Judged, today: string): Wish => {
  const exempt = tags['disk-autoscaler-exempt'];
  if (exempt !== undefined && exempt >= today) return { kind: 'leave-alone' };
  const rule = rules.find(
    ({ projects, types }) => (projects?.includes(project) ?? true) && (types?.includes(type) ?? true),
  );
  if (rule === undefined || rule.effect === 'ignore') return { kind: 'leave-alone' };
  if (tags['disk-autoscaler'] === 'off' || rule.effect === 'disable') return { kind: 'disable' };
  return { kind: 'enable', gb: Number(tags['disk-autoscaler-max-gb'] ?? rule.maxAdditionalGb) };
};
