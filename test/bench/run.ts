import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createConsole } from '../../lib/cli/shell/console.ts';
import { benchmarks } from './all.ts';
import { documentOf } from './document.ts';
import { isOver, type Measurement } from './measurement.ts';

/**
 * `npm run bench`: a table, or JSON with `--json`; `--only NAME` (again and again) measures some; `--write` writes
 * docs/benchmarks.md. Exit status 1 if a figure is past its limit.
 */

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
  },
});

const names = benchmarks.map(({ name }) => name);
const unknown = values.only.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new RangeError(`--only ${unknown.join(', ')}: give one of ${names.join(', ')}`);

const console = createConsole({ out: process.stdout, err: process.stderr, colour: false });
const measured: { readonly name: string; readonly about: string; readonly measurements: readonly Measurement[] }[] = [];
for (const { name, about, measure } of benchmarks) {
  if (values.only.length > 0 && !values.only.includes(name)) continue;
  const began = performance.now();
  measured.push({ name, about, measurements: await measure(values.only.includes(name)) });
  console.note(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

const all = measured.flatMap(({ measurements }) => measurements);
const limitOf = ({ limit, atLeast }: Measurement) => (limit === null ? '' : `${atLeast ? '≥' : '≤'} ${limit}`);
const spreadOf = ({ spread }: Measurement) => (spread === undefined ? '' : `${spread[0]} to ${spread[1]}`);

if (values.json) console.json(all);
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
if (values.write) writeFileSync(join(import.meta.dirname, '..', '..', 'docs', 'benchmarks.md'), documentOf(measured));
process.exitCode = all.some(isOver) ? 1 : 0;
