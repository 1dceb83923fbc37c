import { UsageError } from './usage-error.ts';

/** What a command prints on standard output. */
export const outputFormats = ['table', 'json', 'csv', 'markdown'] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** Formats of commands whose result is not a list. */
export const documentFormats = ['table', 'json'] as const satisfies readonly OutputFormat[];

export interface OutputFlags<F extends string = OutputFormat> {
  /** Also set by `-o json`. */
  readonly json?: boolean;
  readonly output?: F;
}

/** @throws UsageError if `--json` is combined with another format */
export const formatOf = <F extends string = OutputFormat>({
  json = false,
  output,
}: OutputFlags<F>): F | 'table' | 'json' => {
  if (!json) return output ?? 'table';
  if (output === undefined || output === 'json') return 'json';
  throw new UsageError(`use --json or -o ${output}, not both`);
};
