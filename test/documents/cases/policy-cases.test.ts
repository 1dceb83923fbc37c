import { describe, expect, it } from 'vitest';
import { PolicyInvalid } from '../../../lib/contract/errors.ts';
import { parsePolicyCases } from '../../../lib/documents/cases/policy-cases.ts';

const errorsOf = (text: string): string[] => {
  try {
    parsePolicyCases(text, 'my cases.yaml');
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(PolicyInvalid);
    return error instanceof Error ? error.message.split('\n') : [];
  }
};

const one = (given: string, expected: string) =>
  `cases:\n  - name: a case\n    given: ${given}\n    expect: ${expected}\n`;

describe('a file of cases', () => {
  it('needs a project and a type for each service, and has defaults for the rest', () => {
    const {
      cases,
      policy,
      positionOf: placeOf,
    } = parsePolicyCases(one('{project: p, type: pg}', '{effect: ignore}'), 'my cases.yaml');
    expect(policy).toBeUndefined();
    expect(cases).toEqual([
      {
        name: 'a case',
        given: {
          project: 'p',
          service: 'service',
          type: 'pg',
          plan: 'any plan',
          cloud: 'any cloud',
          state: 'RUNNING',
          tags: {},
          projectTags: {},
        },
        expect: { effect: 'ignore' },
      },
    ]);
    expect(placeOf(0)).toBe('my cases.yaml:2:5');
  });

  it.each([
    ['{project: p}', '{effect: ignore}', 'my cases.yaml:3:12 cases[0].given.type: is missing'],
    ['{project: p, type: pg}', '{}', 'my cases.yaml:4:13 cases[0].expect: must expect at least one of'],
    ['{project: p, type: pg}', '{maximun: 5}', 'my cases.yaml:4:14 cases[0].expect.maximun:'],
    ['{project: p, type: pg, tags: {a: 5}}', '{maximum: 5}', 'must be text: put it in quotes'],
    ['{project: p, type: pg, today: 2030-13-01}', '{maximum: 5}', 'must be a date such as 2030-06-15'],
  ])('with %s and %s names the place and the problem', (given, expected, message) => {
    expect(errorsOf(one(given, expected)).join('\n')).toContain(message);
  });

  it('has cases with different names, and at least one', () => {
    const twice = `${one('{project: p, type: pg}', '{maximum: 5}')}${one('{project: p, type: pg}', '{maximum: 5}').slice(7)}`;
    expect(errorsOf(twice).join('\n')).toContain('names of cases must be unique');
    expect(errorsOf('cases: []\n').join('\n')).toContain('must list at least one case');
  });
});
