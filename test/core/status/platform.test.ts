import { describe, expect, it } from 'vitest';
import type { UnreadProject } from '../../../lib/core/model/model.ts';
import {
  judgePermissions,
  judgePermissionsByRun,
  judgePlatform,
  judgePlatformByRun,
  type PermissionFacts,
} from '../../../lib/core/status/platform.ts';

const refused = (project: string) => ({ project, error: 'PlatformForbidden', message: 'no role' });
const broken = { project: 'b', error: 'PlatformUnavailable', message: 'no answer' };

const nowMs = Date.parse('2030-01-01T12:01:00Z');
const lastRun = { endedAt: '2030-01-01T12:00:00Z', error: null, cause: null, unread: [], plan: null };

describe('the platform', () => {
  it.each([
    [120, 3, 'ok'],
    [5_001, 3, 'attention'],
    [10, 0, 'problem'],
  ])('that answers in %d ms with %d projects is %s', (latencyMs, projects, verdict) => {
    expect(judgePlatform({ latencyMs, projects, listProblem: null }).verdict).toBe(verdict);
  });

  it.each([
    [10, 0],
    [10, 3],
    [5_001, 3],
  ])(
    'that answers in %d ms with %d projects, and others without an id, needs attention for those',
    (latencyMs, projects) => {
      expect(judgePlatform({ latencyMs, projects, listProblem: 'report it' })).toMatchObject({
        verdict: 'attention',
        remedy: 'report it',
      });
    },
  );

  it('in the last run needs attention if the list of projects then had records without an id', () => {
    const finding = { code: 'projects-unlisted', project: '', service: '', subject: '', message: 'report it' } as const;
    const seen = judgePlatformByRun({ ...lastRun, plan: { findings: [finding] } }, nowMs);
    expect(seen).toMatchObject({ verdict: 'attention', remedy: 'report it' });
  });

  it('in the last run is a problem when the run ended by the platform, and without a run', () => {
    const byError = (error: string) => judgePlatformByRun({ ...lastRun, error, cause: 'm' }, nowMs).verdict;
    expect(['PlatformUnauthorized', 'NoProjects', 'StoreConflict'].map(byError)).toEqual([
      'problem',
      'problem',
      'attention',
    ]);
    expect(judgePlatformByRun(lastRun, nowMs).says).toBe('answered in the last run, 60 seconds ago');
    expect(judgePlatformByRun(null, nowMs).verdict).toBe('problem');
  });
});

const names = (count: number) => Array.from({ length: count }, (_, at) => `project-${at}`);

/** Permissions in so many projects, in all of which the token has the role, and that were asked, but for what is given. */
const permissions = (count: number, role: string, given: Partial<PermissionFacts> = {}) => {
  const all = names(count);
  return judgePermissions({
    asked: count,
    probes: [],
    all,
    unread: [],
    roles: new Map(all.map((name) => [name, [role]])),
    ...given,
  });
};

const byRun = (unread: readonly UnreadProject[]) => judgePermissionsByRun({ ...lastRun, unread }, nowMs);

describe('permissions', () => {
  it('are fine when everything asked can be read and changed, and say how much was not asked', () => {
    expect(permissions(2, 'operator').says).toContain('checked all 2 projects');
    expect(permissions(1, 'admin').says).toContain('checked all 1 project');
    expect(permissions(41, 'operator', { asked: 20 })).toMatchObject({
      verdict: 'ok',
      says: 'services and endpoints are readable; checked 20 of 41 projects; headroom status --all checks all; the role allows changes in every project',
    });
  });

  it('are a problem where the role only reads, also in a project that was not asked', () => {
    expect(permissions(5, 'read_only')).toMatchObject({
      verdict: 'problem',
      says: 'role read_only allows no changes in 5 of 5 projects: project-0, project-1, project-2 and 2 more',
      remedy: "give the token's owner the operator role there",
    });
    const roles = new Map(names(30).map((name) => [name, [name === 'project-29' ? 'read_only' : 'operator']]));
    expect(permissions(30, '', { asked: 20, roles })).toMatchObject({
      verdict: 'problem',
      says: 'role read_only allows no changes in 1 of 30 projects: project-29',
    });
  });

  it('are fine where one of several roles allows changes', () => {
    const roles = new Map([['project-0', ['read_only', 'operator']]]);
    expect(permissions(1, '', { roles }).verdict).toBe('ok');
  });

  it.each<[string, PermissionFacts['roles']]>([
    ['the platform shows no roles', null],
    ['there is none for the project', new Map()],
    ['its role is not one of ours', new Map([['project-0', ['developer']]])],
    ['one of several is not known', new Map([['project-0', ['read_only', 'project:integrations']]])],
  ])('want attention where %s', (_, roles) => {
    expect(permissions(1, '', { roles })).toMatchObject({
      verdict: 'attention',
      says: expect.stringContaining('no role with write access is visible for 1: project-0'),
    });
  });

  it('are a problem where the last run was refused a change', () => {
    const coverage = {
      missingPermissions: [
        { project: 'a', to: 'write' },
        { project: 'b', to: 'read' },
      ],
    } as never;
    expect(judgePermissionsByRun(null, nowMs).verdict).toBe('problem');
    expect(judgePermissionsByRun({ ...lastRun, coverage }, nowMs)).toMatchObject({
      verdict: 'problem',
      says: expect.stringContaining('1 refused a change: a'),
    });
  });

  it('are a problem where a project refuses, whatever else is wrong, and name a few', () => {
    const unread = [broken, ...['a', 'c', 'd', 'e', 'f'].map(refused)];
    expect(permissions(9, 'read_only', { unread })).toMatchObject({
      verdict: 'problem',
      says: '5 refused: a, c, d and 2 more; checked all 9 projects',
    });
    expect(byRun(unread).verdict).toBe('problem');
  });

  it('want attention where a project could not be read for another reason', () => {
    expect(permissions(1, 'operator', { unread: [broken] })).toMatchObject({
      verdict: 'attention',
      remedy: 'first error: no answer',
    });
    expect(byRun([broken]).verdict).toBe('attention');
    expect(byRun([]).verdict).toBe('ok');
  });
});
