import type { CommandWords, Word } from './words.ts';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const linesOf = ({ path, commands, flags, valueFlags, choices }: CommandWords): string[] => {
  const line = (rest: string) => `complete -c headroom -n ${quoted(`__headroom_at ${quoted(path)}`)} ${rest}`;
  const flagLine = ({ word, meaning }: Word): string => {
    const values = valueFlags.find(({ names }) => names.includes(word))?.choices;
    const value = values === undefined ? '' : values.length === 0 ? ' -r -F' : ` -x -a ${quoted(values.join(' '))}`;
    return line(`-l ${word.replace(/^--/, '')}${value} -d ${quoted(meaning)}`);
  };
  return [
    ...commands.map(({ word, meaning }) => line(`-f -a ${word} -d ${quoted(meaning)}`)),
    ...(choices.length === 0 ? [] : [line(`-f -a ${quoted(choices.join(' '))}`)]),
    ...flags.map(flagLine),
  ];
};

/** The completion script of fish. */
export const fishScript = (table: readonly CommandWords[]): string => `# Completion of headroom for fish.
function __headroom_at
    set -l command headroom
    for word in (commandline -opc)[2..-1]
        if contains -- "$command $word" ${table.map(({ path }) => quoted(path)).join(' ')}
            set command "$command $word"
        end
    end
    test "$command" = "$argv[1]"
end
${table.flatMap(linesOf).join('\n')}
`;
