import type { Argument, Command, Option } from 'commander';
import { aboutOf, exitsOf } from '../../lib/cli/command-help.ts';
import { groupBy } from '../../lib/core/model/grouping.ts';
import { groupedCommands, nameOf, outlined, sentence, shownOptions as shown, usageOf } from './outline.ts';

/** Where the page is. */
export const page = 'docs/commands.md';

/** Commands from which on an option is described once for all, and not with each of them. */
const isCommonFrom = 4;

/** Text in a cell: a bar would end it, and the other marks are not meant as Markdown. */
const cell = (text: string): string => text.replaceAll(/[|*_<]/g, '\\$&');

const code = (text: string): string => `\`${text}\``;

const choicesOf = ({ argChoices }: Option | Argument): string =>
  argChoices === undefined ? '' : ` (${argChoices.map(code).join(', ')})`;

const row = (term: string, of: Option | Argument): string =>
  `| ${code(term)} | ${cell(sentence(textOf(of)))}${choicesOf(of)} |`;

/** What describes an option; its values stand with each command. */
const textOf = ({ description, argChoices }: Option | Argument): string =>
  argChoices === undefined ? description : description.replace(`: ${argChoices.join(', ')}`, '');

const keyOf = (option: Option): string => `${option.flags} ${textOf(option)}`;

/** Options that many commands have with the same text; of several texts of one option the most frequent. */
const commonOf = (commands: readonly Command[]): readonly Option[] => {
  const optional = commands.flatMap(shown).filter(({ mandatory }) => !mandatory);
  const all = groupBy(optional, keyOf);
  const frequent = [...all.values()].filter((same) => same.length >= isCommonFrom);
  const byFlags = groupBy(frequent, ([option]) => option?.flags);
  return [...byFlags.values()].flatMap((variants) => variants.toSorted((a, b) => b.length - a.length)[0]?.[0] ?? []);
};

/** The name of an option that is described once for all, with its values where they depend on the command. */
const shortOf = ({ long, short, argChoices }: Option): string =>
  `${code(long ?? short ?? '')}${argChoices === undefined ? '' : ` (${argChoices.join(', ')})`}`;

const table = (head: string, rows: readonly string[]): string[] =>
  rows.length === 0 ? [] : [`| ${head} | |`, '|---|---|', ...rows, ''];

const section = (command: Command, common: ReadonlySet<string>): string[] => {
  const about = aboutOf(command);
  const [own, shared] = [true, false].map((isOwn) =>
    shown(command).filter((option) => common.has(keyOf(option)) !== isOwn),
  );
  return [
    `### ${nameOf(command)}`,
    '',
    ...(usageOf(command) === nameOf(command) ? [] : [code(usageOf(command)), '']),
    [sentence(command.description()), about].filter(Boolean).join(' ').replaceAll('<', '\\<'),
    '',
    ...(exitsOf(command) === '0' ? [] : [`Exit status: ${exitsOf(command)}.`, '']),
    ...table('argument or option', [
      ...command.registeredArguments.map((argument) => row(argument.name(), argument)),
      ...(own ?? []).map((option) => row(option.flags, option)),
    ]),
    ...((shared ?? []).length === 0 ? [] : [`Also: ${(shared ?? []).map(shortOf).join(', ')}.`, '']),
  ];
};

/** The page of every command with its arguments, options and exit statuses, as the help prints them. */
export const commandPage = (): string => {
  const whole = outlined();
  const groups = groupedCommands(whole);
  const common = commonOf(groups.flatMap(([, commands]) => commands));
  const keys = new Set(common.map(keyOf));
  return [
    '# Commands',
    '',
    'Every command with its arguments, options and exit statuses. `npm run command-reference` writes this page from the help of the',
    'commands; do not edit it. Every command exits with 0, with 1 for an error, which is one line on standard error (with `--json` also a document), and with 2 for wrong usage; others are',
    'named with it.',
    '[operate.md](operate.md) explains settings, modes, freezes and lists.',
    '',
    '## Options of many commands',
    '',
    ...table(
      'option',
      [...shown(whole), ...common].map((option) => `| ${code(option.flags)} | ${cell(sentence(textOf(option)))} |`),
    ),
    ...groups.flatMap(([group, commands]) => [
      `## ${group}`,
      '',
      ...commands.flatMap((command) => section(command, keys)),
    ]),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
};
