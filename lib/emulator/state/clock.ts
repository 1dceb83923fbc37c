/** The platform's own time: it starts with the scenario and passes at `speed` times the real one. */
export interface VirtualClock {
  /** Milliseconds since 1970; never goes back. */
  nowMs(): number;
  /** Moves time forward; what time does to the world is done when somebody looks. @throws RangeError */
  advance(seconds: number): void;
}

/**
 * @param speed virtual seconds per real second; 0 stands still
 * @param realMs milliseconds of a clock that never goes back; only its differences count
 */
export const virtualClock = (startMs: number, speed: number, realMs: () => number): VirtualClock => {
  const realStartMs = realMs();
  let advancedMs = 0;
  return {
    nowMs: () => startMs + advancedMs + Math.floor((realMs() - realStartMs) * speed),
    advance: (seconds) => {
      if (!(seconds >= 0 && Number.isFinite(seconds))) throw new RangeError(`Time cannot pass by ${seconds} seconds`);
      advancedMs += Math.round(seconds * 1000);
    },
  };
};
