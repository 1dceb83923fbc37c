import type { BudgetResult } from '../budget/result.ts';
import type { Change } from '../change/change.ts';
import type { DiskCounts } from '../disk/disk-state.ts';
import type { AcceptedFinding } from '../findings/accepted.ts';
import type { PlanForecast } from '../forecast/plan-forecast.ts';
import type { Decision, Finding } from '../model/decision.ts';
import type { Mode } from '../model/model.ts';
import { byChangeOrder } from './order.ts';

/** A guardrail that the plan exceeds, in numbers and in a sentence. */
export interface Violation {
  readonly guardrail: string;
  /** Money as an exact decimal. */
  readonly limit: number | string;
  /** Null when unknown. */
  readonly actual: number | string | null;
  readonly message: string;
}

/** Minimum characters of a digest prefix; shorter ones match other plans too easily. */
export const shortestDigest = 12;

export type Verdict = 'nothing' | 'apply' | 'observe' | 'needs-approval';

export interface Summary {
  /** Number of services by change of the autoscaler: enabled, maximum raised, maximum lowered, disabled. */
  readonly enable: number;
  readonly raise: number;
  readonly lower: number;
  readonly disable: number;
  /** Search services whose configuration changes. */
  readonly configure: number;
  /** Counts of autoscalers that Headroom adopts and gives back; absent if there are none. */
  readonly adopt?: number;
  readonly giveBack?: number;
  /** Disks that give added storage back: their number, GB and money a month; present only in the plan of a reclaim. */
  readonly reclaim?: number;
  readonly reclaimedGb?: number;
  readonly reclaimedMonthly?: string | null;
  /** Disks to which a person adds storage: their number, GB and money a month; present only in the plan of that. */
  readonly grow?: number;
  readonly grownGb?: number;
  readonly grownMonthly?: string | null;
  /** GB that enabling and raising add to the sum of all maximums. */
  readonly addedGb: number;
  /** Monthly cost of `addedGb` if all of it were provisioned; null without a price. This applies to all money here. */
  readonly addedMonthly: string | null;
  /** GB that lowering and disabling remove: both positive. */
  readonly loweredGb: number;
  readonly loweredMonthly: string | null;
  readonly disabledGb: number;
  readonly disabledMonthly: string | null;
  /** Lowered and disabled together. */
  readonly removedGb: number;
  readonly removedMonthly: string | null;
  /** Added minus removed; negative when the maximums shrink. */
  readonly netGb: number;
  readonly netMonthly: string | null;
  /** Three-letter currency of all money here; absent in sums that have no policy. */
  readonly currency?: string;
}

/** The freeze during which a plan was made: the plan contains only the changes that it allows. */
export interface PlanFreeze {
  /** Name of the window, or why everything counts as frozen. */
  readonly reason: string;
  /** ISO 8601, UTC; null when unknown. */
  readonly until: string | null;
  /** Kinds of change that are allowed because they protect. */
  readonly allow: readonly ('enable' | 'raise')[];
  /** Changes that wait for its end; the budgets of the plan include them. */
  readonly waiting: readonly Change[];
}

/** An approval that changes of a plan use. */
export interface UsedApproval {
  readonly digest: string;
  /** Who approved it, as far as known. */
  readonly by: string;
  /** ISO 8601, UTC; both. */
  readonly approvedAt: string;
  readonly expiresAt: string;
  /** Changes of this plan under the approval. */
  readonly changes: number;
  /** Approved changes that no run has used after this plan. */
  readonly left: number;
}

/** The changes of a plan that wait for an approval, with a digest of their own. */
export interface RestPlan extends Pick<Plan, 'digest' | 'summary' | 'changes' | 'violations'> {
  /** When the same changes were first proposed, and until when they can be approved; ISO 8601, UTC; absent before a run proposes them. */
  readonly since?: string;
  readonly expires?: string;
}

/** What approvals mean for a plan. */
export interface PlanApproval {
  readonly used: readonly UsedApproval[];
  /** Grants that wait, because they need money that waiting changes free. */
  readonly waiting: readonly Change[];
}

/** The readings that a plan rests on; a plan has them only if it did not read every project itself. */
export interface PlanReadings {
  /** Projects of which the plan used a reading. */
  readonly projects: number;
  /** Projects for which it used an older reading. */
  readonly olderThanRun: number;
  /** Age of the oldest at the start of the run, in whole minutes, and its project. */
  readonly oldestMinutes: number;
  readonly oldestProject: string;
  /** The age that no reading should exceed; null where no schedule promises one. */
  readonly promisedMinutes: number | null;
  /** Projects without any reading. */
  readonly notReadYet: number;
}

/** Ordered changes with their causes, and a digest that names the plan. */
export interface Plan {
  /** Of every needed change, those that wait included. */
  readonly digest: string;
  readonly mode: Mode;
  readonly verdict: Verdict;
  readonly summary: Summary;
  /** With the verdict `apply` those that are carried out; with any other verdict all of them. */
  readonly changes: readonly Change[];
  readonly decisions: readonly Decision[];
  readonly budgets: readonly BudgetResult[];
  readonly findings: readonly Finding[];
  /** Findings that its changes resolve, which are open until these are confirmed; absent if there are none. */
  readonly resolves?: readonly Finding[];
  /** Findings that the policy accepts for now; absent if there are none. */
  readonly accepted?: readonly AcceptedFinding[];
  /** What programs follow and needs no person: disks at their maximum, with room or without; absent if there are none. */
  readonly facts?: readonly Finding[];
  readonly violations: readonly Violation[];
  /** Absent without a freeze. */
  readonly freeze?: PlanFreeze;
  /** What waits for an approval; absent if nothing does. */
  readonly proposal?: RestPlan;
  /** Absent unless an approval covers a needed change, or a grant waits for money. */
  readonly approval?: PlanApproval;
  /** Absent without forecasts. */
  readonly forecast?: PlanForecast;
  /** How much of the disks is known; absent in a plan of an undo or an adoption. */
  readonly disks?: DiskCounts;
  /** Absent if the run read every project itself. */
  readonly readings?: PlanReadings;
  /** Changes that the policy would make again on the services of an undo; absent in every other plan. */
  readonly redone?: readonly Change[];
}

/** Every needed change of a plan in its order, those that wait included. */
export const wholeChanges = ({ verdict, changes, proposal, approval }: Plan): readonly Change[] =>
  verdict === 'apply' && (proposal !== undefined || approval !== undefined)
    ? [...changes, ...(approval?.waiting ?? []), ...(proposal?.changes ?? [])].sort(byChangeOrder)
    : changes;
