import type { Plan } from '../../lib/core/model.ts';
import type { RunObject } from '../../lib/run/objects.ts';

/** A run as discover stores it, of a test that is about something else. */
export const aRun = (some: Partial<RunObject>): RunObject => ({
  runId: 'run-1',
  startedAt: '2030-01-01T00:00:00.000Z',
  trigger: { kind: 'manual', by: 'a test' },
  mode: 'enforce',
  notes: [],
  policy: 'version: 1',
  projects: [],
  outside: [],
  asked: null,
  approvedDigest: null,
  readOnly: false,
  listed: [],
  ownerTag: 'owner',
  ...some,
});

/** A plan that is to be carried out, as plan stores it, likewise. */
export const aPlan = (some: Partial<Plan>): Plan => ({
  digest: 'digest',
  mode: 'enforce',
  verdict: 'apply',
  summary: { enable: 0, raise: 0, lower: 0, disable: 0, addedGb: 0, addedMonthly: null },
  changes: [],
  decisions: [],
  budgets: [],
  findings: [],
  violations: [],
  ...some,
});
