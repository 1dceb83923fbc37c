import { isOver, type Measurement } from './measurement.ts';

/** Of what, when and where figures were measured. */
export interface Origin {
  /** Commit of the code, of which nothing was changed. */
  readonly commit: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly machine: string;
}

/** The begin of what a figure says; what follows are further figures, which the command prints. */
const shortMeasure = ({ measure }: Measurement): string => measure.split(/;| \(/)[0] ?? measure;

const boundText = ({ limit, atLeast }: Measurement): string => `${atLeast ? '≥' : '≤'}${limit}`;

const valueText = (measurement: Measurement): string => {
  const text = `${measurement.value} ${measurement.unit}`.trim();
  return isOver(measurement) ? `**${text}, past it**` : text;
};

const row = (name: string, measured: readonly Measurement[]): string => {
  const figures = measured.filter(({ benchmark }) => benchmark === name);
  return `|${[shortMeasure, valueText, boundText].reduce((line, text) => `${line}|${figures.map(text).join('<br>')}`, name)}|`;
};

const rowsOf = (measured: readonly Measurement[]): readonly string[] =>
  [...new Set(measured.map(({ benchmark }) => benchmark))].map((name) => row(name, measured));

/**
 * docs/internals/benchmarks.md: every figure that has a limit.
 * @param slow names of the benchmarks that `npm run bench` leaves out
 */
export const documentOf = (
  measured: readonly Measurement[],
  { commit, at, machine }: Origin,
  slow: readonly string[],
): string => `# Benchmarks

Measured at commit \`${commit}\`, ${at}, on ${machine}.

\`npm run bench -- --write\` measures and writes this page: the figures that have a limit. \`npm run bench\` prints all figures with
their spread. Neither measures what takes minutes: ${slow.map((name) => `\`${name}\``).join(', ')}. \`--only NAME\` prints one
benchmark, also one of these. \`test/bench\` says of each what is compared with what.

Times of two machines differ by a factor of two and more, so the figures that matter are counts, and ratios of two things measured
in turns. \`test/kept-counts\` holds the counts that cannot be noisy: calls, requests, bytes, states. The limits are the project's
own. A figure past its limit is marked, and the command ends with 1. A test fails where a limit has changed since this page was written.

|benchmark|what|measured|limit|
|---|---|---|---|
${rowsOf(measured.filter(({ limit }) => limit !== null)).join('\n')}
`;

/** The time in the head of the page. @throws Error for a page that this module did not write */
export const measuredAt = (page: string): Date => {
  const [, at] = /^Measured at commit `[0-9a-f]{12}`, (\S+), on /m.exec(page) ?? [];
  if (at === undefined) throw new Error('no commit and time in the head of the page: npm run bench -- --write');
  return new Date(at);
};
