/** The virtual clock: it starts with the scenario and runs at `speed` times real time. */
export interface VirtualClock {
  /** Milliseconds since 1970; never decreases. */
  nowMs(): number;
  /** Advances the clock; the next read evaluates the state. @throws RangeError */
  advance(seconds: number): void;
}

/**
 * @param speed virtual seconds per real second; 0 stops the clock
 * @param realMs milliseconds of a monotonic clock
 */
export const virtualClock = (startMs: number, speed: number, realMs: () => number): VirtualClock => {
  const realStartMs = realMs();
  let advancedMs = 0;
  return {
    nowMs: () => startMs + advancedMs + Math.floor((realMs() - realStartMs) * speed),
    advance: (seconds) => {
      if (!(seconds >= 0 && Number.isFinite(seconds)))
        throw new RangeError(`Cannot advance the clock by ${seconds} seconds`);
      advancedMs += Math.round(seconds * 1000);
    },
  };
};
