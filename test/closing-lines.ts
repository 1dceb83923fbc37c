/** Counts of a run of tests, as its last line gives them. */
const counts = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm;

/**
 * One closing line for several runs of tests. A run that did not come to its own counts as one failure.
 * @param outputs of the runs, or their ends
 */
export const sumOfClosingLines = (outputs: readonly string[]): { readonly line: string; readonly isGood: boolean } => {
  const sum = [0, 0, 0];
  for (const output of outputs) {
    const last = [...output.matchAll(counts)].at(-1) ?? ['', '0', '1', '0'];
    for (const at of sum.keys()) sum[at] = (sum[at] ?? 0) + Number(last[at + 1] ?? 0);
  }
  const [passed, failed = 0, skipped = 0] = sum;
  return {
    line: `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    isGood: failed === 0,
  };
};
