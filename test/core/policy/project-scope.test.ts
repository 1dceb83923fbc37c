import { describe, expect, it } from 'vitest';
import { projectsNamed } from '../../../lib/core/policy/project-scope.ts';

const all = ['data-prod', 'shop-dev', 'shop-prod', 'odd*name'];

describe('projects that a person names', () => {
  it.each<[string[], string[]]>([
    [['shop-prod'], ['shop-prod']],
    [['shop-*'], ['shop-dev', 'shop-prod']],
    [
      ['*-prod', 'shop-dev'],
      ['data-prod', 'shop-dev', 'shop-prod'],
    ],
    [
      ['*', '!shop-*'],
      ['data-prod', 'odd*name'],
    ],
    [['!shop-*'], ['data-prod', 'odd*name']],
    [['shop-pro?'], ['shop-prod']],
    [['odd*name'], ['odd*name']],
  ])('%j are %j', (asked, named) => {
    expect(projectsNamed(all, asked)).toEqual(named);
  });

  it('are distinguished from names without a project, and from globs without a match', () => {
    expect(projectsNamed(all, ['gone'])).toEqual(['gone']);
    expect(projectsNamed(all, ['shop-*', 'gone-*', 'gone'])).toEqual(['shop-dev', 'shop-prod', 'gone-*', 'gone']);
    expect(projectsNamed(all, ['*', '!*'])).toEqual(['*', '!*']);
  });
});
