const number = String.raw`\d+(?:\.\d+)*`;
const facts = String.raw`\bpf (?<facts>${number}(?:, \d+\.\d+)*)`;
const others = String.raw`(?:\b(?<book>spec\.md|design|scale|interface\.md) )?(?<sections>§${number}(?:(?:, | and )§${number})*)`;
const citation = new RegExp(`${facts}|${others}`, 'g');

/** A text in one line: a citation may begin on one line of a comment and end on the next. */
export const inOneLine = (text: string): string => text.replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');

/** Every section of docs/internals/sources that a text cites, with its book; a section without one is of the specification. */
export const citationsIn = (text: string): string[] =>
  [...inOneLine(text).matchAll(citation)].flatMap(({ groups = {} }) => {
    const beginning = groups.facts === undefined ? `${groups.book ?? 'spec.md'} §` : 'pf ';
    const sections = (groups.facts ?? groups.sections ?? '').match(new RegExp(number, 'g')) ?? [];
    return sections.map((section) => `${beginning}${section}`);
  });

const placesOfDocuments = /\]\([^)]*\)|\bdocs\/[\w/-]+\.md/g;
const elsewise =
  /platform-facts|\bhouse(?:\.md|,)|\b(?:design|scale)\.md|\b(?:spec|interface)\.md(?! §\d)|\b(?:spec|interface) §/g;

/** Names of a source in a text that are no citation: with a wrong form, or without a section. */
export const formlessIn = (text: string): string[] =>
  inOneLine(text.replaceAll(placesOfDocuments, ']')).match(elsewise) ?? [];
