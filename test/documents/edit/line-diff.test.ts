import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../../lib/documents/edit/line-diff.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const letters = (count: number) => Array.from({ length: count }, (_, place) => `line ${place}`);
const textOf = (lines: readonly string[]) => `${lines.join('\n')}\n`;

describe('the difference of two texts', () => {
  it('is empty for equal texts', () => {
    expect(unifiedDiff('p.yaml', 'a\n', 'a\n')).toBe('');
  });

  it('has three lines around each change, and one hunk for changes that are near', () => {
    const before = letters(20);
    const after = before
      .map((line, place) => (place === 4 ? 'new' : line))
      .flatMap((line, place) => (place === 15 ? [line, 'more'] : [line]));
    const diff = unifiedDiff('p.yaml', textOf(before), textOf(after));
    expect(diff.split('\n').filter((line) => line.startsWith('@@'))).toEqual(['@@ -2,7 +2,7 @@', '@@ -14,6 +14,7 @@']);
    expect(diff).toContain('-line 4\n+new\n');
    expect(diff.startsWith('--- a/p.yaml\n+++ b/p.yaml\n@@')).toBe(true);
  });

  it('is what git applies', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c: 1', '  d', '# e'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, fc.boolean(), (first, second, ends) => {
        const [before, after] = [first, second].map((all) => (ends ? textOf(all) : all.join('\n'))) as [string, string];
        fc.pre(before !== after && before !== '' && after !== '');
        const folder = temporaryDirectory();
        writeFileSync(join(folder, 'p.yaml'), before);
        writeFileSync(join(folder, 'patch'), unifiedDiff('p.yaml', before, after));
        execFileSync('git', ['apply', 'patch'], { cwd: folder, stdio: 'pipe' });
        expect(readFileSync(join(folder, 'p.yaml'), 'utf8')).toBe(after);
      }),
      { numRuns: 15 },
    );
  });
});
