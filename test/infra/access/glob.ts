import { oncePerText } from '../../../lib/core/model/remembering.ts';
import type { Truth } from './truth.ts';

/** One part of a path or an ARN that the template does not know. */
const part = '<part>';

/**
 * Pieces of a text: characters, `*`, `?`, and values that exist only after the deployment. What the template makes has a name that
 * ends as no text of it can, so only the value itself and `*` stand for the end. The same few texts are compared thousands of
 * times.
 */
const piecesOf = oncePerText((text): readonly string[] =>
  (text.match(/<[^>]*>|[\s\S]/g) ?? []).flatMap((piece) => {
    if (piece.length === 1) return [piece];
    if (piece.startsWith('<?')) return ['*'];
    return piece.startsWith('<AWS::') ? [part] : [part, piece];
  }),
);

const isRun = (piece: string): boolean => piece === '*' || piece === part;

const mayTake = (run: string, piece: string): boolean =>
  run === '*' || piece === '*' || piece === '?' || (piece.length === 1 && !['/', ':'].includes(piece));

/** Whether two texts can be equal from these places on, whatever stands for `*`, `?` and unknown parts. */
const canMeet = (a: readonly string[], b: readonly string[], i = 0, j = 0): boolean => {
  const [x, y] = [a[i], b[j]];
  if (x === undefined || y === undefined) return [...a.slice(i), ...b.slice(j)].every(isRun);
  if (isRun(x)) return canMeet(a, b, i + 1, j) || (mayTake(x, y) && canMeet(a, b, i, j + 1));
  if (isRun(y)) return canMeet(b, a, j, i);
  return (x === y || x === '?' || y === '?') && canMeet(a, b, i + 1, j + 1);
};

const expressionOf = oncePerText((pattern) => {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll(/(?<!<)\?/g, '.')}$`);
});

/** An account is in one partition, whose name a policy may state. */
const inOnePartition = (text: string): string =>
  text.startsWith('arn:') ? text.replace(/^arn:(?:aws[a-z-]*|<AWS::Partition>):/, 'arn:aws:') : text;

/** Whether a pattern of IAM matches a text, where `*` and `?` are patterns; undecided where it depends on an unknown value. */
const matches = (pattern: string, text: string): Truth => {
  if (pattern === text || pattern === '*') return true;
  const isKnown = !text.includes('<') && !pattern.includes('<');
  if (isKnown && !/[*?]/.test(pattern)) return inOnePartition(pattern) === inOnePartition(text);
  const [a, b] = [inOnePartition(pattern), inOnePartition(text)];
  if (expressionOf(a).test(b)) return true;
  return !isKnown && canMeet(piecesOf(a), piecesOf(b)) && `${pattern} may be ${text}`;
};

/** Whether one of the patterns matches one of the names of the same thing. */
export const someMatch = (patterns: readonly string[], names: readonly string[]): Truth => {
  let found: Truth = false;
  for (const pattern of patterns)
    for (const name of names) {
      const truth = matches(pattern, name);
      if (truth === true) return true;
      found ||= truth;
    }
  return found;
};
