import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everydayWords } from './everyday-words.ts';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'internals', 'words.md'), 'utf8');
const [rows = '', field = ''] = page.split(/^## Words of the field$/m);

/** Words that a newcomer has to learn, and words of the field. Lower a ceiling when a word goes; never raise one. */
const ceilings = { rows: 84, field: 32 };

/** The words that a row explains, without what stands in brackets. */
const explainedIn = (text: string): readonly string[] =>
  [...text.matchAll(/^- \*\*([^*]+)\*\*: /gm)].map(([, head = '']) => head.replace(/ \(.*\)$/, ''));

/** A word without the ending of a plural, a past or a present. */
const stemsOf = (word: string): readonly string[] => [
  word,
  ...['s', 'es', 'd', 'ed', 'ing'].flatMap((end) => (word.endsWith(end) ? [word.slice(0, -end.length)] : [])),
  ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
  ...(word.endsWith('ing') ? [`${word.slice(0, -3)}e`] : []),
];

const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(' ');

const typeNamesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^export (?:interface|type|class|abstract class) ([A-Z]\w*)/gm)].map(([, name = '']) => name);

const typeNames = ['lib', 'functions'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => typeNamesIn(readFileSync(join(root, folder, path), 'utf8'))),
);

/** The other pages, which people read. */
const pages = ['docs', 'docs/internals'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md') && name !== 'words.md')
    .map((name) => readFileSync(join(root, folder, name), 'utf8')),
);
const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

const explained = explainedIn(rows);
/** Words of the field, from lists such as `- AWS: bus, tag.` */
const ofField: readonly string[] = [...field.matchAll(/^- [^:]+: ([a-z, ]+)\.$/gm)].flatMap(([, list = '']) =>
  list.split(', '),
);
const known = new Set([...explained.flatMap((head) => head.split(' ')), ...ofField, ...everydayWords]);

const isKnown = (word: string): boolean => stemsOf(word).some((stem) => known.has(stem));

const strangeIn = (names: readonly string[]): readonly string[] =>
  [...new Set(names.flatMap((name) => wordsOf(name).filter((word) => !isKnown(word))))].toSorted();

describe('the glossary', () => {
  it('has each word in the name of an exported type', () => {
    expect(typeNames.length).toBeGreaterThan(800);
    expect(strangeIn(typeNames)).toEqual([]);
    expect(strangeIn(['FrobnicatedService'])).toEqual(['frobnicated']);
  });

  it('has each word in one place only', () => {
    const words = [...explained, ...ofField, ...everydayWords];
    expect(words.filter((word, place) => words.indexOf(word) !== place)).toEqual([]);
    expect(explained.length).toBeGreaterThan(80);
    expect(ofField.length).toBeGreaterThan(20);
  });

  it('does not grow', () => {
    expect(explained.length).toBeLessThanOrEqual(ceilings.rows);
    expect(ofField.length).toBeLessThanOrEqual(ceilings.field);
    expect(rows).toContain(`at most ${ceilings.rows} rows`);
  });

  it('has no row and no word of the field that neither a type nor a page uses', () => {
    const used = new Set([...typeNames.flatMap(wordsOf), ...pages.flatMap(wordsIn)].flatMap(stemsOf));
    const words = [...explained.flatMap((head) => head.split(' ')), ...ofField];
    expect(words.filter((word) => !used.has(word))).toEqual([]);
  });

  it('has no everyday word that no type uses', () => {
    const used = new Set(typeNames.flatMap(wordsOf).flatMap(stemsOf));
    expect(everydayWords.filter((word) => !used.has(word))).toEqual([]);
  });
});
