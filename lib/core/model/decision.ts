import { type Reason, reasonText } from './reason.ts';

export type Effect = 'enable' | 'disable' | 'ignore';

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

/** What policy says of one service, with its reasons; doing nothing is a decision too. */
export interface Decision {
  readonly project: string;
  readonly service: string;
  readonly effect: Effect;
  /** Name of the rule that won; empty when none matched. */
  readonly rule: string;
  /** Never empty; the first is that of the rule or tag, and each that follows changes what those before say. */
  readonly reasons: readonly Reason[];
  /** Desired maximum in GB; present exactly when the effect is `enable`. */
  readonly maxAdditionalGb?: number;
  /** What there is, beside what is desired; absent until a plan is made of it. */
  readonly actual?: Found;
}

/** A decision in JSON, as it is stored and as people and programs read it. */
export interface DecisionJson extends Omit<Decision, 'reasons'> {
  /** All reasons as one text. */
  readonly reason: string;
  /** Absent in what the version before wrote. */
  readonly reasons?: readonly Reason[];
}

/** A decision in JSON. */
export const decisionJson = (decision: Decision): DecisionJson => {
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
};

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
