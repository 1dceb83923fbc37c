import type { Draws } from '../simulator/engine/random.ts';
import { secret } from './targets.ts';

/** Values at which parsers err: ends of ranges, empty things, other types, hostile names. */
const odd = [
  ...['', '0', '-1', '1e999', '9007199254740993', '0x10', 'NaN', 'null', 'true', '~', '{}', '[]', '""', "'", '"', '\\'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '*',
    '!',
    '&a',
    '*a',
    '<<: *a',
    '\u0000',
    '\u2028',
    '\ud800',
    '\r\n',
    '\t',
  ],
  ...[
    '9999-12-31',
    '0000-00-00',
    '2030-02-30',
    '[[[[[[[[',
    '{"a":',
    ': : :',
    '- - -',
    '---\n',
    '#',
    secret,
    JSON.stringify(secret),
  ],
];

const tokensOf = (text: string): string[] => text.match(/[\w.+-]+|\s+|[^\w\s]/g) ?? [''];

const edits: readonly ((tokens: string[], draws: Draws, other: readonly string[]) => void)[] = [
  (tokens, draws) => tokens.splice(draws.below(tokens.length), 1 + draws.below(4)),
  (tokens, draws) => tokens.splice(draws.below(tokens.length), 0, draws.one(odd)),
  (tokens, draws) => tokens.splice(draws.below(tokens.length), 1, draws.one(odd)),
  (tokens, draws, other) => tokens.splice(draws.below(tokens.length), 1, draws.one(other)),
  (tokens, draws, other) => {
    const from = draws.below(other.length);
    tokens.splice(draws.below(tokens.length), draws.below(8), ...other.slice(from, from + draws.below(30)));
  },
  (tokens, draws) => {
    const [from, most] = [draws.below(tokens.length), 1 + draws.below(20)];
    tokens.splice(
      from,
      0,
      ...Array.from({ length: 1 + draws.below(12) }, () => tokens.slice(from, from + most)).flat(),
    );
  },
  (tokens, draws) => tokens.splice(draws.below(tokens.length)),
];

/** Longer texts show nothing more, and take longer. */
const longest = 20_000;

/** A text a few edits away from one of the corpus. */
export const mutated = (corpus: readonly string[], draws: Draws): string => {
  const tokens = tokensOf(draws.one(corpus));
  for (let left = 1 + draws.below(5); left > 0; left -= 1) {
    draws.one(edits)(tokens, draws, tokensOf(draws.one(corpus)));
    if (tokens.length === 0) tokens.push('');
  }
  return tokens.join('').slice(0, longest);
};
