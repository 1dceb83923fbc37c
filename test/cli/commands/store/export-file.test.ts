import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readExportFile } from '../../../../lib/cli/commands/store/export-file.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';

const linesIn = async (text: string, longest?: number): Promise<string[]> => {
  const file = join(temporaryDirectory(), 'export.gz');
  writeFileSync(file, gzipSync(text));
  const lines: string[] = [];
  for await (const line of readExportFile(file, longest)) lines.push(line);
  return lines;
};

it('reads a body with separators of Unicode as one line, as it was written', async () => {
  const body = JSON.stringify({ body: 'one\u2028two\u2029three\u0085four' });
  expect(await linesIn(`{}\n${body}\n`)).toEqual(['{}', body]);
});

it('refuses a line without end before it is in memory', async () => {
  await expect(linesIn(`{}\n${'x'.repeat(1_000_000)}`, 1000)).rejects.toThrow(
    'line 2 of the export has more than 1000 characters',
  );
  expect(await linesIn(`${'x'.repeat(1000)}\n${'y'.repeat(1000)}`, 1000)).toHaveLength(2);
});
