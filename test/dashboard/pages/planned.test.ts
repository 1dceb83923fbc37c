import { expect, it } from 'vitest';
import { planned } from '../../../lib/dashboard/pages/planned.ts';
import { aChange } from '../../core/a-change.ts';

it('a change links the page of its service, and nothing for an endpoint that a deleted service left behind', () => {
  const left = { kind: 'delete-endpoint', phase: 'release', service: '', endpointName: 'headroom-gone' } as const;
  const page = String(planned([aChange(), aChange({ ...left, fromGb: 100, toGb: 0 })], 'headroom report'));
  expect(page).toContain('href="/services/shop-prod/orders"');
  expect(page).toContain('headroom-gone');
  expect(page).not.toContain('/services/shop-prod/headroom-gone');
});
