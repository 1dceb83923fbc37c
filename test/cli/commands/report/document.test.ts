import { describe, expect, it } from 'vitest';
import { reportDocument } from '../../../../lib/cli/commands/report/document.ts';
import type { Plan } from '../../../../lib/core/plan/plan-result.ts';
import { aService, aSnapshot, planOf } from '../../../core/organization.ts';

const { plan } = planOf([aSnapshot({ services: [aService()] })]);

/** The facts of the report of a run that ended well, by their labels. */
const factsOf = (more: Partial<Plan>) =>
  Object.fromEntries(
    reportDocument({
      runId: 'run-1',
      codeVersion: '1.0.0',
      startedAt: '2030-06-15T08:00:00.000Z',
      endedAt: '2030-06-15T08:01:00.000Z',
      outcome: 'applied',
      error: null,
      cause: null,
      plan: { ...plan, ...more },
      results: [],
      unread: [],
    }).facts,
  );

describe('the report of a run', () => {
  it('says how old the readings are that it rests on, and what the schedules promise', () => {
    const readings = {
      projects: 1_000,
      olderThanRun: 600,
      oldestMinutes: 70,
      oldestProject: 'shop',
      promisedMinutes: 120,
      notReadYet: 0,
    };
    expect(factsOf({ readings })).toMatchObject({
      readings: '600 of 1000 projects read before this run, the oldest (shop) 70 minutes ago; promised: 2 hours',
    });
    expect(factsOf({})).not.toHaveProperty('readings');
  });

  it('says what it used of an approval, what is left of it, and what needs another one', () => {
    const approval = {
      used: [
        {
          digest: 'a'.repeat(64),
          by: 'a person',
          approvedAt: '2030-06-15T07:00:00.000Z',
          expiresAt: '2030-06-16T07:00:00.000Z',
          changes: 2,
          left: 8,
        },
      ],
      waiting: plan.changes.slice(0, 1),
    };
    const proposal = { digest: 'b'.repeat(64), summary: plan.summary, changes: plan.changes, violations: [] };
    expect(factsOf({ approval, proposal })).toMatchObject({
      'approval aaaaaaaaaaaa by a person': '2 changes now, 8 left until 2030-06-16T07:00:00.000Z',
      'waiting for money': '1 change, for money that changes without approval free',
      'not approved': 'plan bbbbbbbbbbbb: 2 changes',
    });
  });
});
