import { describe, expect, it } from 'vitest';
import { checkProjectList, isAboutList, listProblem } from '../../../lib/core/inventory/project-list.ts';

const list = (names: readonly string[], beyond: number | null = 0) => ({
  projects: names.map((name) => ({ name, tags: {} })),
  beyond,
});

describe('a list with a part of the projects', () => {
  it.each([
    [2, 'The organization has 4 projects, but the platform lists only 2 of them to this token.'],
    [null, 'The organization has more than 2 projects, but the platform lists only 2 of them to this token.'],
  ])('is a finding (%s beyond it)', (beyond, text) => {
    const { findings } = checkProjectList(list(['a', 'b'], beyond), []);
    expect(findings).toMatchObject([{ code: 'projects-unlisted', project: '', service: '' }]);
    expect(findings[0]?.message).toContain(text);
    expect(listProblem(list(['a', 'b'], beyond))).toBe(findings[0]?.message);
    expect(findings.every(isAboutList)).toBe(true);
  });

  it('ends no project that was read before: it stays, unread, and the listed ones go on', () => {
    const { projects } = checkProjectList(list(['a', 'b'], 2), ['b', 'c']);
    expect(projects).toEqual([
      { name: 'a', tags: {} },
      { name: 'b', tags: {} },
      { name: 'c', tags: {}, problem: 'the platform does not list it, but says that the organization has 4 projects' },
    ]);
  });

  it('may have a project without an id as well, and both are said', () => {
    const { projects, findings } = checkProjectList(list(['a', ''], 1), ['c']);
    expect(findings.map(({ code }) => code)).toEqual(['record-invalid', 'projects-unlisted']);
    expect(projects[1]?.problem).toBe(
      'the platform does not list it, but lists 1 project without an id and says that the organization has 3 projects',
    );
  });
});

it('a whole list is no finding, and a project that it lacks is gone', () => {
  expect(checkProjectList(list(['a']), ['b'])).toEqual({ projects: [{ name: 'a', tags: {} }], findings: [] });
  expect(listProblem(list(['a']))).toBeNull();
});
