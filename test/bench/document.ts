import { cpus } from 'node:os';
import { type Benchmark, isOver, type Measurement } from './measurement.ts';

/** The measurements of one benchmark with its paragraph. */
interface Measured extends Pick<Benchmark, 'name' | 'about'> {
  readonly measurements: readonly Measurement[];
}

const row = (measurement: Measurement): string => {
  const { benchmark, measure, value, unit, spread, limit, atLeast } = measurement;
  const past = isOver(measurement) ? ' **(past it)**' : '';
  const bound = limit === null ? '' : `${atLeast ? '≥' : '≤'} ${limit}${past}`;
  const between = spread === undefined ? '' : `${spread[0]} to ${spread[1]}`;
  return `| ${benchmark} | ${measure} | ${value} ${unit} | ${between} | ${bound} |`;
};

const section = ({ name, about, measurements }: Measured): string => `## ${name}

${about}

| benchmark | measure | value | spread | limit |
|---|---|---|---|---|
${measurements.map(row).join('\n')}
`;

/**
 * docs/internals/benchmarks.md: what is compared, how, on what, and what it means.
 * @param slow names of the benchmarks that `npm run bench` leaves out
 */
export const documentOf = (measured: readonly Measured[], slow: readonly string[]): string => `# Benchmarks

\`npm run bench\` prints these figures as a table, \`npm run bench -- --only NAME\` those of one section, and \`npm run bench -- --write\`
writes this page. The first alone leaves out what takes a minute or more:
${slow.map((name) => `\`${name}\``).join(', ')}. All figures are of one run on one machine with ${cpus().length} cores and Node.js ${process.versions.node}. Times of different machines differ by a factor of two and more, so
the figures that matter are ratios of two things measured in turns in the same run, or counts. Where a figure is the
median of several, its spread is the least and the largest of them. Limits are the project's own; a figure past its limit is marked, and the command then exits with status 1.

Counts that cannot be noisy (platform calls, requests to the store, bytes, state transitions, sizes of bundles) are also held by a test:
\`test/kept-counts\` compares them with a committed file and fails if one rises.

${measured.map(section).join('\n')}`;
