import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

/** Root of the repository. */
export const root = join(import.meta.dirname, '..', '..');

const folder = join(import.meta.dirname, 'bugs');

const bugFile = z.strictObject({
  /** What the careless engineer did. */
  bug: z.string().min(20),
  /** The file of the program, from the root. */
  file: z.string().regex(/^(?:lib|functions)\/.+\.ts$/),
  /** Text of the file; it occurs there exactly once. */
  text: z.string().min(1),
  replacement: z.string(),
  /** The simulator, or the test files that must fail. */
  caughtBy: z.union([z.literal('simulation'), z.array(z.string().regex(/^test\/.+\.test\.ts$/)).min(1)]),
});

/** A small bug of a careless engineer, as the replacement of a text in one file. */
export interface PlantedBug extends z.infer<typeof bugFile> {
  /** `NN-short-name`, the name of its own file. */
  readonly name: string;
}

/** @throws Error that names the file that is not a planted bug */
export const readBugs = (): PlantedBug[] =>
  readdirSync(folder)
    .sort()
    .map((file) => {
      const read = bugFile.safeParse(parse(readFileSync(join(folder, file), 'utf8')));
      if (!read.success) throw new Error(`test/planted-bugs/bugs/${file}: ${z.prettifyError(read.error)}`);
      return { ...read.data, name: file.replace(/\.yaml$/, '') };
    });

/**
 * The text of the file with the bug in it.
 * @throws Error when the text of the bug does not occur exactly once
 */
export const plantedIn = ({ name, file, text, replacement }: PlantedBug, content: string): string => {
  const parts = content.split(text);
  if (parts.length === 2) return parts.join(replacement);
  throw new Error(`${name}: its text occurs ${parts.length - 1} times in ${file}, and must occur exactly once`);
};
