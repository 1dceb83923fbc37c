import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Every file below this folder, by its path from the root, whose laws (`lawsFor`) or sweeps have only a share of their
 * examples in the first stage.
 */
export const filesWithLaws = (): string[] =>
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== 'laws.ts')
    .filter((file) =>
      /\blawsFor[<(]|inject\('shareOfExamples'\)/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
    )
    .map((file) => join('test', file));
