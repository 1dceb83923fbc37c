import type { Histories } from '../budget/basis.ts';
import type { BudgetResult } from '../budget/result.ts';
import type { PlatformPrices } from '../budget/service-price.ts';
import type { AdoptedByProject } from '../change/adopted-endpoint.ts';
import type { Change } from '../change/change.ts';
import type { Forecasts } from '../forecast/forecasts.ts';
import type { Grant } from '../grants/grants.ts';
import type { Finding } from '../model/decision.ts';
import type { Freeze } from '../model/freeze.ts';
import type { ServiceName } from '../model/grouping.ts';
import type { MaximumKind, RememberedProject, Snapshot, UnreadProject } from '../model/model.ts';
import type { Money } from '../model/money.ts';
import type { Policy } from '../model/policy-document.ts';
import type { Growth } from '../resize/grow.ts';
import type { DriftFacts } from '../service/drift-facts.ts';
import type { PlanDisks } from '../service/floor.ts';
import type { Undo } from '../undo/undo.ts';
import type { Lookups } from './lookups.ts';
import type { Plan, PlanReadings } from './plan-result.ts';
import type { DayGrowth, Judged } from './waits/waits.ts';

export interface PlanInput extends DriftFacts {
  readonly policy: Policy;
  /** One per project; changes are planned for these only. */
  readonly snapshots: readonly Snapshot[];
  /**
   * Last records of projects that this run did not read or could not read; absent if there are none. Their services only
   * count in budgets.
   */
  readonly remembered?: readonly RememberedProject[];
  readonly unread: readonly UnreadProject[];
  /** Absent if the run read every project itself. */
  readonly readings?: PlanReadings;
  /** Whether these are all projects of the organization; absent: no. */
  readonly isWhole?: boolean;
  /** Findings about the run itself. */
  readonly notes?: readonly Finding[];
  /** Absent without a freeze. */
  readonly freeze?: Freeze;
  /** The one service that a person changes although there is a freeze; absent: none. */
  readonly duringFreeze?: ServiceName;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** The moment of `today`, ISO 8601, UTC. */
  readonly now: string;
  /** Size history of each project; absent when no budget has basis month-to-date. */
  readonly histories?: Histories;
  /** Absent when neither decisions nor findings use forecasts. */
  readonly forecasts?: Forecasts;
  readonly planDiskMb: PlanDisks;
  /** Largest disk of each plan in MB, by the same keys; absent when no budget needs it. */
  readonly planCapMb?: PlanDisks;
  /** Steps of disk sizes of each plan in MB, by the same keys; absent when nothing is resized. */
  readonly planStepMb?: PlanDisks;
  /** Plans that could not be read from the platform, by the same keys; absent when there are none. */
  readonly unreadPlans?: ReadonlySet<string>;
  /** Absent when no budget needs prices. */
  readonly prices?: PlatformPrices;
  /** Meaning of the maximum of endpoints that the plan creates. */
  readonly maximumKind: MaximumKind;
  /** Dotted names of the search options whose change restarts a service. */
  readonly restartingOptions: ReadonlySet<string>;
  /** Dotted names of the search options that cannot be unset once they are set. */
  readonly lastingOptions: ReadonlySet<string>;
  /** A run to undo instead of applying the policy; absent for every other plan. */
  readonly undo?: Undo;
  /** Adoptions to plan instead of applying the policy; absent for every other plan. */
  readonly adopt?: readonly ServiceName[];
  /** Disks whose added storage to reclaim instead of applying the policy; absent for every other plan. */
  readonly reclaim?: readonly ServiceName[];
  /** The disk to which a person adds storage instead of applying the policy; absent for every other plan. */
  readonly grow?: Growth;
  /** Endpoints made by hand that Headroom manages; absent if there are none. */
  readonly adopted?: AdoptedByProject;
  /** The one service whose changes are planned; absent: all. */
  readonly only?: ServiceName;
  /** Maximums that people have granted for some days; absent if there are none. */
  readonly grants?: readonly Grant[];
  /** Cryptographic hash of a text. */
  readonly hash: (text: string) => string;
  /** What runs of the last 24 hours did, with the managed services of the organization then; absent: nothing. */
  readonly lately?: DayGrowth & { readonly managed: number };
  /** Whether no plan was approved or applied since the mode became `enforce`. */
  readonly isFirstRun: boolean;
}

/** What a run may do instead of applying the policy. */
interface Instead {
  readonly undo?: unknown;
  readonly adopt?: unknown;
  readonly reclaim?: unknown;
  readonly grow?: unknown;
}

/** Whether a run applies the policy: an undo, a requested adoption, a reclaim or added storage is something else. */
export const appliesPolicy = ({ undo, adopt, reclaim, grow }: Instead): boolean =>
  (undo ?? adopt ?? reclaim ?? grow) === undefined;

/** What the decisions about services ask of a run, before they are a plan. */
export interface DecidedServices {
  /** Projects with drift findings: their event logs may name the actor. */
  readonly drifted: readonly string[];
  /** Services that their budget leaves without room: their fill levels decide on findings. */
  readonly starved: readonly ServiceName[];
  /** Services that are nearly full, or of which only a measurement says whether they are. */
  readonly toMeasure: readonly ServiceName[];
}

export interface PlanResult extends Lookups, DecidedServices {
  readonly plan: Plan;
  /** Summary of a part of the changes as if it were the plan. */
  readonly summaryOf: (changes: readonly Change[]) => Plan['summary'];
  /**
   * Those of a part of the changes that wait for an approval, and why.
   * @param isFirstRun whether it counts as the first plan of the mode `enforce`, if the plan does
   */
  readonly judge: (changes: readonly Change[], isFirstRun: boolean) => Judged;
  /** Price of a service's additional storage per GB and month, as far as known without a request; null without one. */
  readonly priceOf: (service: ServiceName) => Money | null;
  /** How budgets are divided, with what is in force of each, also where the plan does not apply that. */
  readonly divided: readonly BudgetResult[];
  /** Rank of a change's service: the lower, the sooner its disk reaches the threshold. */
  readonly urgencyOf: (change: Change) => number;
  /** Managed services of the plan. */
  readonly managed: number;
  /** Cryptographic hash of a text, for the digests of parts. */
  readonly hash: (text: string) => string;
}
