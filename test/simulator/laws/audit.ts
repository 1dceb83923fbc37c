/** A request that changed the platform, as far as the audit must know of it. */
export interface WriteMade {
  /** The platform's own id of the request. */
  readonly requestId: string;
  readonly kind: string;
  readonly project: string;
  /** Name of the endpoint, or of the service that an integration belongs to. */
  readonly target: string;
  /** Whether the network sent it again by itself, so that Headroom cannot know of it. */
  readonly isCopy: boolean;
}

/** The part of an audit record that the law looks at, read without the product's schema. */
interface Recorded {
  readonly kind: string;
  readonly project: string;
  readonly service: string;
  readonly endpointName: string;
  readonly requestId: string | null;
  readonly status: string;
}

export const auditLaw = 'each write has one audit record, each record one write (design §12.10)';

const isAboutEndpoint = (kind: string) => kind.endsWith('-endpoint');

/** Changes that Headroom only records: the endpoint and its maximum stay as they are. */
const isHandover = ({ kind }: Recorded): boolean => kind === 'adopt-endpoint' || kind === 'return-endpoint';

const groupOf = ({ kind, project, target }: Pick<WriteMade, 'kind' | 'project' | 'target'>) =>
  JSON.stringify([kind, project, target]);

const recordGroup = (record: Recorded) =>
  groupOf({ ...record, target: isAboutEndpoint(record.kind) ? record.endpointName : record.service });

/**
 * Whether a record may stand for a write whose own id it does not carry: the answer to the write was lost, so the record
 * has the id of a later try, or none. Ids of the platform rise.
 */
const mayCover = ({ requestId, status }: Recorded, write: WriteMade) =>
  requestId === null || status !== 'confirmed' || requestId > write.requestId;

/**
 * Confirmed records for which the platform changed nothing: those without a write of their own id, beyond the writes of the
 * same thing that carry no record's id. A person may have done the same in between, so that the platform said it was done.
 */
const idle = (records: readonly Recorded[], writes: readonly WriteMade[]): string[] => {
  const ids = new Set(writes.map(({ requestId }) => requestId));
  const recorded = new Set(records.map(({ requestId }) => requestId));
  const spare = new Map<string, number>();
  for (const write of writes) {
    if (!recorded.has(write.requestId)) spare.set(groupOf(write), (spare.get(groupOf(write)) ?? 0) + 1);
  }
  return records
    .filter((record) => record.status === 'confirmed' && !isHandover(record))
    .filter(({ requestId }) => requestId === null || !ids.has(requestId))
    .filter((record) => {
      const left = spare.get(recordGroup(record)) ?? 0;
      spare.set(recordGroup(record), left - 1);
      return left <= 0;
    })
    .map((record) => `a record says that ${record.kind} of ${recordGroup(record)} was done, and nothing changed`);
};

/**
 * Compares every write that the platform carried out with every sealed record.
 * @param bodies the audit's files as they are stored
 * @param tried ids of all requests that could change something: the last try of a write may find it done already
 */
export const judgeAudit = (
  bodies: readonly string[],
  writes: readonly WriteMade[],
  tried: ReadonlySet<string>,
): string[] => {
  const records = bodies.flatMap((body) => (JSON.parse(body) as { records: readonly Recorded[] }).records);
  const byId = new Map<string, Recorded[]>();
  const byGroup = new Map<string, Recorded[]>();
  for (const record of records) {
    if (record.requestId !== null) byId.set(record.requestId, [...(byId.get(record.requestId) ?? []), record]);
    byGroup.set(recordGroup(record), [...(byGroup.get(recordGroup(record)) ?? []), record]);
  }
  const twice = [...byId].filter(([, same]) => same.length > 1).map(([id]) => `request ${id} has several records`);
  const invented = records
    .filter(({ requestId, status }) => status === 'confirmed' && requestId !== null && !tried.has(requestId))
    .map(({ kind, requestId }) => `a record says that request ${requestId} did ${kind}, and it did not`);
  const missing = writes
    .filter((write) => !write.isCopy && !byId.has(write.requestId))
    .filter((write) => !byGroup.get(groupOf(write))?.some((record) => mayCover(record, write)))
    .map(({ kind, project, target, requestId }) => `${kind} ${project}/${target} (${requestId}) has no record`);
  return [...twice, ...invented, ...missing, ...idle(records, writes)];
};
