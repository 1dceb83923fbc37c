import { describe, expect, it } from 'vitest';
import { changedServices } from '../../../lib/core/change/changed-services.ts';
import { lawsFor } from '../../laws.ts';
import { at, snapshotWith } from '../one-service.ts';
import { planOf } from '../organization.ts';
import { example, planned } from '../plan/any-plan.ts';

const always = lawsFor(example, 500);

/** The rows of a plan that enables at 100 GB. */
const rows = (...given: Parameters<typeof snapshotWith>) => {
  const { changes } = planOf([snapshotWith(...given)]).plan;
  return changedServices(changes).map(({ phase, action, maximum, gb }) => `${phase} ${action} ${maximum} (${gb})`);
};

describe('the changes of a plan as people read them', () => {
  it('agree with its summary in services and GB', () => {
    always((given) => {
      const { changes, summary } = planned(given).plan;
      const read = changedServices(changes);
      expect(read.reduce((sum, { gb }) => sum + gb, 0)).toBe(summary.netGb);
      for (const kind of ['enable', 'raise', 'lower', 'disable'] as const) {
        expect(read.filter(({ action }) => action === kind)).toHaveLength(summary[kind]);
      }
    });
  });

  it('name the removal of one of two autoscalers by what it is, because the service keeps the other', () => {
    expect(rows([at('e1', 100), at('e2', 300)], ['e1', 'e2'])).toEqual([
      'release remove surplus autoscaler 300 → 0 (0)',
    ]);
    expect(rows([at('e1', 200), at('e2', 300)], ['e1', 'e2'])).toEqual(['release lower 200 → 100 (-100)']);
  });

  it('enable a service from 0 GB, also where an unused endpoint has another maximum', () => {
    expect(rows([at('e1', 40)], [])).toEqual(['grant enable 0 → 100 (100)']);
    expect(rows([at('e1', 300)], [])).toEqual([
      'release change unused endpoint 300 → 100 (0)',
      'grant enable 0 → 100 (100)',
    ]);
  });
});
