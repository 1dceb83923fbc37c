import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSlots } from '../../../lib/client/transport/transport.ts';

it('work runs in the order it came, never more of it at a time than there are slots, whatever fails', async () => {
  const pieces = fc.array(fc.record({ turns: fc.integer({ min: 3, max: 8 }), fails: fc.boolean() }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 1, max: 4 }), async (works, count) => {
      const slots = createSlots(count);
      const begun: number[] = [];
      let [running, most] = [0, 0];
      const outcomes = await Promise.allSettled(
        works.map(({ turns, fails }, index) =>
          slots(async () => {
            begun.push(index);
            running += 1;
            most = Math.max(most, running);
            for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
            running -= 1;
            if (fails) throw new Error('failed');
            return index;
          }),
        ),
      );
      expect(begun).toEqual(works.map((_, index) => index));
      expect(most).toBe(Math.min(count, works.length));
      expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(works.map(({ fails }) => fails));
    }),
  );
});
