/**
 * Store requests of runs without changes; `surveys` and `projects` are sums over all runs; a listing counts as a write. Each run reads and writes the state that runs share. It writes the times of its readings, many together, and its plan
 * reads the record of each of its projects. A reading that finds nothing new needs no look at the record; the first one of a
 * day does, and writes the history and the reading.
 * @param stored how often surveys store the times of their readings
 */
export const storeRequests = ({
  runs,
  surveys,
  stored,
  planned,
}: Record<'runs' | 'surveys' | 'stored' | 'planned', number>) => ({
  puts: runs * 16 + stored,
  gets: runs * 28 + surveys * 5 + stored + planned,
});

/**
 * Store requests of watches without new services: each reads the watermarks, both heartbeat records and the noted calls; if watches
 * take turns through the projects, each also reads the current readers, the ages of the readings and its turn, and reads and writes it; one
 * that leaves everything to a pass reads only the readers besides.
 */
export const lookRequests = ({
  looks,
  idlePart,
  takesTurns,
}: {
  readonly looks: number;
  readonly idlePart: number;
  readonly takesTurns: boolean;
}) => ({
  puts: takesTurns ? looks * (1 - idlePart) : 0,
  gets: looks * (takesTurns ? idlePart * 5 + (1 - idlePart) * 8 : 4),
});
