import { expect, it } from 'vitest';
import * as z from 'zod';
import { transformedOnce } from '../../../lib/run/store/schemas/checked-once.ts';

const schema = z.array(transformedOnce(z.object({ n: z.number() }).transform(({ n }) => ({ twice: 2 * n }))));

it('an object that is read again has the result of the first time', () => {
  const [one, other] = [{ n: 1 }, { n: 1 }];
  const [first] = schema.parse([one]);
  const again = schema.parse([one, other]);
  expect(again).toEqual([{ twice: 2 }, { twice: 2 }]);
  expect(again[0]).toBe(first);
  expect(again[1]).not.toBe(first);
});

it('what is wrong with an object is said each time, with its place', () => {
  const wrong = [{ n: 1 }, { n: '2' }, null];
  for (let time = 0; time < 2; time += 1) {
    const { error } = schema.safeParse(wrong);
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [[1, 'n'], 'Invalid input: expected number, received string'],
      [[2], 'Invalid input: expected object, received null'],
    ]);
  }
});
