/** Times of a stored reading. */
export interface ReadingTimes {
  /** Begin of the reading, ISO 8601, UTC. */
  readonly readAt: string;
  /** The same by the platform's own clock; absent if the platform gave no time. */
  readonly seenAt?: string;
  /** `readAt` of the project's record, which the reading confirmed; absent if the reading wrote the record. */
  readonly recordedAt?: string;
}

/**
 * A reading that found a project as its record has it: the record stays as it is, and only the times of the reading are
 * stored. A record with another time was written since, and nothing confirms that one.
 */
export type Confirmation = ReadingTimes & Required<Pick<ReadingTimes, 'recordedAt'>>;

/** Whether a confirmation is about this record. */
export const isAbout = (confirmation: Partial<Confirmation> | undefined, { readAt }: ReadingTimes): boolean =>
  confirmation?.recordedAt === readAt;

/**
 * A record with the times at which its contents were last seen: the times of the confirmation if it is about this record and
 * younger, otherwise its own. The only place that decides how old a stored reading is.
 */
export const withTimes = <R extends ReadingTimes>(
  record: R,
  confirmation: ReadingTimes | undefined,
): R & { readonly recordedAt: string } => {
  const own = { ...record, recordedAt: record.readAt };
  if (confirmation === undefined || !isAbout(confirmation, record) || confirmation.readAt < record.readAt) return own;
  return { ...own, readAt: confirmation.readAt, seenAt: confirmation.seenAt };
};

/**
 * Whether a time of a reading replaces the known one: a newer record's time, or a younger time of the same record.
 * @param seenBy the time as far as it is certain: one in the future comes from a clock that was ahead
 */
export const isNewer = (
  { readAt, recordedAt = readAt }: ReadingTimes,
  earlier: ReadingTimes | undefined,
  seenBy: (at: string | undefined) => string,
): boolean => {
  const before = seenBy(earlier?.recordedAt ?? earlier?.readAt);
  return recordedAt === before ? readAt >= seenBy(earlier?.readAt) : recordedAt > before;
};
