import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { filesWithLaws } from './files-with-laws.ts';
import { lawsFor, oncePerExample } from './laws.ts';

it('a law is held against the share of its examples that the stage draws, the same ones for every law', () => {
  const laws = lawsFor(fc.record({ size: fc.nat() }), 50);
  const seen: object[] = [];
  laws((example) => void seen.push(example));
  laws((example) => expect(example).toBe(seen.shift()));
  expect(seen).toEqual([]);
  laws((example) => void seen.push(example));
  expect(new Set(seen).size).toBe(Math.ceil(50 * inject('shareOfExamples')));
});

it('every law stands in a test file, which is how the second stage finds those that it holds against all examples', () => {
  const files = filesWithLaws();
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !file.endsWith('.test.ts'))).toEqual([]);
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
