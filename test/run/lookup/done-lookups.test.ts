import { expect, it } from 'vitest';
import type { Question } from '../../../lib/core/plan/lookups.ts';
import { askedOf } from '../../../lib/run/lookup/done-lookups.ts';

const size: Question = { kind: 'plan-disk', project: 'a', serviceType: 'pg', plan: 'startup-4' };
const usage: Question = { kind: 'usage', project: 'a', service: 'orders', diskMb: 1024 };
const events: Question = { kind: 'events', project: 'a' };
const run = { runId: 'run-1', refreshes: true };

it('a run asks a question once, whatever project the question goes through', () => {
  const asked = askedOf(run, { rounds: 1, questions: [size, usage, events] });
  expect(asked.has({ ...size, project: 'b' })).toBe(true);
  expect(asked.has({ ...size, plan: 'startup-8' })).toBe(false);
  expect(asked.measured).toBe(1);
});

it('a run asks nothing more after four rounds, whatever the answers were', () => {
  expect(askedOf(run, { rounds: 3, questions: [] }).has(size)).toBe(false);
  expect(askedOf(run, { rounds: 4, questions: [] }).has(size)).toBe(true);
});
