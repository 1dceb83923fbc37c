import { Session } from 'node:inspector';
import { drawsOf } from '../simulator/engine/random.ts';
import { problemWith } from './judge.ts';
import { mutated } from './mutate.ts';
import type { Target } from './targets.ts';

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

/** Places of the product that ran, and how often in powers of two. */
const placesIn = ({ result }: Coverage): string[] => {
  const ofProduct = result.filter(({ url }) => url.includes('/lib/') && !url.includes('node_modules'));
  return ofProduct.flatMap(({ url, functions }) =>
    functions
      .flatMap(({ ranges }) => ranges)
      .filter(({ count }) => count > 0)
      .map(({ startOffset, count }) => `${url}:${startOffset}:${Math.floor(Math.log2(count))}`),
  );
};

/** What V8 counts while a text is parsed. */
const openCoverage = () => {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const take = (): string[] => {
    let places: string[] = [];
    session.post('Profiler.takePreciseCoverage', (_, answer) => {
      places = placesIn(answer as Coverage);
    });
    return places;
  };
  return { take, close: () => session.disconnect() };
};

/**
 * Tries so many texts on a target. A text that reaches a place in the product, or reaches one much more often than all before
 * it, joins those from which the next ones are made.
 */
export const fuzz = async (target: Target, seed: number, runs: number) => {
  const draws = drawsOf(seed, 'fuzz', target.name);
  const { take, close } = openCoverage();
  const [corpus, fresh, reached] = [[...target.seeds], [] as string[], new Set<string>()];
  const problems = new Set<string>();
  const tried = async (text: string): Promise<boolean> => {
    const problem = await problemWith(target, text);
    const before = reached.size;
    for (const place of take()) reached.add(place);
    if (problem !== null) problems.add(`${problem.slice(0, 500)}\n${JSON.stringify(text)}`);
    return reached.size > before;
  };
  for (const text of target.seeds) await tried(text);
  for (let run = 0; run < runs; run += 1) {
    const text = mutated(corpus, draws);
    if (!(await tried(text))) continue;
    corpus.push(text);
    fresh.push(text);
  }
  close();
  return { target: target.name, runs, places: reached.size, fresh, problems: [...problems] };
};
