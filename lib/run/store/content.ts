import { StoreDamaged } from '../../contract/errors.ts';
import { recordAt, type StoredRecord } from './records.ts';

/** Form in which objects are written; those without a version are of the time before there was one, and of the same form. */
const version = 1;

/** Text of an object as it is stored. */
export const objectText = (value: unknown): string => {
  const versioned = Array.isArray(value) ? { version, items: value } : { version, ...(value as object) };
  return `${JSON.stringify(versioned)}\n`;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an object holds, or why it cannot be read. */
export type Content<T> = { readonly value: T } | { readonly problem: string };

const withoutVersion = ({ unversioned }: StoredRecord, read: unknown): Content<unknown> => {
  if (!isObject(read) || typeof read.version !== 'number') return { value: unversioned?.(read) ?? read };
  const { version: found, ...value } = read;
  if (found !== version) {
    return { problem: `it has version ${found}, and this Headroom reads version ${version}: is it of a newer one?` };
  }
  return { value: 'items' in value ? value.items : value };
};

/** Reads the text of an object by its form. What the form does not name stays in it. */
export const contentOf = <T>(key: string, body: string): Content<T> => {
  const record = recordAt(key);
  try {
    const content = withoutVersion(record, JSON.parse(body));
    if ('problem' in content) return content;
    const value = record.renamed?.(content.value) ?? content.value;
    const checked = record.schema.safeParse(value);
    if (checked.success) {
      const { form } = record;
      return { value: (form?.of(value as never, checked.data as never) ?? value) as T };
    }
    const [issue] = checked.error.issues;
    return { problem: [issue?.path.map(String).join('.'), issue?.message].filter(Boolean).join(': ') };
  } catch {
    return { problem: body.trim() === '' ? 'it is empty' : 'it is not JSON' };
  }
};

const damaged = (key: string, problem: string): StoreDamaged =>
  new StoreDamaged(`${key} in the store cannot be read (${problem}). ${recordAt(key).wayOut}`.trimEnd());

/** What the text of an object says. @throws StoreDamaged naming the object and the way out */
export const readContent = <T>(key: string, body: string): T => {
  const content = contentOf<T>(key, body);
  if ('value' in content) return content.value;
  throw damaged(key, content.problem);
};
