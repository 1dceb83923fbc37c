import { expect, it } from 'vitest';
import { largeReport, largeStore, repeated } from '../large-store.ts';
import { pagesOf, seen } from './pages-of.ts';

it('50,000 services are shown a hundred a page, to the last one', async () => {
  const { page } = pagesOf(await largeStore(repeated(largeReport(500), 100)));
  expect(seen(await page('/services'))).toContain('50,000 of 50,000 services Previous page 1 of 500 Next');
  const last = await page('/services?page=500&sort=cost');
  expect(seen(last)).toContain('page 500 of 500 Next');
  expect(last.match(/<tr>/g)).toHaveLength(101);
  expect(seen(await page('/services?project=project-9-99&state=impossible'))).toContain('2 of 50,000 services');
});
