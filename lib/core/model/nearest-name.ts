/** Levenshtein distance: the fewest insertions, deletions and replacements that turn `a` into `b`. */
export const editDistance = (a: string, b: string): number => {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[b.length] ?? 0;
};

const fold = (name: string): string => name.trim().toLowerCase().replaceAll('_', '-');

/** Whether two names are equal except for case, `_` instead of `-`, and surrounding blanks. */
export const sameButForCase = (a: string, b: string): boolean => fold(a) === fold(b);

/** Typing errors accepted: up to two, fewer in short names, where different names would look alike. */
const acceptedErrors = (name: string): number => Math.min(2, Math.floor(name.length / 3));

/**
 * The name that `written` most likely stands for: equal except for case or `_` and `-`, or one to two characters away.
 * @returns undefined when no name is near, or when two are equally near and a guess could mislead
 */
export const nearestName = (written: string, names: readonly string[]): string | undefined => {
  const folded = fold(written);
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const target = fold(name);
    const accepted = acceptedErrors(target);
    if (Math.abs(target.length - folded.length) > accepted) continue;
    const distance = editDistance(folded, target);
    if (distance > accepted || distance > bestDistance) continue;
    best = distance === bestDistance ? undefined : name;
    bestDistance = distance;
  }
  return best;
};
