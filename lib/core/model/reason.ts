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
