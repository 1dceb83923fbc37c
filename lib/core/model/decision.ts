import type { FindingCode } from './findings/findings.ts';
import type { ServiceName } from './grouping.ts';
import { oncePerObject } from './remembering.ts';

/** Sources of reasons. */
export const reasonSources = [
  /** The rule that matched, or that none did. */
  'rule',
  /** A tag of the service. */
  'tag',
  /** More room for some days, by a person. */
  'grant',
  /** The division of the service's budget. */
  'budget',
  /** The expected growth of the disk. */
  'forecast',
  /** Storage that is already provisioned. */
  'floor',
  /** A change that Headroom did not make. */
  'drift',
  /** A baseline of the search configuration. */
  'baseline',
  /** An option whose change restarts the service. */
  'restart',
  /** An unused endpoint or integration of Headroom. */
  'left-over',
  /** The takeover of an autoscaler made by hand. */
  'adoption',
  /** Added storage that a service no longer needs. */
  'reclaim',
  /** Storage that a person adds. */
  'grow',
  /** The run that is undone. */
  'undo',
  /** A project that could not be read. */
  'unread',
] as const;

type ReasonSource = (typeof reasonSources)[number];

/** One reason for a decision or a change: one or more sentences and their source. */
export interface Reason {
  readonly source: ReasonSource;
  readonly text: string;
}

/** A list of one reason. */
export const because = (source: ReasonSource, text: string): readonly Reason[] => [{ source, text }];

/** All reasons as one display text. */
export const reasonText = (reasons: readonly Reason[]): string => reasons.map(({ text }) => text).join(' ');

export type Effect = 'enable' | 'disable' | 'ignore';

/** State of one service that a run reads before its changes. */
export interface ActualState {
  /** Number of integrations with Headroom's autoscaler endpoints, and with others. */
  readonly ours: number;
  readonly others: number;
  /** Largest maximum additional storage in GB among them; null when there is none or it is unknown. */
  readonly maximumGb: number | null;
  /** Whether type, plan and state allow the autoscaler and the platform has not refused it recently. */
  readonly eligible: boolean;
  /** Whether a tag exempts the service. */
  readonly exempt: boolean;
}

/** The policy's decision about one service, with its reasons; `ignore` is a decision too. */
export interface Decision extends ServiceName {
  readonly effect: Effect;
  /** Name of the rule that won; empty when none matched. */
  readonly rule: string;
  /** Never empty; the first comes from the rule or tag, and each later one modifies the earlier ones. */
  readonly reasons: readonly Reason[];
  /** Desired maximum in GB; present exactly when the effect is `enable`. */
  readonly maxAdditionalGb?: number;
  /** Actual state beside the desired one; absent until the service is planned. */
  readonly actual?: ActualState;
}

/** A decision in JSON: the stored and the published form. */
export interface DecisionJson extends Decision {
  /** All reasons as one text. */
  readonly reason: string;
}

/** A decision in JSON. Decisions that the next pass makes again are the same objects. */
export const decisionJson = oncePerObject((decision: Decision): DecisionJson => {
  const { project, service, effect, rule, reasons, maxAdditionalGb, actual } = decision;
  return {
    project,
    service,
    effect,
    rule,
    ...(maxAdditionalGb === undefined ? {} : { maxAdditionalGb }),
    reason: reasonText(reasons),
    reasons,
    ...(actual === undefined ? {} : { actual }),
  };
});

/** A fact that needs a person, because no change fixes it. */
export interface Finding extends ServiceName {
  readonly code: FindingCode;
  readonly message: string;
  /** Subject of a finding that project and service do not identify, such as a budget name. Stable across runs. */
  readonly subject?: string;
  /** The numbers behind the message, for the event of the finding. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/** The place of a finding that spans projects, such as one about a budget. */
export const everywhere: ServiceName = { project: '', service: '' };

/** A finding about a place, such as that of a decision. */
export const findingAt = (
  { project, service }: ServiceName,
  code: FindingCode,
  message: string,
  more?: Pick<Finding, 'subject' | 'details'>,
): Finding => ({ code, project, service, message, ...more });

/** What a plan does about an autoscaler that Headroom did not make: take it over, or report it. */
export type ForeignHandling = 'adopt' | 'report';

/** What a run does with manual changes: restore the policy's state, or only report them. */
export type DriftHandling = 'repair' | 'report';
