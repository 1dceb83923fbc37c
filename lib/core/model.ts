import type { BudgetResult } from './budget-result.ts';
import type { PlanForecast } from './plan-forecast.ts';
import type { LoweredOption, OptionChange, SearchConfiguration } from './search-configuration.ts';

/** Key-value labels of a project or a service, as the platform holds them. */
export type Tags = Readonly<Record<string, string>>;

/** An existing autoscaler integration: it ties a service to an endpoint (spec.md §2.2). */
export interface Integration {
  readonly id: string;
  readonly endpointId: string;
}

/**
 * What the number of an endpoint counts: storage beyond the plan's own disk (spec.md §2.1), or the whole disk, the plan's
 * own included (platform-facts §1.1). The two are never mixed.
 */
export type MaximumKind = 'additional' | 'total';

/** A maximum as the platform counts it. */
export interface Maximum {
  readonly kind: MaximumKind;
  /** Whole GB. */
  readonly gb: number;
}

/** What an endpoint holds; no number when the platform's answer has none that can be read. */
export interface HeldMaximum {
  readonly kind: MaximumKind;
  readonly gb: number | null;
}

/** An existing autoscaler endpoint of a project: it holds a maximum (spec.md §2.1). */
export interface Endpoint {
  readonly id: string;
  readonly name: string;
  readonly maximum: HeldMaximum;
}

/** A managed data service as it is now. */
export interface Service {
  readonly name: string;
  readonly type: string;
  readonly plan: string;
  readonly cloud: string;
  /** Lifecycle state in the platform's words; only `RUNNING` is eligible for the autoscaler. */
  readonly state: string;
  /** Provisioned disk of the whole service in MB, the plan's own disk included; null when unknown. */
  readonly diskMb: number | null;
  readonly tags: Tags;
  /** Autoscaler integrations only; those that are merely possible are left out. */
  readonly integrations: readonly Integration[];
  /** What the platform said when it refused the autoscaler to this service lately; absent when it did not. */
  readonly refusal?: string;
  /** Of search services only, without secrets; null when the platform does not show it. */
  readonly searchConfiguration?: SearchConfiguration | null;
  /** Options of the search configuration that the platform gave only in part; absent when there are none. */
  readonly lowered?: readonly LoweredOption[];
  /** What makes no sense in the platform's record of it, so that nothing is decided about it; absent when all does. */
  readonly unusable?: string;
}

/** A project as the organization lists it. */
export interface ProjectFacts {
  readonly name: string;
  readonly tags: Tags;
  /** What makes no sense in the platform's record of it, so that it is left unread; absent when all does. */
  readonly problem?: string;
}

/** What one project looked like at one moment. */
export interface Snapshot {
  readonly project: string;
  /** Project tags: defaults that service tags override. */
  readonly tags: Tags;
  readonly services: readonly Service[];
  /** Autoscaler endpoints only. */
  readonly endpoints: readonly Endpoint[];
}

/** A project that could not be read in this run: nothing in it is changed. */
export interface UnreadProject {
  readonly project: string;
  readonly error: string;
  readonly message: string;
}

/** What a run may do: `observe` plans only, `enforce` applies, `stop` does nothing at all. */
export type Mode = 'observe' | 'enforce' | 'stop';

export type Effect = 'enable' | 'disable' | 'ignore';

/** Lowers, disables and surplus come first (`release`), then raises and enables (`grant`). */
export type Phase = 'release' | 'grant';

export type ChangeKind =
  | 'create-endpoint'
  | 'update-endpoint'
  | 'delete-endpoint'
  | 'create-integration'
  | 'delete-integration'
  | 'update-search-configuration';

/** One difference between desired and actual, small enough to be one write to the platform. */
export interface Change {
  readonly phase: Phase;
  readonly kind: ChangeKind;
  readonly project: string;
  /** Empty for the endpoint of a service that is gone. */
  readonly service: string;
  /** 0 also where it is not known what the endpoint's number comes to; then `held` says what it is. */
  readonly fromGb: number;
  readonly toGb: number;
  /** What the endpoint holds, where no additional storage can be made of it; absent where it can. */
  readonly held?: HeldMaximum;
  readonly rule: string;
  readonly reason: string;
  readonly endpointName: string;
  /** Id of the endpoint concerned; null while it is still to be created. */
  readonly endpointId: string | null;
  /** Id of the integration to delete; null for every other kind. */
  readonly integrationId: string | null;
  /** `toGb` as the endpoint is to hold it; null for kinds that write no maximum. */
  readonly maximum: Maximum | null;
  /** Name of the budget whose money it takes or frees; absent when the service has none. */
  readonly budget?: string;
  /** Options that a change of the search configuration sets; absent for every other kind. */
  readonly members?: readonly OptionChange[];
}

