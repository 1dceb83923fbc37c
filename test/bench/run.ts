import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConsole } from '../../lib/cli/shell/console.ts';
import { refuseFlag, toolFlags } from '../tool-flags.ts';
import { benchmarks } from './all.ts';
import { documentOf } from './document.ts';
import { type Benchmark, isOver, type Measurement, medians } from './measurement.ts';
import { benchCommand, benchOptions } from './options.ts';
import { isCommitted, originNow } from './origin.ts';

/** `npm run bench`: prints figures; exit status 1 if one is past its limit. */

const values = toolFlags(benchCommand, benchOptions);

const names = benchmarks.map(({ name }) => name);
const unknown = values.only.filter((name) => !names.includes(name));
if (unknown.length > 0) refuseFlag(benchCommand, `--only ${unknown.join(', ')}: give one of ${names.join(', ')}`);
if (values.write && values.only.length > 0) refuseFlag(benchCommand, '--write writes the whole page: omit --only');
if (values.write && !isCommitted()) refuseFlag(benchCommand, '--write names the commit that it measures: commit first');
const from = values.write ? originNow() : undefined;
const wanted = benchmarks.filter(({ name, onlyByName }) =>
  values.only.length > 0 ? values.only.includes(name) : onlyByName !== true,
);

const console = createConsole({ out: process.stdout, err: process.stderr, colour: false });
const inRounds = async ({ measure, rounds = 1 }: Benchmark): Promise<readonly Measurement[]> => {
  const taken: (readonly Measurement[])[] = [];
  for (let round = 0; round < rounds; round += 1) taken.push(await measure());
  return medians(taken);
};

/** In a process of its own, without the memory of the sections before it. It ends with 1 where a figure is past its limit. */
const apart = ({ name }: Benchmark): readonly Measurement[] => {
  const args = ['--import', 'tsx', import.meta.filename, '--only', name, '--json'];
  const { stdout } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
  return JSON.parse(stdout).measurements;
};

const all: Measurement[] = [];
for (const benchmark of wanted) {
  const began = performance.now();
  const isApart = benchmark.onlyByName === true && wanted.length > 1;
  all.push(...(isApart ? apart(benchmark) : await inRounds(benchmark)));
  console.note(`${benchmark.name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

const limitOf = ({ limit, atLeast }: Measurement) => (limit === null ? '' : `${atLeast ? '≥' : '≤'} ${limit}`);
const spreadOf = ({ spread }: Measurement) => (spread === undefined ? '' : `${spread[0]} to ${spread[1]}`);

if (values.json) console.json({ measurements: all });
else {
  console.table(
    ['benchmark', 'measure', 'value', 'unit', 'spread', 'limit', ''],
    all.map((each) => [
      each.benchmark,
      each.measure,
      each.value,
      each.unit,
      spreadOf(each),
      limitOf(each),
      isOver(each) ? 'over' : '',
    ]),
  );
}
const slow = benchmarks.filter(({ onlyByName }) => onlyByName).map(({ name }) => name);
if (from !== undefined) {
  const page = join(import.meta.dirname, '..', '..', 'docs', 'internals', 'benchmarks.md');
  writeFileSync(page, documentOf(all, from, slow));
}
process.exitCode = all.some(isOver) ? 1 : 0;
