// A program of its own: `guided-aside.ts` starts it.

import { fuzz } from './guided.ts';
import type { GuidedFuzz } from './guided-aside.ts';
import { planted } from './planted.ts';
import { targetsIn } from './targets.ts';

const searches: readonly GuidedFuzz[] = JSON.parse(process.argv[2] ?? '');
const found = [];
for (const { target: name, seed, runs } of searches) {
  const target = targetsIn('').find((one) => one.name === name) ?? planted;
  found.push(await fuzz(target, seed, runs));
}
process.stdout.write(JSON.stringify(found));
