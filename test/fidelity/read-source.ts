/** A comment or a text of a TypeScript file, with the surrounding code that shows its purpose. */
export interface Piece {
  readonly kind: 'comment' | 'text';
  /** Without the signs that make it a comment or a text. */
  readonly content: string;
  /** The code before it up to the piece before, comments left out. */
  readonly before: string;
  /** The code after it up to the next text, comments left out. */
  readonly after: string;
}

const token =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|(?<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|\$\{(?:[^{}]|\{[^{}]*\})*\}|[^`\\])*`)|(?<slash>\/)/y;

const regexLiteral = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;

/** A slash begins a regular expression unless a value stands before it, which it then divides. */
const divides = (code: string): boolean => /[\w$)\]}]\s*$/.test(code) && !/\breturn\s*$/.test(code);

type Part = { readonly kind: 'comment' | 'text' | 'code'; readonly content: string };

const unwrapped = (comment: string): string =>
  comment
    .replace(/^\/\*+|\*+\/$|^\/\//g, '')
    .split(/\n\s*\*?\s*/)
    .join(' ')
    .trim();

interface Taken {
  readonly part: Part;
  /** How much of the source it is. */
  readonly length: number;
}

/** What begins at a place: a comment, a text, a regular expression as code, or one character of code. */
const takenAt = (source: string, at: number, code: string): Taken => {
  token.lastIndex = at;
  const { comment, text, slash } = token.exec(source)?.groups ?? {};
  if (comment !== undefined) return { part: { kind: 'comment', content: unwrapped(comment) }, length: comment.length };
  if (text !== undefined) return { part: { kind: 'text', content: text.slice(1, -1) }, length: text.length };
  regexLiteral.lastIndex = at;
  const pattern = slash !== undefined && !divides(code) ? regexLiteral.exec(source)?.[0] : undefined;
  // A regular expression is code like any other, but what is in it must not be taken for texts or comments.
  if (pattern !== undefined) return { part: { kind: 'code', content: 'RegExp' }, length: pattern.length };
  return { part: { kind: 'code', content: source[at] ?? '' }, length: 1 };
};

const partsOf = (source: string): Part[] => {
  const parts: Part[] = [];
  let code = '';
  for (let at = 0; at < source.length; ) {
    const { part, length } = takenAt(source, at, code);
    at += length;
    if (part.kind === 'code') {
      code += part.content;
    } else {
      parts.push({ kind: 'code', content: code }, part);
      code = '';
    }
  }
  return [...parts, { kind: 'code', content: code }];
};

/** The code from a part on in one direction, up to the next text. */
const codeFrom = (parts: readonly Part[], index: number, step: 1 | -1): string => {
  let code = '';
  for (let at = index + step; ; at += step) {
    const part = parts[at];
    if (part === undefined || part.kind === 'text') return code.trim();
    if (part.kind === 'code') code = step === 1 ? code + part.content : part.content + code;
  }
};

/** Comments and texts of a TypeScript source in which something stands, in order. */
export const piecesWith = (something: RegExp, source: string): Piece[] => {
  if (!something.test(source)) return [];
  const parts = partsOf(source);
  return parts.flatMap(({ kind, content }, index) =>
    kind === 'code' || !something.test(content)
      ? []
      : [{ kind, content, before: codeFrom(parts, index, -1), after: codeFrom(parts, index, 1) }],
  );
};
