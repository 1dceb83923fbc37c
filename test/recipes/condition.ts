import type { Recipe } from './recipe.ts';

export const condition: Recipe = {
  title: 'A condition of `match`',
  probe: 'probecondition',
  steps: [
    {
      file: 'lib/core/model/policy-document.ts',
      before: '  /** Exact tag key to patterns of its value; a service',
      text: '  readonly probeCondition?: Patterns;\n',
    },
    {
      file: 'lib/core/policy/selector.ts',
      before: '  /** Project tags, overridden by service tags. */',
      text: '  readonly probeCondition: string;\n',
    },
    {
      file: 'lib/core/model/model.ts',
      before: '  /** Provisioned disk of the whole service in MB,',
      text: '  readonly probeCondition?: string;\n',
    },
    {
      file: 'lib/wire/records.ts',
      before: '  create_time: z.string().nullish(),',
      text: '  probeCondition: z.string().nullish(),\n',
    },
  ],
  named: [
    'lib/core/findings/accepted.ts',
    'lib/core/policy/misses.ts',
    'lib/core/policy/policy.ts',
    'lib/core/policy/selector.ts',
    'lib/documents/cases/policy-cases.ts',
    'lib/documents/policy-parts.ts',
    'lib/run/store/schemas/inventory.ts',
    'lib/wire/records.ts',
    'test/core/policy/budget-scope.test.ts',
    'test/core/policy/first-match.test.ts',
    'test/core/policy/policy-cases.test.ts',
    'test/core/policy/selector.test.ts',
    'test/reference/policy.ts',
  ],
};
