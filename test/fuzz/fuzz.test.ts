import { describe, expect, inject, it } from 'vitest';
import { drawsOf } from '../../lib/twin/engine/random.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { fuzz } from './guided.ts';
import { problemWith } from './judge.ts';
import { mutated } from './mutate.ts';
import { secret, type Target, targetsIn } from './targets.ts';

const runs = 150;

/** A parser with two faults, of which one lies behind a text that a mutation must reach first. */
const planted: Target = {
  name: 'planted',
  seeds: ['name: a', 'list: b'],
  parse: (text) => {
    if (text.includes('list') && text.includes('name')) throw new TypeError('cannot read properties of undefined');
    if (text.includes(secret)) throw new Error(`unexpected ${text}`);
  },
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
    const { problems } = await fuzz(planted, 1, 200);
    expect(problems.some((each) => each.startsWith('TypeError'))).toBe(true);
    expect(problems.some((each) => each.startsWith('quotes a secret'))).toBe(true);
  });

  it('a text that reaches a new place of the product is kept to go on from', async () => {
    const calendar = targetsIn('').find(({ name }) => name === 'calendar') ?? planted;
    const { fresh, places } = await fuzz(calendar, 1, 50);
    expect(fresh.length).toBeGreaterThan(0);
    expect(places).toBeGreaterThan(100);
  });
});
