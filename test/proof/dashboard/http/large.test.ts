import { expect, it } from 'vitest';
import { pagesOf, seen } from '../../../dashboard/http/pages-of.ts';
import { largeReport, largeStore, repeated } from '../../../dashboard/large-store.ts';

it('50,000 services are shown a hundred a page, to the last one', async () => {
  const { page } = pagesOf(await largeStore(repeated(largeReport(500), 100)));
  expect(seen(await page('/services'))).toContain('50,000 of 50,000 services Previous page 1 of 500 Next');
  const last = await page('/services?page=500&sort=cost');
  expect(seen(last)).toContain('page 500 of 500 Next');
  expect(last.match(/<tr>/g)).toHaveLength(101);
  expect(seen(await page('/services?project=project-9-99&state=impossible'))).toContain('2 of 50,000 services');
});

it('the overview counts the maximums that are in force as the worst case, not those of a plan that waits', async () => {
  const { page } = pagesOf(await largeStore(largeReport(50)));
  const overview = seen(await page('/'));
  expect(overview).toContain('worst case 0.00 of 100,000.00');
  expect(overview).toContain('Worst case, every disk at its maximum: 0.00 in force, 50.40 planned.');
});

it('a page that lists a part of the changes names the command that lists all', async () => {
  const { page } = pagesOf(await largeStore(largeReport(500)));
  expect(seen(await page('/runs/large'))).toContain('380 more: headroom report --run large --format json lists all.');
});
