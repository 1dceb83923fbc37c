import type { ProposedChange } from '../../../lib/core/change/change.ts';
import { digestText } from '../../../lib/core/plan/order.ts';
import { summarize } from '../../../lib/core/plan/summary.ts';
import type { Store } from '../../../lib/ports.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import type { ProposedPlan, RunObject } from '../../../lib/run/store/run-objects.ts';
import { sha256 } from '../../../lib/run/store/sha256.ts';

export const now = Date.parse('2026-03-02T12:00:00Z');
export const digest = 'ab12cd34ef56'.padEnd(64, '0');
export const sibling = 'ab12cd34ef56'.padEnd(64, '1');

export const portsOf = (store = createMemoryStore()) => ({ store, clock: { now: () => now } });
export const named = (runId: string) =>
  ({ runId, approvedDigest: digest, trigger: { kind: 'manual', by: 'a person' } }) as RunObject;
export const proposedPlan = (proposedAt: string): ProposedPlan => ({ digest, proposedAt, projects: null, changes: [] });

export const creationFor = (service: string) => ({
  kind: 'create-endpoint' as const,
  phase: 'grant' as const,
  project: 'shop',
  service,
  toGb: 5,
  endpointName: `headroom-${service}`,
  maximum: { kind: 'additional', gb: 5 } as const,
});

/** A plan of these changes, as a run over all projects proposed it. */
export const proposeIn = async (store: Store, changes: readonly ProposedChange[], proposedAt: string) => {
  const plan = { digest: sha256(digestText(changes)), proposedAt, projects: null, changes };
  await writeObject(store, keys.proposedPlan(plan.digest), { ...plan, runId: 'run-0', summary: summarize([], []) });
  return plan;
};
