import { expect, it } from 'vitest';
import type { Lookup } from '../../../lib/core/plan/lookups.ts';
import { doneLookups } from '../../../lib/run/lookup/done-lookups.ts';

const size: Lookup = { kind: 'plan-disk', project: 'a', serviceType: 'pg', plan: 'startup-4' };
const usage: Lookup = { kind: 'usage', project: 'a', service: 'orders', diskMb: 1024 };
const events: Lookup = { kind: 'events', project: 'a' };
const run = { runId: 'run-1', refreshes: true };

it('a run asks a lookup once, whatever project the lookup goes through', () => {
  const asked = doneLookups(run, { rounds: 1, lookups: [size, usage, events] });
  expect(asked.has({ ...size, project: 'b' })).toBe(true);
  expect(asked.has({ ...size, plan: 'startup-8' })).toBe(false);
  expect(asked.measured).toBe(1);
});

it('a run asks nothing more after four rounds, whatever the answers were', () => {
  expect(doneLookups(run, { rounds: 3, lookups: [] }).has(size)).toBe(false);
  expect(doneLookups(run, { rounds: 4, lookups: [] }).has(size)).toBe(true);
});
