import { expect } from 'vitest';
import type { AuditRecord } from '../../lib/core/audit/audit.ts';
import { auditedRuns } from '../../lib/run/audit/reading.ts';
import type { LocalHeadroom } from './local-headroom.ts';
import { mortalPorts } from './mortal.ts';
import { organizationOf, pg } from './scenarios.ts';

export const sevenHours = 7 * 60 * 60 * 1000;

/** Two projects in which there is something to enable, to lower, to raise and to disable. */
export const projectsNamed = (...names: string[]) =>
  organizationOf(
    names.map((name) => ({
      name,
      services: [pg('new'), pg('lower', { tags: { want: 'less' } }), pg('raise'), pg('off', { tags: { want: 'off' } })],
      endpoints: ['lower', 'raise', 'off'].map((service) => ({ name: `headroom-${service}`, maxAdditionalGb: 100 })),
      integrations: ['lower', 'raise', 'off'].map((service) => ({ service, endpoint: `headroom-${service}` })),
    })),
  );

export const scenario = projectsNamed('a', 'b');

export const plannedWrites = 12;

export const recordsOf = async ({ store }: LocalHeadroom, runId?: string): Promise<AuditRecord[]> => {
  const records: AuditRecord[] = [];
  for await (const run of auditedRuns(store)) records.unshift(...run.toReversed());
  return records.filter((record) => runId === undefined || record.runId === runId);
};

export const nameOf = ({ runId, kind, project, service }: AuditRecord) => `${runId} ${kind} ${project}/${service}`;

export const expectDistinct = (records: readonly AuditRecord[]) =>
  expect(new Set(records.map(nameOf)).size).toBe(records.length);

/** Runs once as a process that dies at the write of that number; answers whether there was one. */
export const runKilledAt = async (
  headroom: LocalHeadroom,
  fatal: number,
  when: 'before' | 'after',
): Promise<boolean> => {
  const { ports, isDead } = mortalPorts(headroom.ports, fatal, when);
  await headroom.reconcile({ runId: 'killed', ports }).catch(() => undefined);
  return isDead();
};
