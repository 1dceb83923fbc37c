import type { ServiceName } from '../model/grouping.ts';
import type { Money } from '../model/money.ts';

/** One simulated life of an organization: under one policy, or none, with one draw of the growth of its disks. */
export interface Life {
  readonly seed: number;
  readonly services: readonly LivedService[];
  /** Calendar months, UTC, in order. */
  readonly months: readonly LivedMonth[];
  /** One entry for the end of each day. */
  readonly days: readonly LivedDay[];
  /** Cost of the additional storage that was provisioned, in the platform's currency. */
  readonly cost: Money;
  /** Additional storage at the end, in GB: provisioned, and if every disk grew to its maximum. */
  readonly gb: number;
  readonly maximumGb: number;
  readonly approvals: number;
  /** Days on which a plan waited for an approval, with fractions. */
  readonly daysWaited: number;
  /** The plan that waits at the end; null if none does. */
  readonly waiting: WaitingPlan | null;
  /** Messages to owners. */
  readonly notices: number;
  /** Platform calls of all passes. */
  readonly calls: number;
  readonly writes: number;
  readonly passes: number;
}

/** What happened to one service. */
export interface LivedService extends ServiceName {
  readonly owner: string;
  readonly isProduction: boolean;
  /** Hours during which it ran with a full disk. */
  readonly fullHours: number;
  /** Day on which its disk was full first, counted from 0; null if it never was. */
  readonly firstFullDay: number | null;
}

/** Money of a calendar month, or of the part of it that was simulated. All amounts are rates for a whole month. */
export interface LivedMonth {
  /** For example `2026-03`. */
  readonly month: string;
  /** Simulated hours of the month. */
  readonly hours: number;
  /** Cost of provisioned additional storage. */
  readonly provisioned: Money;
  /** Highest cost on any day if all disks had grown to their maximums. */
  readonly worstCase: Money;
  /** Sum of all budgets at the end of the month; null without budgets. */
  readonly budget: Money | null;
  /** What the budgets leave beside the storage that is provisioned in them, negative if they are exceeded; null without budgets. */
  readonly unspent: bigint | null;
}

/** The organization at the end of a day. */
export interface LivedDay {
  /** Services with a full disk, and how many of them are in production. */
  readonly full: number;
  readonly productionFull: number;
  /** Monthly cost of the provisioned additional storage, and of all maximums. */
  readonly provisioned: Money;
  readonly worstCase: Money;
}

/** A plan that waits for an approval. */
export interface WaitingPlan {
  /** Day since which plans have waited, counted from 0, with fractions. */
  readonly sinceDay: number;
  readonly services: number;
  /** Why it needs an approval, in sentences. */
  readonly reasons: readonly string[];
}
