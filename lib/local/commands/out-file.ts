import { visibleJson } from '../../core/visible.ts';
import { UsageError } from '../usage-error.ts';
import { replaceFile } from '../whole-file.ts';

/** Writes what `--out` asks for to a file, readable by its owner alone. @throws UsageError when it cannot be written */
export const writeOutFile = (file: string, text: string): Promise<void> =>
  replaceFile(file, text).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--out ${file}: cannot be written (${error.code ?? error.message}); give another file`);
  });

/** A plan as `apply --plan` reads it, with the time of what it was made from (ISO 8601, UTC), from which its age counts. */
export const planFileText = (document: object, proposedAt: string): string =>
  `${visibleJson({ ...document, proposedAt }, 2)}\n`;
