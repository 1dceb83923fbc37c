import { type CommandWords, quoted } from './words.ts';

const nextWords = ({ path, commands, flags, choices }: CommandWords): string => {
  const words = [...commands.map(({ word }) => word), ...choices, ...flags.map(({ word }) => word)];
  return `    ${quoted(path)}) words=${quoted(words.join(' '))} ;;`;
};

const valuesOf = ({ path, valueFlags }: CommandWords): string[] =>
  valueFlags.map(({ names, choices }) => {
    const patterns = names.map((name) => quoted(`${path} ${name}`)).join('|');
    return `    ${patterns}) words=${quoted(choices.join(' '))} ;;`;
  });

/** The completion script of bash. It works without the package bash-completion, also with bash 3.2 of macOS. */
export const bashScript = (table: readonly CommandWords[]): string => `# Completion of headroom for bash.
_headroom() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command=headroom words='' index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$command \${COMP_WORDS[index]}" in
    ${table.map(({ path }) => quoted(path)).join(' | ')}) command="$command \${COMP_WORDS[index]}" ;;
    esac
  done
  case "$command" in
${table.map(nextWords).join('\n')}
  esac
  case "$command $previous" in
${table.flatMap(valuesOf).join('\n')}
  esac
  COMPREPLY=()
  while IFS='' read -r index; do COMPREPLY+=("$index"); done < <(compgen -W "$words" -- "$current")
}
complete -o default -F _headroom headroom
`;
