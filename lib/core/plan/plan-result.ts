import type { BudgetResult } from '../budget/result.ts';
import type { Change } from '../change/change.ts';
import type { PlanForecast } from '../forecast/plan-forecast.ts';
import type { Decision, Finding } from '../model/decision.ts';
import type { Mode } from '../model/model.ts';

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
