import { expect, it } from 'vitest';
import { adoptedAfter } from '../../../lib/core/adoption/adopted-after.ts';
import type { ChangeJson } from '../../../lib/core/change/change-json.ts';
import { aChange } from '../a-change.ts';

const entry = { service: 'orders', endpointName: 'team', kind: 'additional' as const };
const adopted = new Map([
  ['shop-prod', [entry, { ...entry, service: 'billing' }]],
  ['shop-dev', [entry]],
]);

const left = (...changes: readonly Partial<ChangeJson>[]) =>
  [
    ...adoptedAfter(
      adopted,
      changes.map((change) => aChange({ endpointName: 'team', ...change })),
    ),
  ].flatMap(([project, endpoints]) => endpoints.map(({ service }) => `${project}/${service}`));

it('an endpoint that is given back is no longer adopted, and every other one is', () => {
  expect(left({ kind: 'return-endpoint' })).toEqual(['shop-prod/billing', 'shop-dev/orders']);
  const all = ['shop-prod/orders', 'shop-prod/billing', 'shop-dev/orders'];
  expect(left({ kind: 'return-endpoint', endpointName: 'headroom-orders' })).toEqual(all);
  expect(left({ kind: 'update-endpoint' }, { kind: 'return-endpoint', project: 'shop-test' })).toEqual(all);
  expect(adoptedAfter(undefined, []).size).toBe(0);
});
