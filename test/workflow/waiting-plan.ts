import { expect } from 'vitest';
import type { ReportObject } from '../../lib/run/store/run-objects.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { enableAll, even } from './scenarios.ts';

export const hour = 60 * 60 * 1000;
export const guarded = (maximum: number, more = '') =>
  enableAll(maximum).replace('maxChanges: 100000', `maxChanges: 3${more}`);

export const approve = (headroom: LocalHeadroom, approvedDigest: string, more: object = {}) =>
  headroom.reconcile({ input: { trigger: { kind: 'manual', by: 'a person' }, approvedDigest }, ...more });

/** Asks for exactly the plan, or nothing. */
export const approveExactly = (headroom: LocalHeadroom, approvedDigest: string) =>
  headroom.reconcile({ input: { trigger: { kind: 'manual', by: 'a person' }, approvedDigest, exact: true } });

/** Services by the changes of a report that the platform confirmed. */
export const changed = ({ results }: ReportObject): string[] =>
  [...new Set(results.flatMap(({ status, service }) => (status === 'confirmed' ? [service ?? ''] : [])))].sort();

/** A Headroom whose plan waits for approval, and the digest of that plan. */
export const waiting = async (policy = guarded(200), services = 2) => {
  const headroom = await startHeadroom(even(2, services), policy);
  const proposed = await headroom.reconcile();
  expect(proposed.outcome).toBe('needs-approval');
  return { headroom, digest: proposed.plan?.digest ?? '' };
};

export const addService = (headroom: LocalHeadroom, service: string) =>
  headroom.control('service', {
    project: 'project-0',
    service,
    type: 'pg',
    plan: 'startup-4',
    cloud: 'aws-eu-west-1',
  });
