import { describe, expect, it, test } from 'vitest';
import { endpointText, fromText } from '../../../lib/core/change/maximum-text.ts';
import type { HeldMaximum } from '../../../lib/core/model/model.ts';
import { flat } from '../a-change.ts';
import { anEndpoint, aService, aSnapshot, planOf } from '../organization.ts';

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
