/** Smallest number of characters to insert, delete or replace that turns `a` into `b` (Levenshtein). */
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

/** Whether two names differ by nothing but case, `_` for `-`, and blanks around them. */
export const sameButForCase = (a: string, b: string): boolean => fold(a) === fold(b);

/** Two slips are forgiven in a long name; in a short one that would make strangers look alike. */
const slipsForgiven = (name: string): number => Math.min(2, Math.floor(name.length / 3));

/**
 * The known name that `written` most likely stands for: same but for case or `_` and `-`, or one to two characters away.
 * @returns undefined when none is near, or when two are equally near and a guess could mislead.
 */
export const nearestName = (written: string, known: readonly string[]): string | undefined => {
  const folded = fold(written);
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const target = fold(name);
    const forgiven = slipsForgiven(target);
    if (Math.abs(target.length - folded.length) > forgiven) continue;
    const distance = editDistance(folded, target);
    if (distance > forgiven || distance > bestDistance) continue;
    best = distance === bestDistance ? undefined : name;
    bestDistance = distance;
  }
  return best;
};
