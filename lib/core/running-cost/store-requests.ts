/**
 * Store requests of runs without changes; `surveys` and `projects` are those of all of them together; a listing counts as a
 * write. Each run reads and writes the state that runs share. It writes the reading of each project that it reads once, after a
 * look at the last one, and reads it with the history and the last-applied record of all projects that it plans. The first look
 * of a day also reads and writes the history; a budget with basis month-to-date reads each history once more.
 */
export const storeRequests = ({
  runs,
  surveys,
  read,
  planned,
}: Record<'runs' | 'surveys' | 'read' | 'planned', number>) => ({
  puts: runs * 17 + surveys + read,
  gets: runs * 33 + surveys + read + planned * 3,
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
