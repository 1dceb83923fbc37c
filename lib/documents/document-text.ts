import {
  Composer,
  CST,
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  Parser,
  visit,
  type YAMLMap,
} from 'yaml';
import { oncePerObject } from '../core/model/remembering.ts';
import { visible } from '../core/model/visible-text.ts';
import { pathText } from './document-errors.ts';
import type { DocumentPath, DocumentProblem } from './document-problem.ts';

/** A problem and its position in the text. */
interface TextProblem {
  readonly offset: number;
  readonly text: string;
}

/** A parsed document, with formatters for problems at their positions. */
export interface DocumentRead {
  readonly value: unknown;
  /** One line per problem, `FILE:LINE:COLUMN path: message`, in the order of the text. */
  readonly format: (problems: readonly DocumentProblem[]) => string;
  /** The same, plus the problems of the text itself; empty without problems. */
  readonly formatErrors: (problems: readonly DocumentProblem[]) => string;
}

type DocumentReading = { readonly read: DocumentRead } | { readonly errors: string };

/** Maximum nesting of lists and mappings; real documents have fewer than ten levels. */
const deepest = 32;

/**
 * Offset of the first item that is nested too deeply, or undefined. A small text can nest so deeply that parsing it would
 * exhaust the stack of the process, so this walks the tokens without recursion.
 */
const tooDeepAt = (tokens: readonly CST.Token[]): number | undefined => {
  const open = tokens.flatMap((token) =>
    token.type === 'document' && token.value !== undefined ? [{ token: token.value, level: 1 }] : [],
  );
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, level } = next;
    if (!CST.isCollection(token)) continue;
    if (level > deepest) return token.offset;
    for (const { key, value } of token.items) {
      if (key) open.push({ token: key, level: level + 1 });
      if (value) open.push({ token: value, level: level + 1 });
    }
  }
  return undefined;
};

const compose = (tokens: readonly CST.Token[]): Document.Parsed[] => [
  ...new Composer({
    version: '1.2',
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    stringKeys: true,
    strict: true,
    // `repeatedKeys` finds them: the parser compares each key with all others of its mapping.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  }).compose(tokens),
];

const startOf = (node: unknown): number | undefined => (isNode(node) && node.range ? node.range[0] : undefined);

/**
 * YAML features that a policy must not contain: aliases, because a few can expand to billions of values and they hide the
 * content of a rule, and the key `__proto__`, because validation drops it silently and a selector would widen.
 */
const forbidden = (document: Document): TextProblem[] => {
  const problems: TextProblem[] = [];
  visit(document, {
    Alias: (_, alias) => {
      problems.push({ offset: startOf(alias) ?? 0, text: 'aliases are not allowed: repeat the value' });
    },
    Pair: (_, { key }) => {
      if (!isScalar(key) || key.value !== '__proto__') return;
      problems.push({ offset: startOf(key) ?? 0, text: '__proto__ is not allowed as a key' });
    },
  });
  return problems;
};

/** Errors that leave the rest of the document unambiguous, so that its problems can be reported too. */
const harmlessErrors: ReadonlySet<string> = new Set(['TAG_RESOLVE_FAILED']);

/** Problems of the text itself, before any schema. */
interface TextCheck {
  readonly wrong: readonly TextProblem[];
  readonly isReadable: boolean;
}

/** Removes all but the first of repeated keys, which counts for its value and its position. @returns the others */
const dropRepeatedKeys = (document: Document): TextProblem[] => {
  const repeated: TextProblem[] = [];
  visit(document, {
    Map: (_, map) => {
      const names = new Set<string>();
      map.items = map.items.filter(({ key }) => {
        if (!isScalar(key)) return true;
        const name = String(key.value);
        const isRepeated = names.has(name);
        if (isRepeated) repeated.push({ offset: startOf(key) ?? 0, text: 'Map keys must be unique' });
        names.add(name);
        return !isRepeated;
      });
    },
  });
  return repeated;
};

const checkText = (documents: readonly Document.Parsed[]): TextCheck => {
  const [first, second] = documents;
  if (first === undefined || first.contents === null || (isScalar(first.contents) && first.contents.value === null)) {
    return { wrong: [{ offset: 0, text: 'is empty' }], isReadable: false };
  }
  const mistakes = documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]);
  const problems = mistakes.map(({ pos, code, message }): TextProblem => {
    const text = code === 'NON_STRING_KEY' ? 'a key must be text, not a list or a mapping' : message;
    // Of a text that is no mapping nothing is quoted: it may be another file than the author believes, such as a key.
    return { offset: pos[0], text: isMap(first.contents) ? text : text.replace(/:.*$/s, '') };
  });
  const hidden = forbidden(first);
  problems.push(...hidden, ...dropRepeatedKeys(first));
  if (second !== undefined) {
    problems.push({ offset: second.range[0], text: 'contains a second document: use one document per file' });
  }
  const isReadable = hidden.length === 0 && mistakes.every(({ code }) => harmlessErrors.has(code));
  return { wrong: problems, isReadable };
};

