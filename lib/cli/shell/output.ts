import { type Command, Option } from 'commander';
import { UsageError } from './usage-error.ts';

/** What a command prints on standard output. */
export const outputFormats = ['table', 'json', 'csv', 'markdown'] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** Formats of commands whose result is not a list. */
export const documentFormats: readonly OutputFormat[] = ['table', 'json'];

export interface OutputFlags<F extends string = OutputFormat> {
  /** Also set by `-o json`. */
  readonly json?: boolean;
  readonly output?: F;
}

/** `-o`, and `--json` as another name of `-o json`. */
export const outputOptions = (command: Command, formats: readonly string[] = outputFormats): Command =>
  command
    .addOption(new Option('-o, --output <format>', `output format: ${formats.join(', ')}`).choices(formats))
    .option('--json', 'print one JSON document on standard output, like -o json')
    .on('option:output', (format: string) => {
      if (format === 'json') command.setOptionValue('json', true);
    });

/** `--format` as another name of `-o`, where markdown is a comment for a pull request. */
export const formatOption = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--format <format>',
        'another name of -o; markdown: a comment for a pull request, at most 60 KB',
      ).choices(outputFormats),
    )
    .on('option:format', (format: OutputFormat) => {
      command.setOptionValue('output', format);
      if (format === 'json') command.setOptionValue('json', true);
    });

/** @throws UsageError if `--json` is combined with another format */
export const formatOf = <F extends string = OutputFormat>({
  json = false,
  output,
}: OutputFlags<F>): F | 'table' | 'json' => {
  if (!json) return output ?? 'table';
  if (output === undefined || output === 'json') return 'json';
  throw new UsageError(`use --json or -o ${output}, not both`);
};
