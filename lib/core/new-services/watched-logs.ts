import { byText } from '../model/grouping.ts';

/** Position in a project's event log: the newest time read, and the ids of the events at that time or of a wrong clock. */
export interface LogPosition {
  /** ISO 8601, UTC; empty when nothing was read. */
  readonly time: string;
  readonly ids: readonly string[];
}

/**
 * Events after the position, oldest first, and the next position. Several events may have the same time, and one of them
 * may appear after the others were read: ids distinguish them. Without a position no event is new.
 * @param latest times after this one come from a wrong clock: such an event is new once, and moves the position nowhere,
 *   so that it hides no later one. ISO 8601, UTC
 */
export const newEvents = <E extends { readonly id: string; readonly time: string }>(
  log: readonly E[],
  mark: LogPosition | undefined,
  latest: string,
): { events: E[]; watermark: LogPosition } => {
  const isNew = ({ id, time }: E) => mark !== undefined && time >= mark.time && !mark.ids.includes(id);
  const times = log.flatMap(({ time }) => (time <= latest ? [time] : []));
  const newest = times.reduce((first, time) => (time > first ? time : first), mark?.time ?? '');
  const previous = newest === mark?.time ? mark.ids : [];
  const seen = log.filter(({ time }) => time === newest || time > latest).map(({ id }) => id);
  const ids = [...new Set([...previous, ...seen])].sort();
  const events = log.filter(isNew).toSorted((a, b) => byText(a.time, b.time));
  return { events, watermark: { time: newest, ids } };
};

/**
 * The projects whose event logs a look reads: the ones that neither a survey nor a look has seen for longest, so that each log
 * is read only where that is quicker than the next survey (scale §1).
 * @param most number of projects of one look
 * @param seenAt ISO 8601, UTC: last survey or look; empty if there was none
 */
export const nextWatched = (
  names: readonly string[],
  most: number,
  seenAt: (name: string) => string,
): readonly string[] => {
  if (names.length <= most) return names;
  const keyed = names.map((name) => ({ name, at: seenAt(name) }));
  const byAge = keyed.sort((a, b) => byText(a.at, b.at) || byText(a.name, b.name));
  return byAge.slice(0, most).map(({ name }) => name);
};
