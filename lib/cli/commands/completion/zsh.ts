import { type CommandWords, quoted, type Word } from './words.ts';

/** In a description for zsh a colon separates word and meaning. */
const described = ({ word, meaning }: Word): string => quoted(`${word.replaceAll(':', '\\:')}:${meaning}`);

const nextWords = ({ path, commands, flags, choices }: CommandWords): string => {
  const words = [...commands, ...choices.map((word) => ({ word, meaning: '' }))];
  return `    ${quoted(path)}) words_next=(${words.map(described).join(' ')}) flags_next=(${flags.map(described).join(' ')}) ;;`;
};

const valuesOf = ({ path, valueFlags }: CommandWords): string[] =>
  valueFlags.map(({ names, choices }) => {
    const patterns = names.map((name) => quoted(`${path} ${name}`)).join('|');
    const complete = choices.length === 0 ? '_files' : `compadd -- ${choices.map(quoted).join(' ')}`;
    return `    ${patterns}) ${complete}; return ;;`;
  });

/** The completion script of zsh, for `source <(…)` and as a file `_headroom` in a folder of fpath. */
export const zshScript = (table: readonly CommandWords[]): string => `#compdef headroom
_headroom() {
  local command=headroom word
  local -a words_next flags_next
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$command $word" in
    ${table.map(({ path }) => quoted(path)).join(' | ')}) command="$command $word" ;;
    esac
  done
  case "$command" in
${table.map(nextWords).join('\n')}
  esac
  case "$command \${words[CURRENT-1]}" in
${table.flatMap(valuesOf).join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe -o flag flags_next
  elif ((\${#words_next})); then
    _describe word words_next
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _headroom ]]; then
  _headroom "$@"
else
  compdef _headroom headroom
fi
`;
