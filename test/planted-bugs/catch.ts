import { parseArgs } from 'node:util';
import { type Attempt, attempts, catches } from './attempts.ts';

/**
 * Simulates with the program beside it until a law does not hold, and prints the attempt that saw it as JSON. The runner
 * starts it in a copy of the working tree with a planted bug.
 */

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '200' }, only: { type: 'string' } } });

/** The attempt that caught something, and what. */
export interface Caught extends Attempt {
  readonly law: string;
}

const all: Attempt[] = values.only === undefined ? attempts(Number(values.seeds)) : JSON.parse(values.only);

let caught: Caught | null = null;
for (const attempt of all) {
  const law = await catches(attempt);
  if (law === undefined) continue;
  caught = { ...attempt, law };
  break;
}
process.stdout.write(`\n${JSON.stringify(caught)}\n`);
process.exit();
