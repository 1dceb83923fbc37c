/** Time that advances only from event to event, so that minutes of waiting take no real time. */
export interface VirtualTime {
  readonly clock: { now(): number };
  readonly sleep: (ms: number) => Promise<void>;
  /** Runs an action at that time. */
  readonly at: (time: number, action: () => void) => void;
  /** Changes the clock by that many milliseconds, without time passing. */
  readonly turnClock: (byMs: number) => void;
  /** Runs until no event is left, and returns the number of events. */
  readonly run: () => Promise<number>;
}

/** Runs all pending promise callbacks. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** @param lateMs how much longer than requested the nth sleep takes; negative for an early end. */
export const createVirtualTime = (lateMs: (sleep: number) => number = () => 0): VirtualTime => {
  let elapsed = 0;
  let turned = 0;
  let sleeps = 0;
  let agenda: { readonly time: number; readonly action: () => void }[] = [];
  const at = (time: number, action: () => void) => {
    const later = agenda.findIndex((entry) => entry.time > time);
    agenda.splice(later < 0 ? agenda.length : later, 0, { time, action });
  };
  return {
    clock: { now: () => elapsed + turned },
    sleep: (ms) =>
      new Promise((resolve) => {
        at(elapsed + Math.max(1, ms + lateMs(sleeps)), resolve);
        sleeps += 1;
      }),
    at,
    turnClock: (byMs) => {
      turned += byMs;
    },
    run: async () => {
      let events = 0;
      for (let next = agenda[0]; next !== undefined; next = agenda[0]) {
        agenda = agenda.slice(1);
        elapsed = Math.max(elapsed, next.time);
        next.action();
        events += 1;
        await settle();
      }
      return events;
    },
  };
};
