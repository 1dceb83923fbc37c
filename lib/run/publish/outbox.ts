import { BusUnavailable } from '../../contract/errors.ts';
import type { HeadroomEvent } from '../../contract/events.ts';
import { dayMs, isoInstant, minuteMs } from '../../core/model/durations.ts';
import type { Bus, PublishPorts, Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { updateObject } from '../store/objects.ts';
import type { KeptEvent, Outbox } from '../store/schemas/notices.ts';

/**
 * The outbox: events that a run publishes after it has released the lease, and events that the bus refused. The next
 * report publishes them again, so that a bus that is down costs neither a run nor an event.
 */

/** Older events describe an organization that has changed since. */
const longestKeptMs = 3 * dayMs;
/** Events to keep while the bus is down; the oldest go first, and notices to people last. */
export const mostKept = 1_000;
/** Events of earlier runs that one report publishes, oldest first. */
export const mostRepeated = 100;
/** Longer than a report may take: an event that a report holds is not published by another one. */
const heldMs = 10 * minuteMs;

const empty: Outbox = { events: [], dropped: null };

/** Counts events that are never published. A count that is as old as the oldest kept event starts again at zero. */
const withDropped = ({ dropped }: Outbox, count: number, nowMs: number): Outbox['dropped'] => {
  if (count === 0) return dropped;
  const isRecent = dropped !== null && nowMs - Date.parse(dropped.at) < longestKeptMs;
  return { count: count + (isRecent ? dropped.count : 0), at: isoInstant(nowMs) };
};

const entriesOf = (runId: string, kind: string, events: readonly HeadroomEvent[], nowMs: number): KeptEvent[] =>
  events.map((event, index) => ({
    id: `${runId}~${kind}~${index}`,
    runId,
    at: isoInstant(nowMs),
    heldUntil: isoInstant(nowMs + heldMs),
    event,
  }));

const withoutIds = (events: readonly KeptEvent[], others: readonly KeptEvent[]): KeptEvent[] => {
  const ids = new Set(others.map(({ id }) => id));
  return events.filter(({ id }) => !ids.has(id));
};

/** Leaves events of a run to its end. An attempt that repeats the run's report leaves none twice. */
export const leaveEvents = async (
  { store, clock }: Pick<PublishPorts, 'store' | 'clock'>,
  runId: string,
  events: readonly HeadroomEvent[],
): Promise<void> => {
  if (events.length === 0) return;
  const own = entriesOf(runId, 'finding', events, clock.now());
  await updateObject<Outbox>(store, keys.outbox, (outbox = empty) => ({
    ...outbox,
    events: [...withoutIds(outbox.events, own), ...own],
  }));
};

/** Takes the events of a run, and events of earlier runs that no other report holds. */
const takeEvents = async (store: Store, runId: string, nowMs: number): Promise<readonly KeptEvent[]> => {
  let taken: readonly KeptEvent[] = [];
  await updateObject<Outbox>(store, keys.outbox, (outbox = empty) => {
    const free = outbox.events.filter((kept) => kept.runId !== runId && Date.parse(kept.heldUntil) <= nowMs);
    const isRecent = ({ at }: KeptEvent) => nowMs - Date.parse(at) < longestKeptMs;
    const repeated = free.filter(isRecent).slice(0, mostRepeated);
    taken = [...repeated, ...outbox.events.filter((kept) => kept.runId === runId)];
    const old = new Set(free.filter((kept) => !isRecent(kept)));
    if (repeated.length === 0 && old.size === 0) return undefined;
    const heldUntil = isoInstant(nowMs + heldMs);
    const events = outbox.events
      .filter((kept) => !old.has(kept))
      .map((kept) => (repeated.includes(kept) ? { ...kept, heldUntil } : kept));
    return { events, dropped: withDropped(outbox, old.size, nowMs) };
  });
  return taken;
};

/** Publishes entries. @returns the entries that the bus refused */
const offer = async (bus: Bus, entries: readonly KeptEvent[]): Promise<readonly KeptEvent[]> => {
  if (entries.length === 0) return [];
  try {
    await bus.publish(entries.map(({ event }) => event));
    return [];
  } catch (error) {
    if (!(error instanceof BusUnavailable)) throw error;
    const { refused } = error;
    return refused === null ? entries : entries.filter((_, index) => refused.has(index));
  }
};

/** Oldest first; entries of one time stay in their order. */
const byAge = (events: readonly KeptEvent[]): KeptEvent[] =>
  events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));

/** Removes what the bus took, and keeps what it refused for the next report. */
const settleEvents = async (
  { store, clock }: Pick<PublishPorts, 'store' | 'clock'>,
  taken: readonly KeptEvent[],
  refused: readonly KeptEvent[],
): Promise<void> => {
  const nowMs = clock.now();
  const toRetry = refused.map((kept) => ({ ...kept, heldUntil: isoInstant(nowMs) }));
  await updateObject<Outbox>(store, keys.outbox, (outbox = empty) => {
    const others = withoutIds(outbox.events, [...taken, ...refused]);
    if (toRetry.length === 0) return { ...outbox, events: others };
    const all = byAge([...others, ...toRetry]);
    const surplus = Math.max(0, all.length - mostKept);
    const isNotice = ({ event }: KeptEvent) => event.type === 'Notice';
    const lost = new Set([...all.filter((kept) => !isNotice(kept)), ...all.filter(isNotice)].slice(0, surplus));
    return { events: all.filter((kept) => !lost.has(kept)), dropped: withDropped(outbox, surplus, nowMs) };
  });
};

/** Events that a run publishes at its end: before the events of the outbox, and after them. */
interface LastEvents {
  readonly first: readonly HeadroomEvent[];
  readonly last: readonly HeadroomEvent[];
}

/**
 * Publishes the events of a run, and events of earlier runs that the bus refused. Each is published once, unless the
 * answer of the bus, or the process, is lost.
 * @returns the number of events of this run that the bus did not take; the next report publishes them
 */
export const publishAll = async (ports: PublishPorts, runId: string, { first, last }: LastEvents): Promise<number> => {
  const nowMs = ports.clock.now();
  const stored = await takeEvents(ports.store, runId, nowMs);
  const isOwn = (kept: KeptEvent) => kept.runId === runId;
  const before = entriesOf(runId, 'first', first, nowMs);
  const after = entriesOf(runId, 'last', last, nowMs);
  const refused = await offer(ports.bus, [
    ...stored.filter((kept) => !isOwn(kept)),
    ...before,
    // A repeated report has its first and last events anew.
    ...withoutIds(stored.filter(isOwn), [...before, ...after]),
    ...after,
  ]);
  if (stored.length > 0 || refused.length > 0) await settleEvents(ports, stored, refused);
  return refused.filter(isOwn).length;
};
