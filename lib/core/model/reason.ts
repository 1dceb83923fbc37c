/** Where a reason comes from. */
export const reasonSources = [
  /** The rule that won, or that none did. */
  'rule',
  /** A tag of the service. */
  'tag',
  /** How its budget is divided. */
  'budget',
  /** How its disk is expected to grow. */
  'forecast',
  /** What is provisioned already. */
  'floor',
  /** A change that was not made by Headroom. */
  'drift',
  /** A baseline of the search configuration. */
  'baseline',
  /** What the change of an option does to the service. */
  'restart',
  /** An endpoint or integration of ours that nothing needs. */
  'left-over',
  /** The run that is taken back. */
  'undo',
  /** A project that could not be read. */
  'unread',
  /** A plan of the version before, which did not name sources. */
  'unnamed',
] as const;

export type ReasonSource = (typeof reasonSources)[number];

/** One reason for a decision or a change: a sentence, or several, and where it comes from. */
export interface Reason {
  readonly source: ReasonSource;
  readonly text: string;
}

/** A list of the one reason that there is. */
export const because = (source: ReasonSource, text: string): readonly Reason[] => [{ source, text }];

/** Reasons as one text for people. */
export const reasonText = (reasons: readonly Reason[]): string => reasons.map(({ text }) => text).join(' ');
