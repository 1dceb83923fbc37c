import { describe, expect, it } from 'vitest';
import { unit } from '../../../../lib/core/model/money.ts';
import { compareLives } from '../../../../lib/core/twin/comparison.ts';
import {
  combinationsOf,
  frontierOf,
  reachingTrials,
  safestTrials,
  type Trial,
} from '../../../../lib/core/twin/suggestion/frontier.ts';
import type { PolicyChange } from '../../../../lib/core/twin/suggestion/variants.ts';
import { lifeOf, livedService } from '../lives.ts';

const change = (text: string, member = text): PolicyChange => ({
  text,
  list: 'rules',
  name: 'r',
  member: [member],
  value: 2,
  size: 2,
});

const trial = (name: string, cost: number, hours: number, ...changes: PolicyChange[]): Trial & { name: string } => {
  const services = [livedService('a', { fullHours: hours, firstFullDay: hours > 0 ? 1 : null })];
  const [result] = compareLives([{ name, lives: [lifeOf({ services, cost: BigInt(cost) * unit })] }]).policies;
  if (result === undefined) throw new Error('no result');
  return { name, changes, result, reaches: hours === 0 };
};

const names = (trials: readonly Trial[]) => trials.map((one) => (one as ReturnType<typeof trial>).name);

describe('trials of changed policies', () => {
  const start = trial('start', 10, 100);
  const dear = trial('dear', 50, 0, change('a'));
  const cheap = trial('cheap', 30, 0, change('b'), change('c'));
  const wasteful = trial('wasteful', 40, 60, change('d'));
  const some = trial('some', 20, 50, change('e'));
  const all = [wasteful, dear, start, cheap, some];

  it('have a frontier, from the cheapest to the safest, without those that another one beats in both', () => {
    expect(names(frontierOf(all))).toEqual(['start', 'some', 'cheap']);
  });

  it('reach the wanted point with as few changes as possible, then as little money', () => {
    expect(names(reachingTrials(all))).toEqual(['dear', 'cheap']);
    expect(names(reachingTrials([...all, trial('other', 45, 0, change('f'))]))).toEqual(['other', 'dear', 'cheap']);
  });

  it('are combined from the safest single changes, each member once', () => {
    const singles = [some, wasteful, trial('same', 20, 55, change('e2', 'e')), start];
    expect(combinationsOf(singles, 3).map((changes) => changes.map(({ text }) => text))).toEqual([['e', 'd']]);
    expect(names(safestTrials(all)).slice(0, 3)).toEqual(['dear', 'cheap', 'some']);
  });
});
