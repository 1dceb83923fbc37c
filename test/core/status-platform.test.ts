import { describe, expect, it } from 'vitest';
import {
  judgePermissions,
  judgePermissionsByRun,
  judgePlatform,
  judgePlatformByRun,
} from '../../lib/core/status-platform.ts';

const refused = (project: string) => ({ project, error: 'PlatformForbidden', message: 'no role' });
const broken = { project: 'b', error: 'PlatformUnavailable', message: 'no answer' };

describe('the platform', () => {
  it.each([
    [120, 3, 'ok'],
    [5_001, 3, 'attention'],
    [10, 0, 'problem'],
  ])('that answers in %d ms with %d projects is %s', (latencyMs, projects, verdict) => {
    expect(judgePlatform({ latencyMs, projects }).verdict).toBe(verdict);
  });

  it('as the last run met it is a problem when the run ended by the platform', () => {
    const seen = { endedMsAgo: 60_000, unread: [] };
    const byError = (name: string) => judgePlatformByRun({ ...seen, error: { name, message: 'm' } }).verdict;
    expect(['PlatformUnauthorized', 'NoProjects', 'StoreConflict'].map(byError)).toEqual([
      'problem',
      'problem',
      'attention',
    ]);
    expect(judgePlatformByRun({ ...seen, error: null }).says).toBe('answered; as the last run met it 60 seconds ago');
  });
});

describe('permissions', () => {
  it('are fine when everything asked can be read, and say how much was not asked', () => {
    expect(judgePermissions({ asked: 2, all: 2, unread: [] }).says).toContain('all 2 projects were asked');
    expect(judgePermissions({ asked: 20, all: 41, unread: [] })).toMatchObject({
      verdict: 'ok',
      says: 'services and endpoints can be read; 20 of 41 projects were asked; --all asks the others too',
    });
  });

  it('are a problem where a project refuses, whatever else is wrong, and name a few', () => {
    const unread = [broken, ...['a', 'c', 'd', 'e', 'f'].map(refused)];
    expect(judgePermissions({ asked: 9, all: 9, unread })).toMatchObject({
      verdict: 'problem',
      says: '5 refused: a, c, d and 2 more; all 9 projects were asked',
    });
    expect(judgePermissionsByRun({ endedMsAgo: 0, error: null, unread }).verdict).toBe('problem');
  });

  it('want attention where a project could not be read for another reason', () => {
    expect(judgePermissions({ asked: 1, all: 1, unread: [broken] })).toMatchObject({
      verdict: 'attention',
      remedy: 'look at the first one: no answer',
    });
    expect(judgePermissionsByRun({ endedMsAgo: 0, error: null, unread: [broken] }).verdict).toBe('attention');
    expect(judgePermissionsByRun({ endedMsAgo: 0, error: null, unread: [] }).verdict).toBe('ok');
  });
});
