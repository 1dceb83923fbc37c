import { describe, expect, it } from 'vitest';
import { compareLives } from '../../../lib/core/twin/comparison.ts';
import { judge, parseFailOn } from '../../../lib/core/twin/fail-on.ts';
import { lifeOf, livedService } from './lives.ts';

const policyOf = (...hours: number[]) => {
  const lives = hours.map((fullHours, seed) =>
    lifeOf({ seed, services: [livedService('a', { fullHours, firstFullDay: fullHours > 0 ? 1 : null })] }),
  );
  const [policy] = compareLives([{ name: 'a', lives }]).policies;
  if (policy === undefined) throw new Error('no policy');
  return policy;
};

describe('a condition of a check', () => {
  it('is a measure, a comparison and a number, with blanks or without', () => {
    expect(parseFailOn('full-hours>0')).toMatchObject({ measure: 'full-hours', part: 'p90', operator: '>', limit: 0 });
    expect(parseFailOn(' cost.p50 <= 12.5 ')).toMatchObject({
      measure: 'cost',
      part: 'p50',
      operator: '<=',
      limit: 12.5,
    });
  });

  it.each([
    ['full-hour>0', 'did you mean full-hours?'],
    ['size>0', 'no measure is called size Measures: production-full-hours, full-hours,'],
    ['full-hours', 'must be MEASURE, a comparison and a number'],
    ['full-hours>many', 'must be MEASURE'],
    ['full-hours.p75>0', 'must be MEASURE'],
    ['', 'must be MEASURE'],
  ])('is refused with the remedy: %s', (text, message) => {
    expect(() => parseFailOn(text)).toThrow(message);
  });

  it.each([
    ['full-hours>0', true],
    ['full-hours.p50>0', false],
    ['full-hours>=20', true],
    ['full-hours<20', false],
    ['full-hours.p10=0', true],
    ['full-hours!=20', false],
    ['cost>9.99', true],
    ['cost>10', false],
  ])('is judged by the part of the range that it names, else P90: %s', (text, fails) => {
    expect(judge(parseFailOn(text), policyOf(0, 0, 20)).fails).toBe(fails);
  });

  it('never fails where there is nothing to measure', () => {
    expect(judge(parseFailOn('unspent<1000'), policyOf(0))).toMatchObject({ value: null, fails: false });
  });
});
