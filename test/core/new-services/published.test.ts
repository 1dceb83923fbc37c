import { expect, it } from 'vitest';
import { isNews, notPublished } from '../../../lib/core/new-services/published.ts';

const announced = { names: ['orders'], seenAt: '2026-03-02T08:00:00Z' };

it('a service is new to a survey if nothing has published it', () => {
  expect(notPublished(['orders', 'stock'], announced)).toEqual(['stock']);
});

it.each([
  ['that nothing has published', { service: 'stock', time: '2026-03-02T07:00:00Z' }, announced, true],
  ['that was published before the last reading', { service: 'orders', time: '2026-03-02T08:00:00Z' }, announced, false],
  [
    'of a name that was in use at the last reading',
    { service: 'orders', time: '2026-03-02T08:00:01Z' },
    announced,
    true,
  ],
  ['in a project without a reading', { service: 'orders', time: '2026-03-02T07:00:00Z' }, undefined, true],
  ['seen by a platform without a clock', { service: 'orders', time: '' }, { ...announced, seenAt: null }, true],
])('a creation %s is news: %s', (_, creation, known, isNew) => {
  expect(isNews(creation, known)).toBe(isNew);
});
