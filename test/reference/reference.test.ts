import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lawsFor } from '../laws.ts';
import { differs, expectedOutcome, plannedOutcome } from './compared.ts';
import { organization } from './drawn.ts';

const room = new URL('./', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, room), 'utf8');
/** The files of the reference itself. */
const reference = ['policy.ts', 'actual.ts', 'plan.ts', 'member.ts', 'division.ts', 'budget.ts', 'outcome.ts'];

const always = lawsFor(organization, 1_000);

describe('a plan made by the plainest means', () => {
  it('is the plan of the planner, for every drawn organization', () => {
    always((input) => {
      if (differs(input)) expect(plannedOutcome(input)).toEqual(expectedOutcome(input));
    });
  });

  it('takes only types and money from the product', () => {
    for (const file of reference) {
      const imports = textOf(file).matchAll(/^import (type )?[^;]*? from '([^']+)';$/gms);
      const used = [...imports].filter(([text, isType, from]) => {
        const isOurs = from?.includes('/lib/') ?? false;
        return isOurs && isType === undefined && !from?.endsWith('/model/money.ts') && text !== '';
      });
      expect([file, used.map(([text]) => text)]).toEqual([file, []]);
    }
  });

  it('stays short enough to be read', () => {
    const lines = reference.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0);
    expect(lines).toBeLessThanOrEqual(1_103);
  });
});
