import { type BatchedEvent, readBatch, type UnreadableEvent } from '../../contract/events.ts';
import type { RunRequest } from '../../contract/run-request.ts';
import type { Finding } from '../../core/model/decision.ts';
import type { StorePorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { writeObject } from '../store/objects.ts';
import { recordHeartbeats } from './heartbeat.ts';

type Heartbeat = Extract<BatchedEvent, { readonly 'detail-type': 'Heartbeat' }>;
type Waking = Exclude<BatchedEvent, Heartbeat>;

/** Combined request of a batch of events. */
export interface EventRequest {
  /** Undefined if no event starts a run. */
  readonly request: RunRequest | undefined;
  /** Number of unreadable events, which are stored raw and start nothing. */
  readonly unreadable: number;
  readonly findings: readonly Finding[];
}

const isHeartbeat = (event: BatchedEvent): event is Heartbeat => event['detail-type'] === 'Heartbeat';

/** A run for the projects of the events; an event without a project means all projects. */
const requestOf = (events: readonly Waking[]): RunRequest | undefined => {
  if (events.length === 0) return undefined;
  const named = events.map((event) => event.detail.project);
  const by = [...new Set(events.map((event) => event['detail-type']))].sort().join(', ');
  const projects = named.includes(undefined) ? undefined : [...new Set(named)].filter((name) => name !== undefined);
  return { trigger: { kind: 'event', by }, projects, readOnly: false };
};

const findingOf = (runId: string, unreadable: readonly UnreadableEvent[], all: number): Finding[] => {
  const [first] = unreadable;
  if (first === undefined) return [];
  const message =
    `${unreadable.length} of ${all} events could not be read and were skipped; the first problem: ${first.problem}. ` +
    `See ${keys.unreadableEvents(runId)} in the store, and correct their publisher.`;
  return [{ code: 'event-unreadable', project: '', service: '', message }];
};

/**
 * Reads a batch of events: records the heartbeats, stores the unreadable events, and returns the request of the others.
 * Idempotent. @throws StoreUnavailable
 */
export const readEvents = async (
  ports: StorePorts,
  runId: string,
  batch: readonly unknown[],
): Promise<EventRequest> => {
  const { store } = ports;
  const { events, unreadable } = readBatch(batch);
  if (unreadable.length > 0) await writeObject(store, keys.unreadableEvents(runId), unreadable);
  const sentAt = events.filter(isHeartbeat).map(({ detail }) => detail.sentAt);
  await recordHeartbeats(ports, sentAt);
  const waking = events.filter((event): event is Waking => !isHeartbeat(event));
  const findings = findingOf(runId, unreadable, batch.length);
  return { request: requestOf(waking), unreadable: unreadable.length, findings };
};
