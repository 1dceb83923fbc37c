import { createReadStream } from 'node:fs';
import { visible } from '../../core/model/visible-text.ts';

/** How a file that a person names on the command line is read. */
interface NamedFile {
  /** What to name instead, such as `a policy document`. */
  readonly use: string;
  readonly mostMib: number;
}

const mib = 1024 * 1024;

/**
 * Text of a file that a person names on the command line. It may be a link or a pipe, as of `<(…)`: that is the choice of the
 * person.
 * @throws Error with one line if it cannot be read or is too large
 */
export const readNamed = async (file: string, { use, mostMib }: NamedFile): Promise<string> => {
  const parts: Buffer[] = [];
  try {
    // One byte more than the limit, and never more of a file without an end.
    for await (const part of createReadStream(file, { end: mostMib * mib })) parts.push(part);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(visible(`${file}: cannot be read (${code ?? message}); use the path of ${use}`));
  }
  const whole = Buffer.concat(parts);
  if (whole.length <= mostMib * mib) return whole.toString('utf8');
  throw new Error(visible(`${file}: has more than ${mostMib} MiB, the limit for ${use}`));
};
