import { type ParseArgsConfig, parseArgs } from 'node:util';

type Descriptor = NonNullable<ParseArgsConfig['options']>[string];

/** Flags of a program of this repository by name; `value` is the word for it in the help. */
export type ToolFlags = Readonly<Record<string, Descriptor & { readonly about: string; readonly value?: string }>>;

type Values<O extends ToolFlags> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

const help = { help: { type: 'boolean', default: false, about: 'print this' } } as const;

/** What `--help` prints: each flag with what it is for and its default. */
const usageOf = (command: string, flags: ToolFlags): string => {
  const all: ToolFlags = { ...flags, ...help };
  const rows = Object.entries(all).map(([name, { type, about, value = name, default: usual }]) => ({
    flag: `  --${name}${type === 'string' ? ` ${value.toUpperCase()}` : ''}`,
    about: typeof usual === 'string' && usual !== '' ? `${about} (default: ${usual})` : about,
  }));
  const width = Math.max(...rows.map(({ flag }) => flag.length)) + 2;
  return `Usage: ${command} [flags]\n\n${rows.map(({ flag, about }) => `${flag.padEnd(width)}${about}`).join('\n')}\n`;
};

const wrong = (command: string, message: string) => ({ status: 2, text: `error: ${message}\nsee ${command} --help\n` });

/** The first sentence of Node.js about a wrong line; the rest explains how to escape a dash. */
const reasonOf = (error: Error): string => error.message.split('. ')[0] ?? error.message;

/** Reads the words of a line: the values of the flags, or what to print instead of running, with the exit status. */
export const readToolFlags = <O extends ToolFlags>(
  command: string,
  flags: O,
  argv: readonly string[],
): { readonly values: Values<O> } | { readonly status: number; readonly text: string } => {
  try {
    const options: ToolFlags = { ...flags, ...help };
    const { values } = parseArgs({ options, args: [...argv] });
    return values.help === true ? { status: 0, text: usageOf(command, flags) } : { values: values as Values<O> };
  } catch (error) {
    if (error instanceof TypeError) return wrong(command, reasonOf(error));
    throw error;
  }
};

const end = ({ status, text }: { readonly status: number; readonly text: string }): never => {
  (status === 0 ? process.stdout : process.stderr).write(text);
  process.exit(status);
};

/** The values of the flags of this process; ends it where the line asks for help or is wrong. */
export const toolFlags = <O extends ToolFlags>(command: string, flags: O): Values<O> => {
  const read = readToolFlags(command, flags, process.argv.slice(2));
  return 'values' in read ? read.values : end(read);
};

/** Ends this process with one line about a flag whose value is wrong. */
export const refuseFlag = (command: string, message: string): never => end(wrong(command, message));
