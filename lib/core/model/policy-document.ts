import type { DriftHandling, Effect, ForeignHandling } from './decision.ts';
import type { FindingCode } from './findings/findings.ts';
import type { FreezePolicy } from './freeze.ts';
import type { Mode } from './model.ts';
import type { OptionValue } from './search-configuration.ts';
import type { ForecastOption } from './sizes.ts';

/**
 * Globs (`*`, `?`); a leading `!` excludes. A value matches if an including glob matches and no excluding one does.
 * A list of only excluding globs includes everything else; an empty list matches nothing.
 */
export type Patterns = readonly string[];

/** Selects services: every member present must match; an empty selector matches all. */
export interface Selector {
  readonly project?: Patterns;
  readonly service?: Patterns;
  readonly serviceType?: Patterns;
  readonly plan?: Patterns;
  readonly cloud?: Patterns;
  readonly state?: Patterns;
  /** Exact tag key to patterns of its value; a service without the tag never matches. */
  readonly tags?: Readonly<Record<string, Patterns>>;
  /** As `tags`, for the project's tags alone. */
  readonly projectTags?: Readonly<Record<string, Patterns>>;
}

/** Early warnings. */
export interface Warnings {
  /** Days before the expected day of a full disk from which that is urgent, if no coming run gives it room; 0: only once it is full. */
  readonly urgentDays: number;
  /** Use in percent of the disk from which a disk is reported whatever its days; absent: days alone decide. */
  readonly usedPercent?: number;
}

/** The first rule whose selector matches a service decides. */
export interface Rule {
  readonly name: string;
  readonly match: Selector;
  readonly effect: Effect;
  /** Desired maximum in GB, or the ceiling of a forecast; required when the effect is `enable`. */
  readonly maxAdditionalGb?: number;
  /** Present when the forecast sets the maximum. */
  readonly forecast?: ForecastOption;
  /** Budget tier, 1 first; absent means 1. */
  readonly priority?: number;
  /** Relative share within the tier, from 1; absent means 1. */
  readonly weight?: number;
  /** GB that each service gets from its budget before any tier is filled, up to its desired GB; absent means 0. */
  readonly atLeastGb?: number;
  /** Largest maximum in GB that a tag may set for services of this rule; absent: `Limits` decide. */
  readonly maxByTagGb?: number;
}

/** Bounds of the organization for every rule and tag. */
interface Limits {
  /** Largest maximum additional storage in GB. */
  readonly maxAdditionalGb: number;
}

/** Money for the additional storage of services; a service belongs to one budget (`compileBudgets`, design §8). */
export interface Budget {
  readonly name: string;
  readonly match: Selector;
  /** Exact decimal, in the currency of the prices. */
  readonly monthly: string;
  readonly basis: 'run-rate' | 'month-to-date';
  /** What becomes of the money beyond all needs: kept for later, or shared among the services up to their maximums. */
  readonly rest: 'keep' | 'share';
  /** Differences below this many GB are not written; 0 writes every difference. */
  readonly deadBandGb: number;
  /** Percentage of `monthly` at which the cost of provisioned storage is reported; 0 turns the warning off. */
  readonly warnPercent: number;
}

/** A policy price for plans without a platform price; absent patterns match all. */
export interface PricedPlan {
  readonly serviceType?: Patterns;
  readonly plan?: Patterns;
  readonly cloud?: Patterns;
  readonly perGbMonth: string;
}

/** Sources of the price per GB and month. Amounts are exact decimals. */
export interface PricePolicy {
  /** Three-letter currency of the policy's budgets and prices. */
  readonly currency: string;
  /** Value of one US dollar in the currency. */
  readonly exchangeRate: string;
  /** Multiplier of the platform's price, for costs that it does not include. */
  readonly factor: string;
  /** Price when neither the platform nor the table has one; null for none. */
  readonly default: string | null;
  readonly table: readonly PricedPlan[];
}

/**
 * Kinds of change that may need approval. `harm` is what leaves a disk less than a week of room, takes an autoscaler that the
 * owner did not switch off, or restarts a service; `restart` is a search option whose change restarts it.
 */
