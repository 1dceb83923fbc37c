import { dayMs, hourMs } from '../../../lib/core/model/durations.ts';
import type { NotOffered } from '../surroundings/refusals.ts';
import type { ServiceTruth } from '../surroundings/truth.ts';
import { nameOf } from './law.ts';

/** Headroom asks again after a week. */
const rememberedMs = 7 * dayMs;

/**
 * Whether Headroom knows that a service cannot have the autoscaler. A fixed disk and a service without power show in
 * lists. That the platform does not offer it to a plan in a cloud comes out only when Headroom asks: never in observe mode,
 * and again after a week. `maybe` where faults or the end of the week leave it open.
 */
export const knownImpossible = (truth: ServiceTruth, refusals: NotOffered, atMs: number): 'yes' | 'no' | 'maybe' => {
  const { service, capGb } = truth;
  if (capGb === 0 || service.state !== 'RUNNING') return 'yes';
  const known = refusals.get(nameOf(truth));
  if (known === undefined || known.plan !== service.plan || known.cloud !== service.cloud) return 'no';
  const ageMs = atMs - known.atMs;
  if (known.isSure) return ageMs < rememberedMs - hourMs ? 'yes' : ageMs > rememberedMs + hourMs ? 'no' : 'maybe';
  // A clock that was wrong dated the answer up to a day off.
  return ageMs > rememberedMs + dayMs ? 'no' : 'maybe';
};
