import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Mutation testing of one room by the tests of that room (docs/internals/simulation.md): windows of its lines drawn by a seed, so that a
 * room of any size takes some minutes and the part that is caught is an honest estimate.
 */

const { ROOM: room = 'lib/core/budget', SEED: seed = '1', LINES: most = '250' } = process.env;

/** Lines that are mutated together: a mutant of several lines is found if it lies in one window. */
const windowLines = 12;

const windows = readdirSync(room, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => {
    const file = join(room, name);
    const lines = readFileSync(file, 'utf8').split('\n').length;
    return Array.from({ length: Math.ceil(lines / windowLines) }, (_, n) => ({
      range: `${file}:${n * windowLines + 1}-${Math.min(lines, (n + 1) * windowLines)}`,
      lines: Math.min(lines - n * windowLines, windowLines),
    }));
  });

const drawOf = ({ range }) => createHash('sha256').update(`${seed} ${range}`).digest('hex');

let left = Number(most);
const drawn = windows
  .toSorted((a, b) => drawOf(a).localeCompare(drawOf(b)))
  .filter(({ lines }) => {
    left -= lines;
    return left + lines > 0;
  });

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  mutate: drawn.map(({ range }) => range),
  // Other tests judge texts; what runs only once as a module loads would need a new process for each mutant.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // Below the floor the command fails.
  thresholds: { high: 95, low: 85, break: 85 },
  tsconfigFile: 'none',
  checkers: [],
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: join(tmpdir(), 'headroom-mutation.json') },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  disableTypeChecks: false,
  timeoutMS: 4_000,
  timeoutFactor: 2,
  dryRunTimeoutMinutes: 20,
};
