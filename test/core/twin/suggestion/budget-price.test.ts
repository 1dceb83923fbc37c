import { expect, it } from 'vitest';
import { unit } from '../../../../lib/core/model/money.ts';
import { compareLives } from '../../../../lib/core/twin/comparison.ts';
import { budgetPrices } from '../../../../lib/core/twin/suggestion/budget-price.ts';
import type { Trial } from '../../../../lib/core/twin/suggestion/frontier.ts';
import { lifeOf, livedService } from '../lives.ts';

const trial = (hours: number, raises: readonly (readonly [name: string, value: string])[] = []): Trial => {
  const services = [livedService('a', { fullHours: hours, firstFullDay: 1 })];
  const [result] = compareLives([{ name: 'p', lives: [lifeOf({ services, cost: unit })] }]).policies;
  if (result === undefined) throw new Error('no result');
  const changes = raises.map(
    ([name, value]) => ({ text: name, list: 'budgets', name, member: ['monthly'], value, size: 2 }) as const,
  );
  return { changes, result, reaches: false };
};

const budgets = [
  { name: 'a', monthly: '10.00' },
  { name: 'b', monthly: '5.00' },
];

it('the price of an avoided hour is that of the smallest raise of one budget that avoids any', () => {
  const trials = [
    trial(30),
    trial(21, [['a', '40.00']]),
    trial(27, [['a', '20.00']]),
    trial(30, [['a', '11.00']]),
    trial(1, [
      ['a', '10.10'],
      ['b', '5.10'],
    ]),
  ];
  expect(budgetPrices(budgets, trials)).toEqual([
    { budget: 'a', monthly: '10.00', next: { monthly: '20.00', avoidedHours: 3, perHour: '3.333333333333' } },
    { budget: 'b', monthly: '5.00', next: null },
  ]);
});

it('a raise that makes more hours full, or a search that tried nothing, has no price', () => {
  expect(budgetPrices(budgets, [trial(30), trial(31, [['a', '20.00']])]).map(({ next }) => next)).toEqual([null, null]);
  expect(budgetPrices(budgets, []).map(({ next }) => next)).toEqual([null, null]);
});
