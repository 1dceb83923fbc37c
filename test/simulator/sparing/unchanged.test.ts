import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { noFaults } from '../engine/faults.ts';
import { createTime } from '../engine/time.ts';
import { passMs, type SeenLife } from './lived-passes.ts';
import { sparingPasses, type Unchanged } from './unchanged.ts';
import { quietWeather } from './weather.ts';

/** Passes over an organization in which nothing changes. @returns which of them were lived, and what became of each */
const passesOver = async (number: number, unchanged: Unchanged) => {
  const [time, counts] = [createTime(0), { passes: 0, writes: 0 }];
  const life = {
    ...{ startMs: 0, time, store: createMemoryStore(), moving: /never/ },
    faults: { set: () => undefined, total: () => 0 },
    ...{ facts: async () => 'the same', lies: () => 0, freezeWindow: () => undefined },
  };
  const pass = async () => {
    counts.passes += 1;
    return 'observed';
  };
  const treatments: string[] = [];
  const { pass: spared, violations } = sparingPasses(
    life as unknown as SeenLife,
    { pass, counts },
    {
      ...{ unchanged, weather: quietWeather(noFaults), nextMs: () => Number.POSITIVE_INFINITY },
      ...{ proofEvery: 10, onPass: (treatment: string) => void treatments.push(treatment) },
    },
  );
  const lived: number[] = [];
  for (let n = 0; n < number; n += 1) {
    const before = counts.passes;
    expect(await spared({})).toBe('observed');
    if (counts.passes > before) lived.push(n);
    await time.runTo(time.now() + 2 * passMs);
  }
  return { lived, treatments, violations };
};

it('leaves out all unchanged passes but every tenth', async () => {
  const { lived, treatments, violations } = await passesOver(21, 'skip');
  expect(lived).toEqual([0, 10, 20]);
  expect(lived.map((n) => treatments[n])).toEqual(['unsettled', 'proof', 'proof']);
  expect(treatments.filter((treatment) => treatment === 'skipped')).toHaveLength(18);
  expect(violations).toEqual([]);
});

it('leaves out nothing where unchanged passes are to be lived', async () => {
  expect((await passesOver(5, 'live')).lived).toEqual([0, 1, 2, 3, 4]);
});
