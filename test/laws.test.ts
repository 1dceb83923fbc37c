import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawsFor, oncePerExample } from './laws.ts';

it('a law is held against as many examples as asked, the same ones for every law', () => {
  const laws = lawsFor(fc.record({ size: fc.nat() }), 50);
  const seen: object[] = [];
  laws((example) => void seen.push(example));
  laws((example) => expect(example).toBe(seen.shift()));
  expect(seen).toEqual([]);
  laws((example) => void seen.push(example));
  expect(new Set(seen).size).toBe(50);
});

it('a law that does not hold fails, with the smallest example that breaks it and what to run again', () => {
  const laws = lawsFor(fc.nat(1000), 200);
  const small = (example: number) => {
    if (example >= 17) throw new Error(`${example} is not small`);
  };
  expect(() => laws(small)).toThrow(/Counterexample: \[17\]/);
  expect(() => laws(small)).toThrow(/seed: \d+/);
});

it('what is made of an example is made once, also where that is undefined', () => {
  let calls = 0;
  const made = oncePerExample(() => {
    calls += 1;
  });
  const example = {};
  made(example);
  made(example);
  expect(calls).toBe(1);
});
