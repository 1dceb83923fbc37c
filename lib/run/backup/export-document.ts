import * as z from 'zod';
import { isoInstant } from '../../core/model/durations.ts';
import { count, name, text, time } from '../store/schemas/parts.ts';
import { sha256 } from '../store/sha256.ts';
import { classify } from './kept-keys.ts';

/**
 * An export is a text of JSON lines: a header, one line for each object with its SHA-256, and a last line with the number
 * of objects and a hash over all of theirs. A shortened or changed export is detected.
 */

/** Version of the format. */
const version = 1;

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

const object = z.object({ key: name, sha256: text, body: z.string() });

/** One object of the store. */
export interface ExportedObject {
  readonly key: string;
  readonly body: string;
}

const last = z.object({ objects: count, sha256: text });

/** Chains the hashes of the objects in their order. */
const chained = (before: string, hash: string): string => sha256(`${before}${hash}`);

const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** The lines of an export, each with its line break. */
export async function* exportLines(
  facts: { readonly nowMs: number; readonly headroom: string; readonly organization: string | null },
  objects: AsyncIterable<ExportedObject>,
): AsyncGenerator<string> {
  const { nowMs, headroom, organization } = facts;
  const exportedAt = isoInstant(nowMs);
  yield jsonLine({ format: 'headroom-store', version, exportedAt, headroom, organization } satisfies ExportHeader);
  let objectCount = 0;
  let chain = '';
  for await (const { key, body } of objects) {
    const hash = sha256(body);
    chain = chained(chain, hash);
    objectCount += 1;
    yield jsonLine({ key, sha256: hash, body });
  }
  yield jsonLine({ objects: objectCount, sha256: chain });
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
  const format = (value as { readonly format?: unknown; readonly version?: unknown } | null) ?? {};
  throw wrong(
    1,
    format.format === 'headroom-store'
      ? `has version ${String(format.version)}; this Headroom reads version ${version}`
      : 'is not the beginning of an export of headroom store export',
  );
};

const readObjectLine = (value: unknown, place: number): ExportedObject => {
  const read = object.safeParse(value);
  if (!read.success) throw wrong(place, 'is no object');
  const { key, body, sha256: hash } = read.data;
  if (sha256(body) !== hash) throw wrong(place, `(${key}) was changed after the export`);
  const { name: row, keeping, currentKey } = classify(key);
  if (row === undefined || typeof keeping === 'object' || currentKey !== key || key.split('/').includes('..')) {
    throw wrong(place, `has the key ${key}, which this Headroom does not export; use the version that wrote it`);
  }
  return { key, body };
};

const isLast = (value: unknown): value is z.infer<typeof last> => last.safeParse(value).success;

/** What is read from an export: its header first, then its objects. */
export type ExportPart = { readonly header: ExportHeader } | { readonly object: ExportedObject };

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
      yield { header: readHeader(value) };
    } else if (isLast(value)) {
      if (value.objects !== objectCount || value.sha256 !== chain)
        throw wrong(place, `names ${value.objects} objects, but the ones before it are others`);
      isWhole = true;
    } else {
      const read = readObjectLine(value, place);
      objectCount += 1;
      chain = chained(chain, sha256(read.body));
      yield { object: read };
    }
  }
  if (!isWhole) throw new Error(`the export ends after line ${place}, before its last line: it was shortened`);
}
