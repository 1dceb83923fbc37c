import { describe, expect, inject, it } from 'vitest';
import { fuzzAside } from '../../fuzz/guided-aside.ts';
import { problemWith } from '../../fuzz/judge.ts';
import { mutated } from '../../fuzz/mutate.ts';
import { planted } from '../../fuzz/planted.ts';
import { targetsIn } from '../../fuzz/targets.ts';
import { drawsOf } from '../../simulator/engine/random.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const runs = 150;

let searches: ReturnType<typeof fuzzAside> | undefined;

/** What guided searches found: of the planted faults, and of the calendar. */
const guided = () => {
  searches ??= fuzzAside([
    { target: planted.name, seed: 1, runs: 200 },
    { target: 'calendar', seed: 1, runs: 50 },
  ]);
  return searches;
};

describe('whatever is parsed', () => {
  it.each(targetsIn('').map(({ name }) => name))(
    '%s: it is read, or refused in words that quote no secret',
    async (name) => {
      const target = targetsIn(temporaryDirectory()).find((each) => each.name === name) ?? planted;
      const draws = drawsOf(inject('seed'), 'fuzz', name);
      const texts = [...target.seeds, ...Array.from({ length: runs }, () => mutated(target.seeds, draws))];
      expect(target.seeds.length).toBeGreaterThan(0);
      for (const text of texts) {
        const problem = await problemWith(target, text);
        expect(problem, JSON.stringify(text)).toBeNull();
      }
    },
  );

  it('errors of the language and quoted secrets are found', async () => {
    const [{ problems } = expect.unreachable()] = await guided();
    expect(problems.some((each) => each.startsWith('TypeError'))).toBe(true);
    expect(problems.some((each) => each.startsWith('quotes a secret'))).toBe(true);
  });

  it('a text that reaches a new place of the product is kept to go on from', async () => {
    const [, { fresh, places } = expect.unreachable()] = await guided();
    expect(fresh.length).toBeGreaterThan(0);
    expect(places).toBeGreaterThan(100);
  });
});
