import { isMap, isScalar, isSeq, type Pair, parseDocument, type YAMLMap } from 'yaml';
import type { DocumentPath } from '../document-problem.ts';

/** A value to set in a policy document. */
interface PolicyEdit {
  /** Members and places from the top of the document; all but the last must exist. */
  readonly path: DocumentPath;
  readonly value: string | number;
}

/** Text in double quotes, as amounts of money are written; numbers plain. */
const written = (value: string | number): string => (typeof value === 'number' ? String(value) : JSON.stringify(value));

const startOf = ({ key }: Pair): number => (isScalar(key) && key.range ? key.range[0] : 0);

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** The end of the line of an offset. */
const lineEnd = (text: string, offset: number): number => {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
};

const insert = (text: string, at: number, added: string): string => text.slice(0, at) + added + text.slice(at);

/** Whether a member is on one line, so that another one can follow on the next line. */
const isShort = (text: string, { value }: Pair): boolean =>
  isScalar(value) && value.range != null && !text.slice(value.range[0], value.range[1]).includes('\n');

/** Adds a member to a map after its last member that is on one line, with the same indentation. */
const added = (text: string, map: YAMLMap, entry: string): string => {
  const pairs = map.items as Pair[];
  const last = pairs.at(-1);
  if (last === undefined || !map.range) throw new RangeError(`there is no member to write ${entry} beside`);
  if (map.flow) {
    const end = isScalar(last.value) && last.value.range ? last.value.range[1] : map.range[1] - 1;
    return insert(text, end, `, ${entry}`);
  }
  const beside = pairs.findLast((pair) => isShort(text, pair));
  const column = startOf(last) - lineStart(text, startOf(last));
  if (beside === undefined) throw new RangeError(`there is no member to write ${entry} beside`);
  return insert(text, lineEnd(text, startOf(beside)), `\n${' '.repeat(column)}${entry}`);
};

/**
 * Sets a value in the text of a valid policy document. Every other character stays, comments too.
 * @throws RangeError if the place above the value does not exist
 */
export const editPolicy = (text: string, { path, value }: PolicyEdit): string => {
  const document = parseDocument(text);
  const member = path.at(-1);
  const present = document.getIn(path, true);
  if (isScalar(present) && present.range) {
    return text.slice(0, present.range[0]) + written(value) + text.slice(present.range[1]);
  }
  const above = document.getIn(path.slice(0, -1), true);
  if (!isMap(above)) throw new RangeError(`the policy has no ${path.slice(0, -1).join('.')}`);
  return added(text, above, `${String(member)}: ${written(value)}`);
};

/** Place of the entry with a name in a list of the document itself, not of the files that it includes; -1 if there is none. */
export const placeOfName = (text: string, list: 'rules' | 'budgets', name: string): number => {
  const entries = parseDocument(text).get(list);
  return isSeq(entries) ? entries.items.findIndex((entry) => isMap(entry) && entry.get('name') === name) : -1;
};
