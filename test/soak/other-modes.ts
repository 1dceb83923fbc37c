import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fuzz } from '../fuzz/guided.ts';
import { targetsIn } from '../fuzz/targets.ts';
import { compareDrawn } from '../reference/soak.ts';
import { shippedRounds } from '../shipped/soak.ts';
import { passKinds } from '../simulator/crash-points/kinds.ts';
import { sweep } from '../simulator/crash-points/sweep.ts';
import { lastingFaults } from '../simulator/liveness/lasting-faults.ts';
import { liveWith } from '../simulator/liveness/live.ts';

/** Prints its rows and answers how many problems it found. */
type Mode = (json: boolean, seed: number) => Promise<number>;

interface Row {
  readonly problems: readonly string[];
}

/** The comparison with the reference: 100,000 organizations. */
const [parts, ofEach] = [50, 2_000];

/** Rounds with the packed program. */
const shippedCount = 60;

/** Texts that the fuzzer tries on each thing that parses. */
const texts = 2_000;

const print = (text: string) => process.stdout.write(`${text}\n`);

const printed = async <T extends Row>(
  json: boolean,
  rows: readonly (() => Promise<T>)[],
  lineOf: (row: T) => string,
): Promise<number> => {
  const done: T[] = [];
  for (const live of rows) {
    const row = await live();
    done.push(row);
    if (json) continue;
    print(`${lineOf(row)}, ${row.problems.length} problems`);
    for (const problem of row.problems) print(`  ${problem}`);
  }
  if (json) print(JSON.stringify(done, null, 2));
  return done.reduce((sum, { problems }) => sum + problems.length, 0);
};

/** Modes of `npm run soak` beside the random organizations, by the name that `--mode` gives them. */
export const otherModes: ReadonlyMap<string, Mode> = new Map<string, Mode>([
  [
    'crashes',
    (json) =>
      printed(
        json,
        passKinds.map((kind) => () => sweep(kind)),
        ({ kind, steps, deaths }) => `${kind}: ${steps} steps, ${deaths} deaths`,
      ),
  ],
  [
    'liveness',
    (json) =>
      printed(
        json,
        lastingFaults.map((fault) => async () => ({ fault: fault.name, ...(await liveWith(fault)) })),
        ({ fault, passes, writes }) => `${fault}: ${passes} passes, ${writes} writes`,
      ),
  ],
  [
    'reference',
    (json, seed) =>
      printed(
        json,
        Array.from({ length: parts }, (_, part) => async () => compareDrawn(seed + part, ofEach)),
        ({ seed: at, organizations, points }) =>
          `seed ${at}: ${organizations} organizations, ${Object.keys(points).length} points, the rarest ${Math.min(...Object.values(points))} times`,
      ),
  ],
  [
    'fuzz',
    async (json, seed) => {
      const folder = mkdtempSync(join(tmpdir(), 'headroom-fuzz-'));
      try {
        return await printed(
          json,
          targetsIn(folder).map((target) => () => fuzz(target, seed, texts)),
          ({ target, runs, places, fresh }) =>
            `${target}: ${runs} texts, ${places} places, ${fresh.length} texts reached new ones`,
        );
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  ],
  [
    'shipped',
    async (json, seed) => {
      const { rounds, remove } = shippedRounds(seed, shippedCount);
      try {
        return await printed(
          json,
          rounds,
          ({ seed: at, version, hurts, writes, fates, refusals }) =>
            `seed ${at}: Node.js ${version}, ${hurts.join(' beside ')}, ${fates} requests hurt, ${refusals} places refused, ${writes} writes`,
        );
      } finally {
        remove();
      }
    },
  ],
]);
