import { expect, it } from 'vitest';
import { findings } from '../../../lib/dashboard/pages/findings.ts';

const found = (service: string) => ({ code: 'drift' as const, project: 'shop', service, message: 'changed by hand' });

it('a finding links the page of its service, and nothing for an endpoint that a deleted service left behind', () => {
  const hasPage = (_: string, service: string) => service === 'orders';
  const page = String(findings([found('orders'), found('headroom-gone')], '', hasPage));
  expect(page).toContain('href="/services/shop/orders"');
  expect(page).toContain('headroom-gone');
  expect(page).not.toContain('/services/shop/headroom-gone');
});