type Pairs = ReadonlyMap<string, Pair>;

/** The pairs of a mapping by name: a mapping with many problems is asked for each. */
const pairsOf = oncePerObject(
  (map: YAMLMap): Pairs =>
    new Map(map.items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair]] : []))),
);

const pairAt = (holder: unknown, step: PropertyKey | undefined): Pair | undefined =>
  isMap(holder) ? pairsOf(holder).get(String(step)) : undefined;

const nodeAt = (document: Document, path: DocumentPath): unknown =>
  path.reduce<unknown>(
    (holder, step) => (isSeq(holder) ? holder.items[Number(step)] : pairAt(holder, step)?.value),
    document.contents,
  );

/** Offset of the value at a path, else of its key, else of the nearest existing parent. */
const offsetOf = (document: Document, path: DocumentPath, atKey: boolean): number => {
  if (path.length === 0) return startOf(document.contents) ?? 0;
  const around = path.slice(0, -1);
  const key = startOf(pairAt(nodeAt(document, around), path.at(-1))?.key);
  if (atKey && key !== undefined) return key;
  return startOf(nodeAt(document, path)) ?? key ?? offsetOf(document, around, false);
};

/**
 * Parses one YAML 1.2 or JSON document. Invalid syntax, aliases, `__proto__`, excessive nesting and an empty document are
 * errors, all reported together with their positions. Repeated keys, unknown tags and further documents are errors of
 * `formatErrors`, together with all other problems.
 */
export const readDocument = (text: string, fileName: string): DocumentReading => {
  const lineCounter = new LineCounter();
  const withLine = ({ offset, text: message }: TextProblem): string => {
    const { line, col } = lineCounter.linePos(offset);
    return visible(`${fileName}:${Math.max(1, line)}:${Math.max(1, col)} ${message}`);
  };
  const inOrder = (placed: readonly TextProblem[]): string =>
    placed
      .toSorted((a, b) => a.offset - b.offset)
      .map(withLine)
      .join('\n');

  const tokens = [...new Parser(lineCounter.addNewLine).parse(text)];
  const depth = tooDeepAt(tokens);
  if (depth !== undefined) return { errors: withLine({ offset: depth, text: 'document: is nested too deeply' }) };
  const documents = compose(tokens);
  const [document] = documents;
  const { wrong, isReadable } = checkText(documents);
  const textProblems = wrong.map(({ offset, text: message }) => ({ offset, text: `document: ${message}` }));
  if (!isReadable || document === undefined) return { errors: inOrder(textProblems) };
  const placed = (problems: readonly DocumentProblem[]): TextProblem[] =>
    problems.map(({ path, atKey, message }) => ({
      offset: offsetOf(document, path, atKey),
      text: `${pathText(path)}: ${message}`,
    }));
  return {
    read: {
      value: document.toJS(),
      format: (problems) => inOrder(placed(problems)),
      formatErrors: (problems) => inOrder([...textProblems, ...placed(problems)]),
    },
  };
};
