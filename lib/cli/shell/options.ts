import type {
  CommandUnknownOpts,
  Argument as TypedArgument,
  Command as TypedCommand,
  Option as TypedOption,
} from '@commander-js/extra-typings';
import { InvalidArgumentError, Argument as PlainArgument, Option as PlainOption } from 'commander';
import { profiles } from '../../core/model/model.ts';
import { shortestDigest } from '../../core/plan/plan-result.ts';
import { documentFormats, type OutputFormat, outputFormats } from './output.ts';

/**
 * Options that several commands have. The type of a command's flags follows from its options, by types alone: at run time the
 * parser is commander as it is.
 */

export const Argument = PlainArgument as unknown as typeof TypedArgument;
export const Option = PlainOption as unknown as typeof TypedOption;

/** The program, or any of its commands. */
export type ParentCommand = CommandUnknownOpts;

type Values = Record<string, unknown>;
export type Command<A extends unknown[], O extends Values> = TypedCommand<A, O, Values>;
type None = Record<never, never>;

/** A command that has only a name. */
export type NewCommand = Command<[], None>;

/** The flags of the command that a function builds. */
export type FlagsOf<F extends (...given: never[]) => { readonly opts: () => unknown }> = ReturnType<
  ReturnType<F>['opts']
>;

/** Parses an option that must be a whole number within bounds. */
export const wholeNumber =
  (lowest: number, highest: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= lowest && value <= highest) return value;
    throw new InvalidArgumentError(`Must be a whole number from ${lowest} to ${highest}.`);
  };

const digestForm = new RegExp(`^[0-9a-f]{${shortestDigest},64}$`);

/** Parses the digest of a plan, or its first characters. */
export const planDigest = (text: string): string => {
  if (digestForm.test(text)) return text;
  throw new InvalidArgumentError(
    `Must be the digest that headroom plan prints, or at least its first ${shortestDigest} characters (0-9, a-f).`,
  );
};

/** `-o`, and `--json` as another name of `-o json`. */
export const outputOptions = <A extends unknown[], O extends Values, const F extends readonly string[]>(
  command: Command<A, O>,
  formats: F,
) =>
  command
    .addOption(new Option('-o, --output <format>', `output format: ${formats.join(', ')}`).choices(formats))
    .option('--json', 'print one JSON document on standard output, like -o json')
    .on('option:output', (format: string) => {
      if (format === 'json') command.setOptionValue('json', true);
    });

/** The output of a command whose result is not a list. */
export const documentOptions = <A extends unknown[], O extends Values>(command: Command<A, O>) =>
  outputOptions(command, documentFormats);

/** The output of a command that lists. */
export const tableOptions = <A extends unknown[], O extends Values>(command: Command<A, O>) =>
  outputOptions(command, outputFormats);

export const jsonOption = <A extends unknown[], O extends Values>(command: Command<A, O>) =>
  command.option('--json', 'print one JSON document on standard output');

/** `--format` as another name of `-o`, where markdown is a comment for a pull request. */
export const formatOption = <A extends unknown[], O extends Values>(command: Command<A, O>) =>
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

const storeOption = <A extends unknown[], O extends Values>(command: Command<A, O>) =>
  command.option('--store <place>', 'store: a directory, or s3://BUCKET/PREFIX (HEADROOM_STORE)');

/** `--stack`, for commands that use a store. */
export const stackOption = <A extends unknown[], O extends Values>(command: Command<A, O>) =>
  command.option('--stack <name>', 'use the store of the deployment on AWS with this stack');

/** Options that select the store, for commands that need no platform. */
export const storeOptions = <A extends unknown[], O extends Values>(command: Command<A, O>) =>
  stackOption(storeOption(command.option('--bucket <name>', 'bucket of the deployment on AWS'))).option(
    '--organization <id>',
    'organization of the store (HEADROOM_ORGANIZATION)',
  );
export type StoreFlags = FlagsOf<typeof storeOptions<[], None>>;
export type StorePlaceFlags = Pick<StoreFlags, 'stack' | 'store'>;

