import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inSurveys, surveysFor } from '../../../lib/core/inventory/batches.ts';

it('projects are read in batches of at most five hundred, each once and in order, with work for every copy', () => {
  fc.assert(
    fc.property(fc.nat(1_500), fc.integer({ min: 1, max: 5 }), (count, copies) => {
      const items = Array.from({ length: count }, (_, at) => at);
      const batches = inSurveys(items, copies);
      expect(batches.flat()).toEqual(items);
      expect(batches).toHaveLength(surveysFor(count, copies));
      expect(batches.every((batch) => batch.length > 0 && batch.length <= 500)).toBe(true);
      if (count === copies) expect(batches).toHaveLength(copies);
    }),
  );
  expect(surveysFor(1_100, 2)).toBe(3);
});
