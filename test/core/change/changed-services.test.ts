import { describe, expect, it, test } from 'vitest';
import { changedServices } from '../../../lib/core/change/changed-services.ts';
import { endpointText, fromText } from '../../../lib/core/change/maximum-text.ts';
import type { HeldMaximum } from '../../../lib/core/model/model.ts';
import { lawsFor } from '../../laws.ts';
import { flat } from '../a-change.ts';
import { at, snapshotWith } from '../one-service.ts';
import { anEndpoint, aService, aSnapshot, planOf } from '../organization.ts';
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

const total = (gb: number | null): HeldMaximum => ({ kind: 'total', gb });
const additional = (gb: number | null): HeldMaximum => ({ kind: 'additional', gb });

describe('what the endpoint of a gone service holds', () => {
  const removalOf = (maximum: HeldMaximum) =>
    planOf([
      aSnapshot({ services: [aService({ name: 'other' })], endpoints: [anEndpoint({ maximum })] }),
    ]).plan.changes.find(({ kind }) => kind === 'delete-endpoint');

  test.each([
    [total(280), 0, '280 in all'],
    [total(null), 0, 'unknown'],
    [additional(null), 0, 'unknown'],
    [additional(100), 100, '100'],
    [additional(0), 0, '0'],
  ])('is shown as it is, never as 0: %j', (maximum, fromGb, text) => {
    const removal = removalOf(maximum);
    expect(removal).toMatchObject({ kind: 'delete-endpoint', service: null, fromGb });
    expect(flat(removal ? [removal] : []).map(fromText)).toEqual([text]);
  });
});

it('an unreadable endpoint that is removed from a service is shown as unknown', () => {
  const service = aService({
    tags: { 'disk-autoscaler': 'off' },
    integrations: [{ id: 'i', endpointId: 'endpoint-1' }],
  });
  const { plan } = planOf([aSnapshot({ services: [service], endpoints: [anEndpoint({ maximum: additional(null) })] })]);
  expect(flat(plan.changes).map((change) => [change.kind, fromText(change)])).toEqual([
    ['delete-integration', 'unknown'],
    ['delete-endpoint', 'unknown'],
  ]);
});

describe('what the audit shows of an endpoint', () => {
  test.each([
    [{ maximum: additional(100), maxAdditionalGb: 100 }, '100 GB'],
    [{ maximum: additional(0), maxAdditionalGb: 0 }, '0 GB'],
    [{ maximum: total(280), maxAdditionalGb: 200 }, '200 GB'],
    [{ maximum: total(280), maxAdditionalGb: 0 }, '280 GB in all'],
    [{ maximum: total(null), maxAdditionalGb: 0 }, 'unknown'],
    [{ maximum: additional(null), maxAdditionalGb: 0 }, 'unknown'],
  ])('%j is %s', (state, text) => {
    expect(endpointText(state)).toBe(text);
  });
});
