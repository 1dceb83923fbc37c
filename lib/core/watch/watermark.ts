/** Position in a project's event log: the newest time read, and the ids of the events at that time. */
export interface Watermark {
  /** ISO 8601, UTC; empty when the log was empty. */
  readonly time: string;
  readonly ids: readonly string[];
}

/**
 * Events after the watermark, oldest first, and the next watermark. Several events may have the same time, and one of them
 * may appear after the others were read: ids distinguish them. Without a watermark no event is new.
 */
export const newEvents = <E extends { readonly id: string; readonly time: string }>(
  log: readonly E[],
  mark: Watermark | undefined,
): { events: E[]; watermark: Watermark } => {
  const isNew = ({ id, time }: E) =>
    mark !== undefined && (time > mark.time || (time === mark.time && !mark.ids.includes(id)));
  const newest = log.reduce((time, event) => (event.time > time ? event.time : time), mark?.time ?? '');
  const previous = newest === mark?.time ? mark.ids : [];
  const seen = log.filter((event) => event.time === newest).map((event) => event.id);
  const ids = [...new Set([...previous, ...seen])].sort();
  const events = log.filter(isNew).toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  return { events, watermark: { time: newest, ids } };
};
