import type { Argument, Command, Option } from 'commander';
import { aboutOf, exitsOf } from '../../lib/cli/command-help.ts';
import { groupBy } from '../../lib/core/model/grouping.ts';
import { groupedCommands, nameOf, outlined, sentence, shownOptions as shown, usageOf } from './outline.ts';

/** Where the page is. */
export const page = 'docs/commands.md';

/** Commands from which on an option is described once for all, and not with each of them. */
const isCommonFrom = 4;

/** Options that go together, under a name for all of them. */
const sets: Readonly<Record<string, readonly string[]>> = {
  run: [
    '`--base-url`',
    '`--calls-per-minute`',
    '`--profile`',
    '`--search-engine`',
    '`--store`',
    '`--stack`',
    '`--organization`',
  ],
  platform: ['`--base-url`', '`--calls-per-minute`', '`--profile`'],
  store: ['`--bucket`', '`--store`', '`--stack`', '`--organization`'],
  token: ['`--secret-arn`', '`--secret-file`', '`--stack`', '`--organization`', '`--base-url`', '`--calls-per-minute`'],
  filters: ['`--project`', '`--service`', '`--rule`', '`--tag`'],
  order: ['`--sort`', '`--limit`'],
  rows: ['`--output` (table, json, csv, markdown)', '`--json`'],
  output: ['`--output` (table, json)', '`--json`'],
  details: ['`--details`', '`--no-details`'],
};

/** An option that is described once for all, with its texts. */
interface Common {
  readonly option: Option;
  readonly texts: readonly string[];
}

/** Marks that are not meant as Markdown. */
const plain = (text: string): string => text.replaceAll(/[*_<]/g, '\\$&');

const code = (text: string): string => `\`${text}\``;

/** The choices of a value, and what it is by default unless the text says so. */
const valuesOf = ({
  argChoices = [],
  defaultValue,
  defaultValueDescription,
  description,
}: Option | Argument): string => {
  const isSaid = defaultValue === undefined || typeof defaultValue === 'boolean' || description.includes('default:');
  const byDefault = `default ${code(defaultValueDescription ?? String(defaultValue))}`;
  const values = [...argChoices.map(code), ...(isSaid ? [] : [byDefault])];
  return values.length === 0 ? '' : ` (${values.join(', ')})`;
};

/** An argument or an option with what it means; choices of a common option stand with each command. */
const item = (term: string, of: Option | Argument): string =>
  `- ${code(term)}${valuesOf(of)}: ${plain(sentence(textOf(of)))}`;

const commonItem = ({ option, texts }: Common): string =>
  `- ${code(option.flags)}: ${distinct(texts)
    .map((text) => plain(sentence(text)))
    .join(' Or: ')}`;

/** What describes an option; its values stand with each command. */
const textOf = ({ description, argChoices }: Option | Argument): string =>
  argChoices === undefined ? description : description.replace(`: ${argChoices.join(', ')}`, '');

const keyOf = (option: Option): string => `${option.flags} ${textOf(option)}`;

/** The texts of an option that many commands have, or all that have the option, the most frequent first. */
const commonTextsOf = (options: readonly Option[]): readonly string[] => {
  const texts = [...groupBy(options, textOf)].toSorted(([, a], [, b]) => b.length - a.length);
  const common = texts.filter(
    ([, same]) => same.length >= isCommonFrom || (same.length > 1 && same.length === options.length),
  );
  return common.map(([text]) => text);
};

/** What is printed of the texts of an option: none that another one continues. */
const distinct = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => !texts.some((other) => other !== text && other.startsWith(text)));

const commonOf = (commands: readonly Command[]): readonly Common[] =>
  [...groupBy(commands.flatMap(shown), ({ flags }) => flags).values()].flatMap((options) => {
    const [option] = options;
    const texts = commonTextsOf(options);
    return option === undefined || texts.length === 0 ? [] : [{ option, texts }];
  });

/** The name of an option that is described once for all, with its values where they depend on the command. */
const shortOf = ({ long, short, argChoices }: Option): string =>
  `${code(long ?? short ?? '')}${argChoices === undefined ? '' : ` (${argChoices.join(', ')})`}`;

/** Names of options, and of sets for those that are complete. */
const inSets = (names: readonly string[]): readonly string[] =>
  Object.entries(sets).reduce<readonly string[]>(
    (left, [set, members]) =>
      members.every((name) => left.includes(name))
        ? [`*${set}*`, ...left.filter((name) => !members.includes(name))]
        : left,
    names,
  );

/** Statuses besides 0: those of `headroom apply` stand there alone, and those of a family with its first command. */
const statusesOf = (command: Command, likeApply: string): string => {
  const { parent } = command;
  const family = parent?.parent != null && exitsOf(parent) === exitsOf(command) ? parent : undefined;
  const exits = exitsOf(command).replace(/^0(?:; )?/, '');
  if (exits === '' || (family !== undefined && family.commands[0] !== command)) return '';
  const isApply = nameOf(command) === 'headroom apply';
  const text = isApply ? exits : exits.replace(likeApply, 'as of `headroom apply`');
  return `Exit status${family === undefined ? '' : ` of each \`${nameOf(family)}\` command`}: ${text}.`;
};

const section = (command: Command, common: ReadonlySet<string>, likeApply: string): string[] => {
  const [own = [], shared = []] = [false, true].map((isCommon) =>
    shown(command).filter((option) => common.has(keyOf(option)) === isCommon),
  );
  const items = [
    ...command.registeredArguments.map((argument) => item(argument.name(), argument)),
    ...own.map((option) => item(option.flags, option)),
  ];
  const also = inSets(shared.filter(({ mandatory }) => !mandatory).map(shortOf));
  return [
    `### ${code(usageOf(command))}`,
    '',
    [sentence(command.description()), aboutOf(command)?.replaceAll('<', '\\<'), statusesOf(command, likeApply)]
      .filter(Boolean)
      .join(' '),
    '',
    ...(items.length === 0 ? [] : [...items, '']),
    ...(also.length === 0 ? [] : [`Also: ${also.join(', ')}.`, '']),
  ];
};

/** The page of every command with its arguments, options and exit statuses, as the help prints them. */
export const commandPage = (): string => {
  const whole = outlined();
  const groups = groupedCommands(whole);
  const commands = groups.flatMap(([, inGroup]) => inGroup);
  const common = commonOf(commands);
  const keys = new Set(common.flatMap(({ option, texts }) => texts.map((text) => `${option.flags} ${text}`)));
  const apply = commands.find((command) => nameOf(command) === 'headroom apply');
  const likeApply = apply === undefined ? '' : exitsOf(apply).replace(/^0; /, '');
  return [
    '# Commands',
    '',
    'Every command with its arguments, options and exit statuses. `npm run command-reference` writes this page from the help of the',
    'commands; do not edit it. Every command exits with 0, with 1 for an error, and with 2 for wrong usage; others are named with it.',
    '[operate.md](operate.md) explains settings, modes, freezes, lists and errors.',
    '',
    '## Options of many commands',
    '',
    'Options that go together have a name, by which commands refer to them:',
    '',
    ...Object.entries(sets).map(([set, members]) => `- *${set}*: ${members.join(', ')}`),
    '',
    'Each of them, with the options of every command first:',
    '',
    ...shown(whole).map((option) => item(option.flags, option)),
    ...common.map(commonItem),
    '',
    ...groups.flatMap(([group, inGroup]) => [
      `## ${group}`,
      '',
      ...inGroup.flatMap((command) => section(command, keys, likeApply)),
    ]),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
};