/** @param defines what depends on the profile */
const profileText = (defines: string): string =>
  `platform profile, which defines ${defines}: ${profiles.join(' or ')} (HEADROOM_PROFILE)`;

export const profileOption = <A extends unknown[], O extends Values>(command: Command<A, O>, defines: string) =>
  command.option('--profile <name>', profileText(defines));

export const rateText = 'maximum platform calls per minute; default: 100; off: no limit, for your own platform only';

/** Options of calls to a platform. */
const callOptions = <A extends unknown[], O extends Values>(command: Command<A, O>) =>
  command
    .option('--calls-per-minute <n>', rateText)
    .option('--profile <name>', profileText('how maximums are counted'));

/** Client commands address one project, so they need neither an organization nor a store (spec.md §1.8 command line, §4.5). */
export const clientOptions = <A extends unknown[], O extends Values>(command: Command<A, O>) =>
  callOptions(
    documentOptions(command)
      .requiredOption('--project <name>', 'name of the project')
      .option('--base-url <url>', 'address of the platform (HEADROOM_BASE_URL)'),
  );
export type ClientFlags = FlagsOf<typeof clientOptions<[], None>>;

/** Options that name a platform, an organization and a store. */
export const platformOptions = <A extends unknown[], O extends Values>(command: Command<A, O>) =>
  callOptions(
    storeOption(
      command
        .option('--base-url <url>', 'address of the platform (HEADROOM_BASE_URL)')
        .option('--organization <id>', 'organization ID (HEADROOM_ORGANIZATION)'),
    ),
  ).option('--search-engine <word>', "the search product's name in the platform's API (HEADROOM_SEARCH_ENGINE)");

/** Options of every command that talks to a platform and keeps what it learns on this machine or on AWS. */
export const connectionOptions = <A extends unknown[], O extends Values>(
  command: Command<A, O>,
  formats: readonly OutputFormat[] = outputFormats,
) => stackOption(platformOptions(outputOptions(command, formats)));
export type ConnectionFlags = FlagsOf<typeof connectionOptions<[], None>>;

/** The flags of a command that plans, to which `planningCommand` adds a connection. */
export type PolicyFlagsOf<F extends (...given: never[]) => { readonly opts: () => unknown }> = FlagsOf<F> & PolicyFlags;

export const policyOption = <A extends unknown[], O extends Values>(command: Command<A, O>) =>
  command.option('--policy <file>', 'policy document; default: the one in the store');

export const projectFilter = <A extends unknown[], O extends Values>(command: Command<A, O>) =>
  command.option('--project <name...>', "only these projects, by name or glob such as 'shop-*'; '!NAME' excludes");

/** Flags of every command that plans. */
export type PolicyFlags = FlagsOf<typeof policyOption<[], ConnectionFlags>>;

/** Options of commands that list services. */
export const serviceFilters = <A extends unknown[], O extends Values>(command: Command<A, O>) =>
  command
    .option('--service <name...>', 'only services with these names or globs')
    .option('--rule <name...>', 'only services that these rules of the policy decide')
    .option('--tag <key=value...>', "only services with these tags; the value may be a glob, such as team='shop-*'");

/** Filters of a list of services; every flag given must match. Globs; `!` excludes; a tag is `KEY=GLOB`, or `KEY` for any value. */
export type FilterFlags = Partial<FlagsOf<typeof serviceFilters<[], FlagsOf<typeof projectFilter<[], None>>>>>;

const maxRows = 1_000_000;

export const arrangementOptions = <A extends unknown[], O extends Values>(command: Command<A, O>) =>
  command
    .option('--sort <column>', 'sort the rows by this column; -COLUMN sorts in descending order')
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, maxRows));

/** Filters, order and number of rows of a list of services. */
export const listOptions = <A extends unknown[], O extends Values>(command: Command<A, O>) =>
  arrangementOptions(serviceFilters(projectFilter(command)));

export const detailsOptions = <A extends unknown[], O extends Values>(command: Command<A, O>) =>
  command
    .option('--details', 'one row for each service; default where output is no terminal')
    .option('--no-details', 'one row for identical changes, with their number; default on a terminal');
