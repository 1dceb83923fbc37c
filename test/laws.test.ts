import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawsFor, oncePerWorld } from './laws.ts';

it('a law is held against as many worlds as asked, the same ones for every law', () => {
  const laws = lawsFor(fc.record({ size: fc.nat() }), 50);
  const seen: object[] = [];
  laws((world) => void seen.push(world));
  laws((world) => expect(world).toBe(seen.shift()));
  expect(seen).toEqual([]);
  laws((world) => void seen.push(world));
  expect(new Set(seen).size).toBe(50);
});

it('a law that does not hold fails, with the smallest world that breaks it and what to run again', () => {
  const laws = lawsFor(fc.nat(1000), 200);
  const small = (world: number) => {
    if (world >= 17) throw new Error(`${world} is not small`);
  };
  expect(() => laws(small)).toThrow(/Counterexample: \[17\]/);
  expect(() => laws(small)).toThrow(/seed: \d+/);
});

it('what is made of a world is made once, also where that is undefined', () => {
  let calls = 0;
  const made = oncePerWorld(() => {
    calls += 1;
  });
  const world = {};
  made(world);
  made(world);
  expect(calls).toBe(1);
});
