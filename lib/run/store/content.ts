import { StoreDamaged } from '../../contract/errors.ts';
import { hasRecord, recordAt, type StoredRecord } from './records.ts';
import { remembering } from './remembered.ts';

/** Format version of objects. Objects without a version are older and have the same format. */
const version = 1;

/** Stored text of an object. */
export const objectText = (value: unknown): string => {
  const versioned = Array.isArray(value) ? { version, items: value } : { version, ...(value as object) };
  return `${JSON.stringify(versioned)}\n`;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Content of an object, or the reason why it cannot be read. */
export type Content<T> = { readonly value: T } | { readonly problem: string };

const withoutVersion = ({ unversioned }: StoredRecord, read: unknown): Content<unknown> => {
  if (!isObject(read) || typeof read.version !== 'number') return { value: unversioned?.(read) ?? read };
  const { version: storedVersion, ...value } = read;
  if (storedVersion !== version) {
    return {
      problem: `it has version ${storedVersion}, but this Headroom reads version ${version}; it may come from a newer Headroom`,
    };
  }
  return { value: 'items' in value ? value.items : value };
};

/** Characters from which a parser compiled for the schema pays: compiling takes longer than parsing a small object. */
const compiledFrom = 100_000;

const parse = (key: string, body: string): Content<unknown> => {
  const record = recordAt(key);
  try {
    const content = withoutVersion(record, JSON.parse(body));
    if ('problem' in content) return content;
    const value = record.renamed?.(content.value) ?? content.value;
    const checked = record.schema.safeParse(value, { jitless: body.length < compiledFrom });
    if (checked.success) {
      const { form } = record;
      return { value: form?.merge(value as never, checked.data as never) ?? value };
    }
    const [issue] = checked.error.issues;
    return { problem: [issue?.path.map(String).join('.'), issue?.message].filter(Boolean).join(': ') };
  } catch {
    return { problem: body.trim() === '' ? 'it is empty' : 'it is not JSON' };
  }
};

const parseOnce = remembering(parse);

/** Parses the text of an object, once while the text stays the same; members that the schema does not name stay. */
export const contentOf = <T>(key: string, body: string): Content<T> => parseOnce(key, body) as Content<T>;

/** Why an object cannot be read; undefined if it can, or if no program reads its content by a schema. */
export const problemOf = (key: string, body: string): string | undefined => {
  if (!hasRecord(key)) return undefined;
  const content = contentOf(key, body);
  return 'problem' in content ? content.problem : undefined;
};

const damaged = (key: string, problem: string): StoreDamaged =>
  new StoreDamaged(`${key} in the store cannot be read (${problem}). ${recordAt(key).wayOut}`.trimEnd());

/** Content of an object. @throws StoreDamaged that names the object and a remedy */
export const readContent = <T>(key: string, body: string): T => {
  const content = contentOf<T>(key, body);
  if ('value' in content) return content.value;
  throw damaged(key, content.problem);
};
