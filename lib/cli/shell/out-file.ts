import { replaceFile } from '../../local/whole-file.ts';
import { UsageError } from './usage-error.ts';

/** Writes what `--out` asks for to a file, readable by its owner alone. @throws UsageError when it cannot be written */
export const writeOutFile = (file: string, text: string): Promise<void> =>
  replaceFile(file, text).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--out ${file}: cannot be written (${error.code ?? error.message}); give another file`);
  });
