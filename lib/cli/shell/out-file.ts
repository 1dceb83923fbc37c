import { replaceFile } from '../../local/whole-file.ts';
import { UsageError } from './usage-error.ts';

/** Writes the output of `--out` to a file that only its owner can read. @throws UsageError if the file cannot be written */
export const writeOutFile = (file: string, text: string): Promise<void> =>
  replaceFile(file, text).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--out ${file}: cannot be written (${error.code ?? error.message}); choose another file`);
  });
