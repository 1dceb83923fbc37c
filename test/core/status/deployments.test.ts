import { describe, expect, it } from 'vitest';
import { deploymentsSummary, judgeDeployment, worstState } from '../../../lib/core/status/deployments.ts';
import { attention, ok, problem } from '../../../lib/core/status/status.ts';

const disks = { known: 3, unknown: 0, withoutAlert: 0, oldestDays: 0, nearlyFull: 2 };
const facts = { lines: [ok('mode', 'enforce')], disks, waitingApprovals: 0, lastRun: null };
const good = judgeDeployment({ value: facts }, 'x');
const absent = judgeDeployment({ error: 'no access' }, 'get access');

describe('the state of a deployment', () => {
  it('is that of its worst line, which it shows with its remedy and the number of the others', () => {
    const lines = [
      attention('lease', 'a', 'b'),
      problem('audit', 'c', 'd'),
      ok('mode', 'e'),
      problem('mode', 'f', 'g'),
    ];
    expect(judgeDeployment({ value: { ...facts, lines } }, 'x')).toMatchObject({
      ...{ state: 'problem', says: 'audit: c (and 1 more)', remedy: 'd' },
    });
    expect(good).toMatchObject({ state: 'ok', says: '', remedy: '' });
  });

  it('is unknown where its facts could not be read, and no figure stands for them', () => {
    expect(absent).toEqual({
      ...{ state: 'unknown', says: 'no access', remedy: 'get access', lines: [] },
      ...{ disks: null, waitingApprovals: null, lastRun: null },
    });
  });
});

describe('several deployments', () => {
  it('are as good as the worst of them, and none at all are unknown', () => {
    expect(worstState([good, absent, good])).toBe('unknown');
    expect(worstState([good])).toBe('ok');
    expect(worstState([])).toBe('unknown');
  });

  it('have a sum of full disks that says where it is not whole', () => {
    expect(deploymentsSummary([good, good])).toBe('Deployments: ok; 2 ok. 4 disks at 90 % or more.');
    expect(deploymentsSummary([good, absent])).toBe(
      'Deployments: unknown; 1 ok, 1 unknown. 2 disks at 90 % or more, not all known in 1 deployment.',
    );
  });
});
