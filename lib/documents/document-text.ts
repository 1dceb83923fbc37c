import { Composer, type CST, type Document, isMap, isNode, isScalar, LineCounter, Parser, visit } from 'yaml';
import { visible } from '../core/model/visible-text.ts';
import { tooDeepAt } from './document-depth.ts';
import { type DocumentPath, type DocumentProblem, pathText } from './document-errors.ts';

/** A problem with the place where it stands, as people are told. */
interface Placed {
  readonly offset: number;
  readonly text: string;
}

/** A document that could be read, and how to say where something stands in it. */
export interface DocumentRead {
  readonly value: unknown;
  /** One line per problem, `FILE:LINE:COLUMN path: what is wrong`, in the order of the text. */
  readonly tell: (problems: readonly DocumentProblem[]) => string;
  /** The same, together with what is wrong with the text itself; empty when nothing is. */
  readonly tellErrors: (problems: readonly DocumentProblem[]) => string;
}

export type DocumentReading = { readonly read: DocumentRead } | { readonly errors: string };

const compose = (tokens: readonly CST.Token[]): Document.Parsed[] => [
  ...new Composer({
    version: '1.2',
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    stringKeys: true,
    strict: true,
    uniqueKeys: true,
    prettyErrors: false,
    logLevel: 'silent',
  }).compose(tokens),
];

const startOf = (node: unknown): number | undefined => (isNode(node) && node.range ? node.range[0] : undefined);

/**
 * What YAML allows and a policy must not hold: aliases, of which a few can stand for billions of values and which hide
 * what a rule says, and the key `__proto__`, which checking drops in silence, so that a selector would widen.
 */
const forbidden = (document: Document): Placed[] => {
  const places: Placed[] = [];
  visit(document, {
    Alias: (_, alias) => {
      places.push({ offset: startOf(alias) ?? 0, text: 'aliases are not allowed: write the value out' });
    },
    Pair: (_, { key }) => {
      if (!isScalar(key) || key.value !== '__proto__') return;
      places.push({ offset: startOf(key) ?? 0, text: '__proto__ is not allowed as a key' });
    },
  });
  return places;
};

/** Mistakes that leave no doubt about what the rest of the document says, so that its mistakes can be told as well. */
const readableBeside: ReadonlySet<string> = new Set(['DUPLICATE_KEY', 'TAG_RESOLVE_FAILED']);

/** What is to be said of the text before anything is known of what it should hold. */
interface TextCheck {
  readonly wrong: readonly Placed[];
  readonly isReadable: boolean;
}

/** Of a key that is given twice the first one counts, in its value as in its place. */
const dropRepeatedKeys = (document: Document): void => {
  visit(document, {
    Map: (_, map) => {
      const names = new Set<string>();
      map.items = map.items.filter(({ key }) => {
        const name = isScalar(key) ? String(key.value) : '';
        const isRepeated = names.has(name);
        names.add(name);
        return !isRepeated;
      });
    },
  });
};

const checkText = (documents: readonly Document.Parsed[]): TextCheck => {
  const [first, second] = documents;
  if (first === undefined || first.contents === null || (isScalar(first.contents) && first.contents.value === null)) {
    return { wrong: [{ offset: 0, text: 'is empty' }], isReadable: false };
  }
  const mistakes = documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]);
  const places = mistakes.map(({ pos, code, message }): Placed => {
    const text = code === 'NON_STRING_KEY' ? 'a key must be text, not a list or a mapping' : message;
    return { offset: pos[0], text };
  });
  const hidden = forbidden(first);
  places.push(...hidden);
  if (second !== undefined) {
    places.push({ offset: second.range[0], text: 'holds a second document: give one document per file' });
  }
  const isReadable = hidden.length === 0 && mistakes.every(({ code }) => readableBeside.has(code));
  return { wrong: places, isReadable };
};

const keyAt = (map: unknown, name: PropertyKey | undefined): unknown =>
  isMap(map) ? map.items.find(({ key }) => isScalar(key) && String(key.value) === String(name))?.key : undefined;

/** Offset of the value at a path, or of its key, or else of the nearest thing around it that is there. */
const offsetOf = (document: Document, path: DocumentPath, atKey: boolean): number => {
  if (path.length === 0) return startOf(document.contents) ?? 0;
  const around = path.slice(0, -1);
  const holder = around.length === 0 ? document.contents : document.getIn(around, true);
  const key = startOf(keyAt(holder, path.at(-1)));
  if (atKey && key !== undefined) return key;
  return startOf(document.getIn(path, true)) ?? key ?? offsetOf(document, around, false);
};

/**
 * Reads one YAML 1.2 or JSON document. Refused, all at once and with their places: bad syntax, aliases, `__proto__`,
 * nesting without end, no document. Keys given twice, unknown tags and further documents are refused by `tellErrors`,
 * together with whatever else is wrong.
 */
export const readDocument = (text: string, fileName: string): DocumentReading => {
  const lineCounter = new LineCounter();
  const place = ({ offset, text: what }: Placed): string => {
    const { line, col } = lineCounter.linePos(offset);
    return visible(`${fileName}:${Math.max(1, line)}:${Math.max(1, col)} ${what}`);
  };
  const inOrder = (placed: readonly Placed[]): string =>
    placed
      .toSorted((a, b) => a.offset - b.offset)
      .map(place)
      .join('\n');

  const tokens = [...new Parser(lineCounter.addNewLine).parse(text)];
  const depth = tooDeepAt(tokens);
  if (depth !== undefined) return { errors: place({ offset: depth, text: 'document: is nested too deep' }) };
  const documents = compose(tokens);
  const [document] = documents;
  const { wrong, isReadable } = checkText(documents);
  const own = wrong.map(({ offset, text: what }) => ({ offset, text: `document: ${what}` }));
  if (!isReadable || document === undefined) return { errors: inOrder(own) };
  dropRepeatedKeys(document);
  const placed = (problems: readonly DocumentProblem[]): Placed[] =>
    problems.map(({ path, atKey, message }) => ({
      offset: offsetOf(document, path, atKey),
      text: `${pathText(path)}: ${message}`,
    }));
  return {
    read: {
      value: document.toJS(),
      tell: (problems) => inOrder(placed(problems)),
      tellErrors: (problems) => inOrder([...own, ...placed(problems)]),
    },
  };
};
