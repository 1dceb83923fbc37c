import { expect, it } from 'vitest';
import { evenRates } from './engine/faults.ts';
import { shrink } from './shrink.ts';

it('a failing simulation is reduced to the days, services and faults that break the law', async () => {
  const options = { seed: 1, days: 40, size: { projects: 4, services: 30 }, rates: evenRates(0.01) };
  const found = await shrink('a law', options, async ({ days, size, rates }) => {
    const isBroken = days >= 7 && size.services >= 8 && rates['bus-down'] !== undefined;
    return { violations: isBroken ? [{ law: 'a law' }] : [{ law: 'another law' }] };
  });
  expect(found).toEqual({
    law: 'a law',
    options: { seed: 1, days: 7, size: { projects: 1, services: 8 }, rates: { 'bus-down': 0.01 } },
  });
});
