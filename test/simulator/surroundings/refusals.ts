/** The platform's answer that it does not offer the autoscaler to a service as it was then. */
interface Refusal {
  readonly atMs: number;
  readonly plan: string;
  readonly cloud: string;
  /** Whether no fault struck in the pass that got it, so that Headroom must have noted it at the right time. */
  readonly isSure: boolean;
}

/** The last refusal of each service, by `project/service`. */
export type NotOffered = ReadonlyMap<string, Refusal>;
