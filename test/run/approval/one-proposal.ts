import { createMemoryStore } from '../../../lib/local/memory-store.ts';
import type { Proposal, RunObject } from '../../../lib/run/store/run-objects.ts';

export const now = Date.parse('2026-03-02T12:00:00Z');
export const digest = 'ab12cd34ef56'.padEnd(64, '0');
export const sibling = 'ab12cd34ef56'.padEnd(64, '1');

export const portsOf = (store = createMemoryStore()) => ({ store, clock: { now: () => now } });
export const named = (runId: string) =>
  ({ runId, approvedDigest: digest, trigger: { kind: 'manual', by: 'a person' } }) as RunObject;
export const proposal = (proposedAt: string): Proposal => ({ digest, proposedAt, projects: null, changes: [] });

export const creationFor = (service: string) => ({
  kind: 'create-endpoint' as const,
  phase: 'grant' as const,
  project: 'shop',
  service,
  toGb: 5,
  endpointName: `headroom-${service}`,
  maximum: { kind: 'additional', gb: 5 } as const,
});
