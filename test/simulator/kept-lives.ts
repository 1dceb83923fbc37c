import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evenRates, type FaultKind } from './engine/faults.ts';
import { withMoreOf } from './engine/rarest.ts';
import type { SimulationOptions } from './simulate.ts';

/** A life that reached pairs of a fault and a point which no other life of its soak reached, nor one kept before. */
export interface KeptLife {
  readonly seed: number;
  readonly days: number;
  readonly size: SimulationOptions['size'];
  readonly rate: number;
  readonly more: readonly FaultKind[];
  readonly pairs: readonly string[];
}

export const keptLivesPath = join(import.meta.dirname, 'kept-lives.json');

export const keptLives = (): readonly KeptLife[] => JSON.parse(readFileSync(keptLivesPath, 'utf8'));

export const optionsOf = ({ seed, days, size, rate, more }: Omit<KeptLife, 'pairs'>): SimulationOptions => ({
  ...{ seed, days, size, weather: 'spells', unchanged: 'skip' },
  rates: withMoreOf(evenRates(rate), more),
});

/** The lives kept so far, and those of a soak that alone reached something new in it. */
export const withNewLives = (kept: readonly KeptLife[], lived: readonly KeptLife[]): readonly KeptLife[] => {
  const lives = new Map<string, number>();
  for (const { pairs } of lived) for (const pair of pairs) lives.set(pair, (lives.get(pair) ?? 0) + 1);
  const known = new Set(kept.flatMap(({ pairs }) => pairs));
  const isNew = (pair: string) => lives.get(pair) === 1 && !known.has(pair);
  const fresh = lived.map((life) => ({ ...life, pairs: life.pairs.filter(isNew) }));
  return [...kept, ...fresh.filter(({ pairs }) => pairs.length > 0)];
};
