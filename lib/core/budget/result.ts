/** What one service has of its budget, with the reason in a sentence. */
export interface BudgetShare {
  readonly project: string;
  readonly service: string;
  /** Additional storage that is provisioned, in GB; null when it cannot be told. */
  readonly provisionedGb: number | null;
  /** What its rule asks for, as far as its plan can grow; null when it is only counted. */
  readonly wantGb: number | null;
  /** What of that its rule guarantees before any tier is filled; null when it is only counted. */
  readonly atLeastGb: number | null;
  /** Its maximum before this plan; null when it has none. */
  readonly currentGb: number | null;
  /** Its part of the budget. */
  readonly shareGb: number;
  /** Its maximum after this plan, or what it is counted with. */
  readonly gb: number;
  /** Exact decimals, in the currency of the budget; null when there is no price. */
  readonly perGbMonth: string | null;
  readonly monthly: string | null;
  readonly reason: string;
}

/** How one budget is divided (design §8). Amounts are exact decimals for a whole month. */
export interface BudgetResult {
  readonly name: string;
  readonly currency: string;
  /** What the policy says. */
  readonly monthly: string;
  /** What may be granted: `monthly`, or what is left of it at the pace of the rest of the month. */
  readonly grantableMonthly: string;
  /** Cost of what cannot be taken back: what is provisioned, and maximums that cannot be lowered any further. */
  readonly floorMonthly: string;
  /** Cost of the maximums after this plan. */
  readonly allocatedMonthly: string;
  readonly leftMonthly: string;
  readonly services: number;
  /** Whether `floorMonthly` is more than may be granted: then nobody gets any more. */
  readonly frozen: boolean;
  /** Why nothing is granted from it in this plan; null when grants are allowed. */
  readonly withheld: string | null;
  /** By project, then service. */
  readonly shares: readonly BudgetShare[];
}
