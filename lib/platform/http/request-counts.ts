import { type Operation, readsOnly } from '../operations/operation.ts';
import type { PlatformState } from '../state/state.ts';
import { tokenDigest } from '../state/tokens.ts';

/** Requests since the start or the last reset, including refused, limited and faulted ones. */
export interface RequestCounts {
  /** By OperationId. */
  readonly operations: Readonly<Record<string, number>>;
  readonly reads: number;
  readonly writes: number;
  /** Requests without an operation: unknown paths and methods. */
  readonly unmatched: number;
}

export const noRequests: RequestCounts = { operations: {}, reads: 0, writes: 0, unmatched: 0 };

export const counted = (
  counts: RequestCounts,
  operation: Pick<Operation, 'id' | 'method' | 'isRead'>,
): RequestCounts => ({
  ...counts,
  operations: { ...counts.operations, [operation.id]: (counts.operations[operation.id] ?? 0) + 1 },
  reads: counts.reads + (readsOnly(operation) ? 1 : 0),
  writes: counts.writes + (readsOnly(operation) ? 0 : 1),
});

/** Requests that no operation answers, each once with its count, so that a developer sees what a client misses. */
export type Unmatched = ReadonlyMap<string, number>;

/** A client that tries ever new paths must not fill the memory. */
const mostPaths = 1_000;

/** Ids have 36 characters; longer segments are tokens, or noise. */
const longestSegment = 40;

/** The path without its query, and without segments that are tokens or could be (pf 2.10). */
const shownPath = ({ tokens }: PlatformState, path: string): string =>
  path
    .split('/')
    .map((segment) => (segment.length > longestSegment || tokens.has(tokenDigest(segment)) ? '…' : segment))
    .join('/');

export const withUnmatched = (earlier: Unmatched, state: PlatformState, method: string, path: string): Unmatched => {
  const request = `${method} ${shownPath(state, path)}`;
  if (!earlier.has(request) && earlier.size >= mostPaths) return earlier;
  return new Map([...earlier, [request, (earlier.get(request) ?? 0) + 1]]);
};

/** Most frequent first. */
export const unmatchedAnswer = (counted: Unmatched) => ({
  unmatched: [...counted].map(([request, count]) => ({ request, count })).sort((a, b) => b.count - a.count),
});
