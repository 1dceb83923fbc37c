import type { Effect } from './decision.ts';
import type { FreezePolicy } from './freeze.ts';
import type { Mode } from './model.ts';
import type { OptionValue } from './search-configuration.ts';

/**
 * Globs (`*`, `?`); a leading `!` excludes. A value matches when some including glob does and no excluding one does.
 * Where only excluding globs are given everything else is included; an empty list matches nothing.
 */
export type Patterns = readonly string[];

/** Which services a rule speaks of: every member given must match; an empty selector matches all. */
export interface Selector {
  readonly project?: Patterns;
  readonly service?: Patterns;
  readonly serviceType?: Patterns;
  readonly plan?: Patterns;
  readonly cloud?: Patterns;
  readonly state?: Patterns;
  /** Tag key (exact) to patterns of its value; a service without the tag never matches. */
  readonly tags?: Readonly<Record<string, Patterns>>;
  /** The same for the tags of the project alone, whatever the service's own say. */
  readonly projectTags?: Readonly<Record<string, Patterns>>;
}

/** How a rule leaves its maximum to the forecast. */
export interface ForecastOption {
  /** Days of growth that the maximum must leave room for. */
  readonly horizonDays: number;
  /** Never more than this, and exactly this while too little is known. */
  readonly ceilingGb: number;
  readonly atLeastGb: number;
}

/** What is told before it happens. */
export interface Warnings {
  /** Days before a maximum may be reached, or a disk that gets no room be full, from which on that is told; 0 means never. */
  readonly maximumSoonDays: number;
}

/** Who gets what: the first rule whose selector matches decides. */
export interface Rule {
  readonly name: string;
  readonly match: Selector;
  readonly effect: Effect;
  /** Desired maximum in GB, the ceiling where the forecast decides; required when the effect is `enable`. */
  readonly maxAdditionalGb?: number;
  /** Present when the forecast decides the maximum. */
  readonly forecast?: ForecastOption;
  /** Budget tier, 1 first; absent means 1. */
  readonly priority?: number;
  /** How much more of a budget than the others of its tier, from 1; absent means 1. */
  readonly weight?: number;
  /** GB that each service gets of its budget before any tier is filled, as far as it wants them; absent means 0. */
  readonly atLeastGb?: number;
}

/** Money for the additional storage of services; a service belongs to the first budget that matches (design §8). */
export interface Budget {
  readonly name: string;
  readonly match: Selector;
  /** Exact decimal, in the currency of the prices. */
  readonly monthly: string;
  readonly basis: 'run-rate' | 'month-to-date';
  /** Differences below this many GB are not worth a write; 0 means every one is. */
  readonly deadBandGb: number;
  /** From this share of `monthly` on what is provisioned is told; 0 means never. */
  readonly warnPercent: number;
}

/** A price of the policy for plans that the platform gives none for; absent patterns match all. */
export interface PricedPlan {
  readonly serviceType?: Patterns;
  readonly plan?: Patterns;
  readonly cloud?: Patterns;
  readonly perGbMonth: string;
}

/** How the price of a GB and month is found. Amounts are exact decimals. */
export interface PricePolicy {
  /** Currency of budgets and of the prices in the policy, as three letters. */
  readonly currency: string;
  /** How much of the currency one US dollar is. */
  readonly exchangeRate: string;
  /** What the platform's price is multiplied by for what it leaves out. */
  readonly factor: string;
  /** Where neither the platform nor the table gives one; null when there is none. */
  readonly default: string | null;
  readonly table: readonly PricedPlan[];
}

/** Kinds of change that may need approval; `restart` is a search option whose change restarts the service. */
export type ApprovalKind = 'enable' | 'raise' | 'lower' | 'disable' | 'restart';

/** Limits of what one run may do unasked; 0 means none at all. */
export interface Guardrails {
  /** Services changed in one run. */
  readonly maxChanges: number;
  /** Services changed, in percent of the services that policy manages. */
  readonly maxChangePercent: number;
  readonly maxAddedGb: number;
  /** Money a month of what is added, as an exact decimal; absent means the default, judged only where prices are known. */
  readonly maxAddedMonthly?: string;
  /** Services whose maximum is raised, and lowered, in one run; absent means that only the other limits hold. */
  readonly maxRaises?: number;
  readonly maxLowers?: number;
  readonly needApproval: readonly ApprovalKind[];
  /** Failed changes after which a run tries nothing more; 0 ends it at the first one, as 1 does. */
  readonly maxFailures: number;
  /** Whether the first plan that would write, since the mode was last another one than `enforce`, waits for approval. */
  readonly firstRun: 'propose' | 'apply';
  /** Hours after which a plan that was proposed can no longer be approved. */
  readonly approvalHours: number;
}

/** An option of the search configuration that is kept at a value. */
export interface WantedOption {
  /** Names from the top, joined by dots. */
  readonly path: string;
  /** Null wants the default. */
  readonly value: OptionValue;
  /** What the platform itself may show when the option is not set. */
  readonly default?: OptionValue;
}

/** What is kept on the search services that match (spec.md §2.4). */
export interface SearchBaseline {
  readonly name: string;
  readonly match: Selector;
  readonly options: readonly WantedOption[];
}

/** What becomes of what somebody else has changed by hand: set right as policy asks, or told and left as it is. */
export type DriftHandling = 'repair' | 'report';

/** Services whose configuration is kept in somebody else's code: they are never disabled or lowered. */
export interface ManagedElsewhere {
  /** Who or what keeps it, for the texts. */
  readonly by: string;
  readonly match: Selector;
}

export interface Policy {
  readonly mode: Mode;
  readonly tagPrefix: string;
  /** Key of the tag whose value names who is told of a service. */
  readonly ownerTag: string;
  readonly rules: readonly Rule[];
  readonly managedElsewhere: readonly ManagedElsewhere[];
  readonly drift: DriftHandling;
  readonly budgets: readonly Budget[];
  readonly prices: PricePolicy;
  readonly warnings: Warnings;
  readonly guardrails: Guardrails;
  readonly searchConfiguration: readonly SearchBaseline[];
  /** Absent when nothing is ever frozen. */
  readonly freeze?: FreezePolicy;
}
