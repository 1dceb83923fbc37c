import { posix } from 'node:path';
import { PolicyInvalid } from '../../contract/errors.ts';
import { visible } from '../../core/model/visible-text.ts';
import { readDocument } from '../document-text.ts';
import { include } from './include-schema.ts';

/**
 * A policy document with its included files in one text, so that a store, a run and a task need no further file: the
 * document, then each file after a line `--- # include: FILE`, which separates documents in YAML.
 */
export interface PolicySources {
  /** The organization's own document. */
  readonly main: string;
  /** Text of the included files by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Characters of a policy document with its included files; people write a hundredth of it. */
const mostCharacters = 4 * 1024 * 1024;

/** @throws PolicyInvalid for a policy that would take too long to check */
export const assertPolicySize = (characters: number, fileName: string): void => {
  if (characters <= mostCharacters) return;
  throw new PolicyInvalid(
    visible(
      `${fileName}: has more than 4 MiB with the files that it includes; use fewer rules that match many services each`,
    ),
  );
};

const separator = /^--- # include: (\S+)[ \t]*\r?\n/gm;

/** Splits a text into the document and its included files; without separators it is the document alone. */
export const splitSources = (text: string): PolicySources => {
  const found = [...text.matchAll(separator)];
  const files = found.map((match, place): [string, string] => {
    const start = match.index + match[0].length;
    return [match[1] ?? '', text.slice(start, found[place + 1]?.index)];
  });
  return { main: text.slice(0, found[0]?.index), files: new Map(files) };
};

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/**
 * Joins a document and its included files.
 * @param name of a file in messages, by its path
 * @throws PolicyInvalid if a file contains a separator, which would begin another file
 */
export const joinSources = ({ main, files }: PolicySources, name: (path: string) => string): string => {
  const parts = [...files].map(([path, text]) => {
    const inner = ended(text);
    const [first] = inner.matchAll(separator);
    if (first !== undefined) {
      const line = inner.slice(0, first.index).split('\n').length;
      throw new PolicyInvalid(
        visible(`${name(path)}:${line}:1 document: must not contain the line "${first[0].trimEnd()}": delete it`),
      );
    }
    return `--- # include: ${path}\n${inner}`;
  });
  return parts.length === 0 ? main : ended(main) + parts.join('');
};

/** Name of an included file in messages: its path from where the document's name is valid. */
export const nameBeside = (fileName: string, path: string): string => posix.join(posix.dirname(fileName), path);

/**
 * Valid paths of the files that a document includes, to read beside it; none for a text that contains its files already, and for
 * an unreadable document.
 */
const includedPaths = (text: string, fileName: string): string[] => {
  const { main, files } = splitSources(text);
  if (files.size > 0) return [];
  // Most documents include none, and reading one takes longer than all else that a command does with it.
  if (!main.includes('include')) return [];
  const reading = readDocument(main, fileName);
  if ('errors' in reading) return [];
  const { value } = reading.read;
  const listed = typeof value === 'object' && value !== null && 'include' in value ? value.include : [];
  return (Array.isArray(listed) ? listed : []).flatMap((item) => {
    const path = include.element.shape.file.safeParse(item?.file);
    return path.success ? [path.data] : [];
  });
};

/**
 * Text of a policy document with its included files. A text that contains files already stays as it is. Files that do not
 * exist are left out, and `parsePolicy` reports them.
 * @param read text of an included file by path; undefined if it does not exist
 * @throws PolicyInvalid if a file contains a separator, or the files are too many
 */
export const withIncludedFiles = (
  text: string,
  fileName: string,
  read: (path: string) => string | undefined,
): string => {
  const files = new Map<string, string>();
  let size = text.length;
  for (const path of includedPaths(text, fileName)) {
    const content = read(path);
    if (content === undefined) continue;
    files.set(path, content);
    size += content.length;
    assertPolicySize(size, fileName);
  }
  return joinSources({ main: text, files }, (path) => nameBeside(fileName, path));
};
