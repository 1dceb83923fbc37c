import { expect, it } from 'vitest';
import { nextWatched } from '../../../lib/core/new-services/next-watched.ts';

const seen: Readonly<Record<string, string>> = { a: '2026-03-02T09:00:00.000Z', b: '2026-03-02T08:00:00.000Z' };
const seenAt = (name: string) => seen[name] ?? '';

it('a look reads all logs if it can', () => {
  expect(nextWatched(['b', 'a', 'c'], 3, seenAt)).toEqual(['b', 'a', 'c']);
});

it('a look reads first what nothing has ever seen, then what nothing has seen for longest', () => {
  expect(nextWatched(['a', 'b', 'c', 'd'], 3, seenAt)).toEqual(['c', 'd', 'b']);
});
