import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FaultKind, faultKinds, noFaults } from '../simulator/engine/faults.ts';
import { rarestOf } from '../simulator/engine/rarest.ts';
import { type KeptLife, keptLives, keptLivesPath, optionsOf, withNewLives } from '../simulator/kept-lives.ts';
import { laws } from '../simulator/laws/all.ts';
import { countReached, missedOf } from '../simulator/reached.ts';
import { shrink } from '../simulator/shrink.ts';
import { type Simulated, simulate } from '../simulator/simulate.ts';
import { refuseFlag, toolFlags } from '../tool-flags.ts';
import { numberOf, soakCommand, soakOptions } from './options.ts';

/** `npm run soak -- --mode local`: seed after seed for so many minutes, with a line for each and the sums at the end. */

const values = toolFlags(soakCommand, soakOptions);

const number = (name: keyof typeof values): number => numberOf({ days: '30', ...values }, name);

const endMs = performance.now() + number('minutes') * 60_000;
const rate = number('rate');
const sums = { seeds: 0, days: 0, passes: 0, writes: 0, skipped: 0, proven: 0, killed: 0, checks: 0 };
const fullMinutes = { full: 0, unreported: 0 };
const faults = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
interface Broken {
  readonly seed: number;
  /** Kinds of faults of which the seed met more: with `--more` it meets them again. */
  readonly more: readonly FaultKind[];
  readonly law: string;
  readonly at: string;
  readonly message: string;
}

const reached = countReached();
const violations: Broken[] = [];
const lived: KeptLife[] = [];
const print = (text: string) => process.stdout.write(`${text}\n`);

const isKind = (name: string): name is FaultKind => faultKinds.some((kind) => kind === name);

/** The kinds that `--more` names; undefined if the soak chooses them itself. */
const named = ((): readonly FaultKind[] | undefined => {
  if (values.more === 'rarest') return undefined;
  const names = values.more === 'none' ? [] : values.more.split(',');
  const kinds = names.filter(isKind);
  if (kinds.length === names.length) return kinds;
  const unknown = names.find((name) => !isKind(name));
  return refuseFlag(
    soakCommand,
    `--more: ${unknown} is no kind of fault; give rarest, none or ${faultKinds.join(', ')}`,
  );
})();

const add = (done: Simulated, more: readonly FaultKind[]) => {
  sums.seeds += 1;
  for (const key of ['days', 'passes', 'writes', 'skipped', 'proven', 'killed', 'checks'] as const)
    sums[key] += done[key];
  for (const key of ['full', 'unreported'] as const) fullMinutes[key] += done.fullMinutes[key];
  for (const kind of faultKinds) faults[kind] += done.faults[kind];
  for (const { law, atMs, message } of done.violations) {
    violations.push({ seed: done.seed, more, law, at: new Date(atMs).toISOString(), message });
  }
};

/** Shrinks a failing simulation and saves it where test/proof/simulator/seeds.test.ts finds it. */
const keep = async (law: string, options: Parameters<typeof shrink>[1]): Promise<void> => {
  const name = `${law.replace(/[^a-z0-9]+/gi, '-').slice(0, 60)}-${options.seed}.json`;
  const path = join(import.meta.dirname, '..', 'simulator', 'seeds', name);
  writeFileSync(path, `${JSON.stringify(await shrink(law, options), null, 2)}\n`);
  process.stderr.write(`saved as ${path}\n`);
};

for (let seed = number('seed'); sums.seeds === 0 || performance.now() < endMs; seed += 1) {
  const size = { projects: number('projects'), services: number('services') };
  const more = named ?? rarestOf(faults);
  const life = { seed, days: number('days'), size, rate, more };
  const options = {
    ...optionsOf(life),
    ...(rate === 0 && { rates: noFaults }),
    ...(values.steady && ({ weather: 'steady', unchanged: 'live' } as const)),
  };
  const done = await simulate({ ...options, laws: [...laws, reached.law] });
  add(done, more);
  lived.push({ ...life, pairs: [...reached.takePairs()] });
  const [first] = done.violations;
  if (values.keep && first !== undefined) await keep(first.law, options);
  if (values.json) continue;
  print(
    `seed ${seed}: ${done.days} days, ${done.passes} passes, ${done.writes} writes, ${done.violations.length} violations, more of ${more.join(',') || 'nothing'}`,
  );
  for (const { law, at, message } of violations.filter((violation) => violation.seed === seed).slice(0, 5)) {
    print(`  ${at} ${law}: ${message}`);
  }
}

if (values.keep && !values.steady)
  writeFileSync(keptLivesPath, `${JSON.stringify(withNewLives(keptLives(), lived), null, 2)}\n`);
const missed = missedOf(reached.counts, sums.seeds);
const struck = Object.entries(faults).map(([kind, count]) => `${kind} ${count}`);
if (values.json)
  print(
    JSON.stringify({ ...sums, fullMinutes, faults, reached: Object.fromEntries(reached.counts), violations }, null, 2),
  );
else {
  print(
    `${sums.days} days, ${sums.passes} passes, ${sums.writes} writes, ${sums.killed} killed, ${sums.checks} checks`,
  );
  print(
    `${sums.skipped} unchanged passes and watches were left out, ${sums.proven} were lived and found nothing to do`,
  );
  print(
    `disks were full for ${fullMinutes.full} min, and for ${fullMinutes.unreported} min full and not reported after a pass read them`,
  );
  print(`faults: ${struck.join(', ')}`);
  print(`${reached.counts.size} points, not reached: ${missed.names.join(', ') || 'none'}`);
  print(`${violations.length} violations`);
}
process.exitCode = violations.length === 0 && !missed.tooMany ? 0 : 1;