export type ApprovalKind = 'harm' | 'enable' | 'raise' | 'lower' | 'disable' | 'restart';

/** Limits of one run without approval; 0 allows nothing. */
export interface Guardrails {
  /** Services changed in one run. */
  readonly maxChanges: number;
  /** Services changed, in percent of the managed services. */
  readonly maxChangePercent: number;
  readonly maxAddedGb: number;
  /** Services whose maximum follows the growth of their disks in one run, in percent of the managed services. */
  readonly maxGrowthPercent: number;
  /** Added cost per month as an exact decimal; absent means the default, checked only where prices are known. */
  readonly maxAddedMonthly?: string;
  /** Services whose maximum is raised, and lowered, in one run; absent means that only the other limits apply. */
  readonly maxRaises?: number;
  readonly maxLowers?: number;
  readonly needApproval: readonly ApprovalKind[];
  /** Failed changes after which a run stops; 0 stops at the first failure, like 1. */
  readonly maxFailures: number;
  /** Whether the first plan with changes after a switch to `enforce` waits for approval. */
  readonly firstRun: 'propose' | 'apply';
  /** Hours until a proposed plan expires. */
  readonly approvalHours: number;
}

/** Which disks people may give added storage back of; nothing is reclaimed without an approval. */
interface Reclaim {
  readonly enabled: boolean;
  /** Absent: services whose autoscaler the policy enables. */
  readonly match?: Selector;
}

/** An option of the search configuration and its desired value. */
export interface WantedOption {
  /** Dotted path from the root. */
  readonly path: string;
  /** Null means the default. */
  readonly value: OptionValue;
  /** Value that the platform may report for an unset option. */
  readonly default?: OptionValue;
}

/** Desired options of the search services that match (spec.md §2.4). */
export interface SearchBaseline {
  readonly name: string;
  readonly match: Selector;
  readonly options: readonly WantedOption[];
}

/** Services whose configuration another tool manages; Headroom never disables or lowers them. */
interface ManagedElsewhere {
  /** Name of that tool or team, for messages. */
  readonly by: string;
  readonly match: Selector;
}

/** Findings that people have seen and accept for now: they are counted, but not listed and not notified. */
export interface Acceptance {
  readonly code: FindingCode;
  readonly match: Selector;
  /** Last day of the acceptance, `YYYY-MM-DD`, UTC. */
  readonly until: string;
  readonly reason: string;
}

/** Findings that a channel is notified of; absent members match all. */
interface NotifyMatch {
  readonly owner?: Patterns;
  readonly project?: Patterns;
  readonly service?: Patterns;
  readonly code?: Patterns;
  /** Notices that are sent at once, or those of the daily notice. */
  readonly urgent?: boolean;
}

/** A channel and the findings that it is notified of; every entry that matches counts. */
export interface Notify {
  /** Name of the channel; its address and its key are not in the policy. */
  readonly channel: string;
  readonly match: NotifyMatch;
}

/** Addresses that messages link to. */
export interface Links {
  readonly dashboard?: string;
  readonly runbook?: string;
}

export interface Policy {
  readonly mode: Mode;
  readonly tagPrefix: string;
  /** Key of the tag whose value names the owner who is notified. */
  readonly ownerTag: string;
  /** In the order in which they are tried. */
  readonly rules: readonly Rule[];
  /** Absent when only the rules of the policy have limits. */
  readonly limits?: Limits;
  readonly managedElsewhere: readonly ManagedElsewhere[];
  readonly drift: DriftHandling;
  readonly foreign: ForeignHandling;
  /** Absent when the policy accepts no findings. */
  readonly accept?: readonly Acceptance[];
  readonly budgets: readonly Budget[];
  readonly prices: PricePolicy;
  readonly warnings: Warnings;
  readonly guardrails: Guardrails;
  /** Absent when no added storage is reclaimed. */
  readonly reclaim?: Reclaim;
  readonly searchConfiguration: readonly SearchBaseline[];
  /** Absent when no channel is notified. */
  readonly notify?: readonly Notify[];
  readonly links?: Links;
  /** Absent when the policy has no freezes. */
  readonly freeze?: FreezePolicy;
}
