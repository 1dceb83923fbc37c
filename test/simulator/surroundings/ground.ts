import { dayMs } from '../../../lib/core/model/durations.ts';
import { type OpenedPlatform, openPlatform, type PlatformOptions } from '../../../lib/platform/index.ts';
import { createFaults, type FaultRates, type Faults, noFaults } from '../engine/faults.ts';
import { createTime, type SimulatedTime } from '../engine/time.ts';

interface GroundOptions extends Pick<PlatformOptions, 'scenario' | 'token' | 'rateLimit'> {
  readonly seed: number;
  /** Default: no faults. */
  readonly rates?: FaultRates;
  /** Default: time that jumps to what happens next. */
  readonly timeFrom?: (startMs: number) => SimulatedTime;
}

/** An organization on the embedded platform, on simulated time and with faults: what Headroom is deployed beside. */
interface Ground {
  readonly startMs: number;
  readonly time: SimulatedTime;
  readonly faults: Faults;
  readonly platform: OpenedPlatform;
}

export const openGround = ({ rates = noFaults, timeFrom = createTime, ...opening }: GroundOptions): Ground => {
  const startMs = Date.parse(opening.scenario.startTime);
  const time = timeFrom(startMs);
  const faults = createFaults(opening.seed, () => Math.floor((time.now() - startMs) / dayMs), rates);
  const platform = openPlatform({ ...opening, time: { nowMs: time.now, sleep: time.sleep } });
  return { startMs, time, faults, platform };
};