/** What a run found of one service before its changes. */
export interface Found {
  /** Integrations with autoscaler endpoints of ours, and of others. */
  readonly ours: number;
  readonly others: number;
  /** Largest maximum additional storage in GB among them; null when there is none, or it is not known. */
  readonly maximumGb: number | null;
  /** Whether it can have the autoscaler: type, plan and state allow it, and the platform has not refused it lately. */
  readonly eligible: boolean;
  /** Whether a tag exempts it. */
  readonly exempt: boolean;
}

/** What policy says of one service, with the reason in a sentence; doing nothing is a decision too. */
export interface Decision {
  readonly project: string;
  readonly service: string;
  readonly effect: Effect;
  /** Name of the rule that won; empty when none matched. */
  readonly rule: string;
  readonly reason: string;
  /** Desired maximum in GB; present exactly when the effect is `enable`. */
  readonly maxAdditionalGb?: number;
  /** What there is, beside what is desired; absent until a plan is made of it. */
  readonly actual?: Found;
}

/** A thing a person should know and that no change fixes. */
export interface Finding {
  readonly code: string;
  /** Empty when the finding is about something that spans projects: a budget. */
  readonly project: string;
  /** Empty when the finding is about the project as a whole. */
  readonly service: string;
  readonly message: string;
  /** What it is about where project and service do not tell: the name of a budget. Stays the same from run to run. */
  readonly subject?: string;
  /** The numbers behind the message, for the event that tells of it. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/** A guardrail that the plan crosses, in numbers and in a sentence. */
export interface Violation {
  readonly guardrail: string;
  /** Money as an exact decimal. */
  readonly limit: number | string;
  /** Null when it is not known. */
  readonly actual: number | string | null;
  readonly message: string;
}

export type Verdict = 'nothing' | 'apply' | 'observe' | 'needs-approval';

export interface Summary {
  /** Services that get the autoscaler, whose maximum goes up, goes down, and that lose it. */
  readonly enable: number;
  readonly raise: number;
  readonly lower: number;
  readonly disable: number;
  /** Search services whose configuration changes. */
  readonly configure: number;
  /** GB by which enabling and raising together lift the sum of all maximums. */
  readonly addedGb: number;
  /** Money of `addedGb` a month, if all of it were provisioned; null when no price is known. The same holds for all money here. */
  readonly addedMonthly: string | null;
  /** What lowering takes back, and what disabling does: both positive. */
  readonly loweredGb: number;
  readonly loweredMonthly: string | null;
  readonly disabledGb: number;
  readonly disabledMonthly: string | null;
  /** The sum of both. */
  readonly removedGb: number;
  readonly removedMonthly: string | null;
  /** What is added less what is taken back; negative when the maximums shrink. */
  readonly netGb: number;
  readonly netMonthly: string | null;
}

/** The freeze that a plan was made in: it changes only what the freeze lets through. */
export interface PlanFreeze {
  /** Name of the window, or why everything counts as frozen. */
  readonly reason: string;
  /** ISO 8601, UTC; null when that is not known. */
  readonly until: string | null;
  /** What is let through, because it protects. */
  readonly allow: readonly ('enable' | 'raise')[];
  /** Changes that would be in the plan without it; budgets are shown as if they were. */
  readonly waiting: readonly Change[];
}

/** Ordered changes, everything that led to them, and a digest of the changes that names the plan. */
export interface Plan {
  readonly digest: string;
  readonly mode: Mode;
  readonly verdict: Verdict;
  readonly summary: Summary;
  readonly changes: readonly Change[];
  readonly decisions: readonly Decision[];
  readonly budgets: readonly BudgetResult[];
  readonly findings: readonly Finding[];
  readonly violations: readonly Violation[];
  /** Absent when nothing was frozen. */
  readonly freeze?: PlanFreeze;
  /** Absent where no forecasts were made. */
  readonly forecast?: PlanForecast;
  /** What policy would change again on what this plan undoes; absent in every plan that undoes nothing. */
  readonly redone?: readonly Change[];
}

/** A service type and plan whose own disk size must be known, and a project to ask it through. */
export interface PlanKey {
  readonly project: string;
  readonly serviceType: string;
  readonly plan: string;
}

/** A service type, plan and cloud whose price must be known, and a project to ask it through. */
export interface PriceKey extends PlanKey {
  readonly cloud: string;
}

/** How carrying out one change ended: `confirmed` means that reading back showed it. */
export type ChangeStatus = 'confirmed' | 'unconfirmed' | 'failed' | 'skipped';

export interface ChangeResult extends Change {
  readonly status: ChangeStatus;
  readonly error?: string;
  /** Skipped because of the mode or a freeze; absent otherwise. */
  readonly restrained?: true;
}
