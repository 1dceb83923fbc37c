/** A table of a report; what is unknown or does not apply is empty. */
export interface Section {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What no rows mean. */
  readonly empty: string;
}
