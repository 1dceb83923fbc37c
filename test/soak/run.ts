import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { evenRates, type FaultKind, faultKinds, noFaults } from '../../lib/simulation/engine/faults.ts';
import { shrink } from '../../lib/simulation/shrink.ts';
import { type Simulated, simulate } from '../../lib/simulation/simulate.ts';
import { soakOptions } from './options.ts';
import { otherModes } from './other-modes.ts';

/** `npm run soak`: seed after seed for so many minutes, with a line for each and the sums at the end. */

const { values } = parseArgs({ options: soakOptions });

const otherMode = otherModes.get(values.mode);
if (otherMode === undefined && values.mode !== 'random') {
  throw new RangeError(`--mode is ${values.mode}: give random, ${[...otherModes.keys()].join(' or ')}`);
}
if (otherMode !== undefined) process.exit((await otherMode(values.json)) === 0 ? 0 : 1);

const number = (name: keyof typeof values): number => {
  const value = Number(values[name]);
  if (!Number.isFinite(value) || value < 0)
    throw new RangeError(`--${name} is ${values[name]}: give a number from 0 on`);
  return value;
};

const endMs = performance.now() + number('minutes') * 60_000;
const rate = number('rate');
const sums = { seeds: 0, days: 0, passes: 0, writes: 0, killed: 0, checks: 0 };
const faults = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
const violations: { readonly seed: number; readonly law: string; readonly at: string; readonly message: string }[] = [];
const print = (text: string) => process.stdout.write(`${text}\n`);

const add = (done: Simulated) => {
  sums.seeds += 1;
  for (const key of ['days', 'passes', 'writes', 'killed', 'checks'] as const) sums[key] += done[key];
  for (const kind of faultKinds) faults[kind] += done.faults[kind];
  for (const { law, atMs, message } of done.violations) {
    violations.push({ seed: done.seed, law, at: new Date(atMs).toISOString(), message });
  }
};

/** Shrinks a failing simulation and saves it where test/simulation/seeds.test.ts finds it. */
const keep = async (law: string, options: Parameters<typeof shrink>[1]): Promise<void> => {
  const name = `${law.replace(/[^a-z0-9]+/gi, '-').slice(0, 60)}-${options.seed}.json`;
  const path = join(import.meta.dirname, '..', 'simulation', 'seeds', name);
  writeFileSync(path, `${JSON.stringify(await shrink(law, options), null, 2)}\n`);
  process.stderr.write(`saved as ${path}\n`);
};

for (let seed = number('seed'); sums.seeds === 0 || performance.now() < endMs; seed += 1) {
  const size = { projects: number('projects'), services: number('services') };
  const options = { seed, days: number('days'), size, rates: rate === 0 ? noFaults : evenRates(rate) };
  const done = await simulate(options);
  add(done);
  const [first] = done.violations;
  if (values.keep && first !== undefined) await keep(first.law, options);
  if (values.json) continue;
  print(
    `seed ${seed}: ${done.days} days, ${done.passes} passes, ${done.writes} writes, ${done.violations.length} violations`,
  );
  for (const { law, at, message } of violations.filter((violation) => violation.seed === seed).slice(0, 5)) {
    print(`  ${at} ${law}: ${message}`);
  }
}

const struck = Object.entries(faults).map(([kind, count]) => `${kind} ${count}`);
if (values.json) print(JSON.stringify({ ...sums, faults, violations }, null, 2));
else {
  print(
    `${sums.days} days, ${sums.passes} passes, ${sums.writes} writes, ${sums.killed} killed, ${sums.checks} checks`,
  );
  print(`faults: ${struck.join(', ')}`);
  print(`${violations.length} violations`);
}
process.exitCode = violations.length === 0 ? 0 : 1;
