import { dayMs, hourMs } from '../../core/model/durations.ts';
import { nameOf } from './law.ts';
import type { ServiceTruth } from './truth.ts';

/** The platform's answer that it does not offer the autoscaler to a service as it was then. */
interface Told {
  readonly atMs: number;
  readonly plan: string;
  readonly cloud: string;
  /** Whether no fault struck in the pass that was told, so that Headroom must have noted it at the right time. */
  readonly isSure: boolean;
}

/** What Headroom was told last of each service, by `project/service`. */
export type NotOffered = ReadonlyMap<string, Told>;

/** Headroom asks again after a week. */
const rememberedMs = 7 * dayMs;

/**
 * Whether Headroom knows that a service cannot have the autoscaler. A fixed disk and a service without power show in
 * lists. That the platform does not offer it to a plan in a cloud comes out only when Headroom asks: never in observe mode,
 * and again after a week. `maybe` where faults or the end of the week leave it open.
 */
export const knownImpossible = (truth: ServiceTruth, told: NotOffered, atMs: number): 'yes' | 'no' | 'maybe' => {
  const { service, capGb } = truth;
  if (capGb === 0 || service.state !== 'RUNNING') return 'yes';
  const known = told.get(nameOf(truth));
  if (known === undefined || known.plan !== service.plan || known.cloud !== service.cloud) return 'no';
  const ageMs = atMs - known.atMs;
  if (known.isSure) return ageMs < rememberedMs - hourMs ? 'yes' : ageMs > rememberedMs + hourMs ? 'no' : 'maybe';
  // A clock that was wrong dated the answer up to a day off.
  return ageMs > rememberedMs + dayMs ? 'no' : 'maybe';
};
