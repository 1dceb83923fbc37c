import { type Operation, readsOnly } from '../operations/operation.ts';

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
