/** Characters of one line at most: no object of a store has a tenth of them, and a line is in memory as a whole. */
export const longestLine = 256 * 1024 * 1024;

/**
 * Splits a text at line feeds only: a body may contain the other separators of Unicode.
 * @throws Error for a line that is too long
 */
export async function* linesOf(
  text: AsyncIterable<string> | Iterable<string>,
  longest = longestLine,
): AsyncGenerator<string> {
  let place = 1;
  let begun = '';
  for await (const chunk of text) {
    const [first = '', ...others] = chunk.split('\n');
    begun += first;
    for (const next of others) {
      yield begun;
      place += 1;
      begun = next;
    }
    if (begun.length > longest)
      throw new Error(
        `line ${place} of the export has more than ${longest} characters; use a file of headroom store export`,
      );
  }
  if (begun !== '') yield begun;
}
