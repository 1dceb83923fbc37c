/**
 * Store requests of runs without changes; `surveys` and `projects` are those of all of them together; a listing counts as a
 * write. Each run reads and writes the state that runs share. It looks at the record of each project that it reads, and writes
 * the times of many together. A plan reads the record, the history and the last-applied record of each of its projects. The
 * first look of a day also writes the record, and reads and writes the history; a budget with basis month-to-date reads each
 * history once more.
 * @param stored how often surveys store the times of their readings
 */
export const storeRequests = ({
  runs,
  surveys,
  stored,
  read,
  planned,
}: Record<'runs' | 'surveys' | 'stored' | 'read' | 'planned', number>) => ({
  puts: runs * 19 + stored,
  gets: runs * 33 + surveys * 5 + stored + read + planned * 3,
});

/**
 * Store requests of watches without new services: each reads the watermarks, both heartbeat records and the noted calls; if watches
 * take turns through the projects, each also reads the current readers, the ages of the readings and its turn, and writes it.
 */
export const lookRequests = ({
  looks: count,
  takesTurns,
}: {
  readonly looks: number;
  readonly takesTurns: boolean;
}) => ({
  puts: takesTurns ? count : 0,
  gets: count * (takesTurns ? 7 : 4),
});
