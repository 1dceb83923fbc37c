import * as z from 'zod';
import { isoInstant } from '../../core/model/durations.ts';
import { count, name, text, time } from '../store/schemas/parts.ts';
import { sha256 } from '../store/sha256.ts';
import { classify } from './kept-keys.ts';

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

/**
 * An export is a text of JSON lines: a header, one line for each object with the SHA-256 of its key and body, and a last line
 * with the number of objects and a hash over all lines before it, the header included. A shortened or changed export is
 * detected, also one whose objects have other keys.
 */

/** Version of the format. */
const version = 2;

const header = z.object({
  format: z.literal('headroom-store'),
  version: z.literal(version),
  exportedAt: time,
  /** Version of Headroom that wrote it. */
  headroom: text,
  /** Null if no run has been made. */
  organization: name.nullable(),
});
export type ExportHeader = z.infer<typeof header>;

/** The header of an export in another format. */
const otherVersion = z.object({ format: z.literal('headroom-store'), version: z.number() });

const object = z.object({ key: name, sha256: text, body: z.string() });

/** One object of the store. */
export interface ExportedObject {
  readonly key: string;
  readonly body: string;
}

const last = z.object({ objects: count, sha256: text });

/** Chains the lines in their order. */
const chained = (before: string, line: string): string => sha256(`${before}${sha256(line)}`);

/** A body belongs to its key: one project must not get the history of another. */
const objectHash = ({ key, body }: ExportedObject): string => sha256(JSON.stringify({ key, body }));

/** The lines of an export, each with its line break. */
export async function* exportLines(
  facts: { readonly nowMs: number; readonly headroom: string; readonly organization: string | null },
  objects: AsyncIterable<ExportedObject>,
): AsyncGenerator<string> {
  const { nowMs, headroom, organization } = facts;
  const exportedAt = isoInstant(nowMs);
  const first: ExportHeader = { format: 'headroom-store', version, exportedAt, headroom, organization };
  const firstLine = JSON.stringify(first);
  yield `${firstLine}\n`;
  let objectCount = 0;
  let chain = chained('', firstLine);
  for await (const { key, body } of objects) {
    const line = JSON.stringify({ key, sha256: objectHash({ key, body }), body });
    chain = chained(chain, line);
    objectCount += 1;
    yield `${line}\n`;
  }
  yield `${JSON.stringify({ objects: objectCount, sha256: chain })}\n`;
}

const wrong = (place: number, problem: string) => new Error(`line ${place} of the export ${problem}`);

const parsedLine = (line: string, place: number): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    throw wrong(place, 'is not JSON: the file was changed or shortened');
  }
};

const readHeader = (value: unknown): ExportHeader => {
  const read = header.safeParse(value);
  if (read.success) return read.data;
  const other = otherVersion.safeParse(value);
  throw wrong(
    1,
    other.success && other.data.version !== version
      ? `has version ${other.data.version}; this Headroom reads version ${version}. Export the store again`
      : 'is not the beginning of an export of headroom store export',
  );
};

const readObjectLine = (value: unknown, place: number): ExportedObject => {
  const read = object.safeParse(value);
  if (!read.success) throw wrong(place, 'is no object');
  const { key, body, sha256: hash } = read.data;
  if (objectHash({ key, body }) !== hash) throw wrong(place, `(${key}) was changed after the export`);
  const { name: row, keeping } = classify(key);
  if (row === undefined || typeof keeping === 'object' || key.split('/').includes('..')) {
    throw wrong(place, `has the key ${key}, which this Headroom does not export; use the version that wrote it`);
  }
  return { key, body };
};

const isLast = (value: unknown): value is z.infer<typeof last> => last.safeParse(value).success;

/** Contents of an export: its header first, then its objects. */
type ExportPart = { readonly header: ExportHeader } | { readonly object: ExportedObject };

/**
 * Reads an export line by line.
 * @throws Error that names the line, if the export is not as it was written; only the end of the reading proves that it is whole
 */
export async function* readExport(lines: AsyncIterable<string>): AsyncGenerator<ExportPart> {
  let place = 0;
  let objectCount = 0;
  let chain = '';
  let isWhole = false;
  for await (const line of lines) {
    place += 1;
    if (isWhole) throw wrong(place, 'follows the end of the export');
    const value = parsedLine(line, place);
    if (place === 1) {
      chain = chained(chain, line);
      yield { header: readHeader(value) };
    } else if (isLast(value)) {
      if (value.objects !== objectCount || value.sha256 !== chain)
        throw wrong(place, 'does not match the lines before it: one of them was changed, added or removed');
      isWhole = true;
    } else {
      const read = readObjectLine(value, place);
      objectCount += 1;
      chain = chained(chain, line);
      yield { object: read };
    }
  }
  if (!isWhole) throw new Error(`the export ends after line ${place}, before its last line: it was shortened`);
}
